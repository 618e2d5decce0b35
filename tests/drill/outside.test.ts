import { randomUUID } from 'node:crypto'
import { addFault, addFaults, drill, type Tally, tally } from '../support/drill.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { percentile } from '../support/load.ts'
import { payment } from '../support/make.ts'
import {
  createClerkStage,
  createMailStage,
  createModelStage,
  createWebhookStage,
  type DependencyStage,
  type DependencyTrouble,
  type ServiceState,
} from '../support/outside.ts'

const QUICK = 600
const FULL = 40_000
const AT_ONCE = 4
/** Payments per request to the outside service. */
const PAYMENTS_PER_REQUEST = 20
const MAX_REQUESTS_AT_ONCE = 8
/** Payments per chunk, if there are enough. The two sides alternate chunk by chunk. */
const CHUNK = 125
const WARM_UP = 40
/** Events are polled four times a second: fewer payments might end before the first event is sent. */
const SELF_TEST_PAYMENTS = 300
const STAGES = [createModelStage, createWebhookStage, createMailStage, createClerkStage]

/** Allowed increase of p99 during trouble. The quick count has too few payments for a strict bound. */
type Bound = { times: number; plusMs: number }
const STRICT_BOUND: Bound = { times: 1.1, plusMs: 1 }
const QUICK_BOUND: Bound = { times: 2, plusMs: 100 }

/** The p99 of each chunk in ms, with a healthy service and with a service in trouble. */
type Waits = { healthy: number[]; failing: number[] }

class Chunks {
  readonly found: Tally
  /** Requests to the service in flight, each with a function that abandons it. */
  readonly #asking = new Map<Promise<void>, () => void>()

  constructor(found: Tally) {
    this.found = found
  }

  /** Makes `count` payments and returns their p99 in ms. */
  async pay(url: string, side: ServiceState, kind: string, count: number): Promise<number> {
    side.begin?.()
    const tookMs: number[] = []
    using client = createKeepAliveClient(url, AT_ONCE)
    let started = 0
    const payInLoop = async () => {
      while (started < count) {
        if (started++ % PAYMENTS_PER_REQUEST === 0) this.#sendRequest(url, side, kind)
        tookMs.push(await this.#payOnce(client, side, kind))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, payInLoop))
    // Waits for all responses before the service changes, and abandons requests that never get one.
    if (side.hangs) for (const abandon of this.#asking.values()) abandon()
    await Promise.all(this.#asking.keys())
    return percentile(tookMs, 0.99)
  }

  async #payOnce(
    client: ReturnType<typeof createKeepAliveClient>,
    { secret }: ServiceState,
    kind: string,
  ) {
    const at = performance.now()
    const { status, body } = await client.send({
      method: 'POST',
      path: '/api/payments',
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': randomUUID() },
      body: payment(),
    })
    const tookMs = performance.now() - at
    this.found.tried += 1
    if (status !== 201) this.#complain(`a payment beside ${kind}: ${status} ${body}`)
    return tookMs
  }

  #sendRequest(
    url: string,
    { buildRequest, isExpectedResponse: isAcceptable, hangs = false }: ServiceState,
    kind: string,
  ): void {
    if (!buildRequest || this.#asking.size >= MAX_REQUESTS_AT_ONCE) return
    const client = createKeepAliveClient(url, 1)
    const sendAndCheck = async () => {
      try {
        const response = await client.send(await buildRequest())
        if (isAcceptable?.(response) !== false) return
        this.#complain(`asking ${kind}: ${response.status} ${response.body.slice(0, 200)}`)
      } catch (error) {
        if (!hangs) this.#complain(`asking ${kind}: ${String(error)}`)
      } finally {
        client[Symbol.dispose]()
      }
    }
    const pending = sendAndCheck().finally(() => this.#asking.delete(pending))
    this.#asking.set(pending, () => client[Symbol.dispose]())
  }

  #complain(text: string): void {
    addFault(this.found, 'crashed', text)
  }
}

const median = (values: number[]) => percentile(values, 0.5)

async function measureTrouble(
  chunks: Chunks,
  { kind, url, healthy, failing }: DependencyTrouble,
  count: number,
): Promise<Waits> {
  const pairs = Math.max(1, Math.round(count / 2 / CHUNK))
  const each = Math.ceil(count / 2 / pairs)
  const waits: Waits = { healthy: [], failing: [] }
  for (let pair = 0; pair < pairs; pair++) {
    // Alternates which side is first, because the second finds a larger database.
    const isHealthyFirst = pair % 2 === 0
    if (isHealthyFirst)
      waits.healthy.push(await chunks.pay(url, healthy, 'a healthy service', each))
    waits.failing.push(await chunks.pay(url, failing, kind, each))
    if (!isHealthyFirst)
      waits.healthy.push(await chunks.pay(url, healthy, 'a healthy service', each))
  }
  return waits
}

/** Runs all troubles of one service and notes how the p99 values compare. */
async function runStage(
  stage: DependencyStage,
  found: Tally,
  { each, bound }: { each: number; bound: Bound },
) {
  const all: Waits = { healthy: [], failing: [] }
  const chunks = new Chunks(found)
  const [first] = stage.troubles
  if (first) await chunks.pay(first.url, first.healthy, 'a healthy service', WARM_UP)
  found.tried -= WARM_UP
  for (const trouble of stage.troubles) {
    const { healthy, failing } = await measureTrouble(chunks, trouble, each)
    all.healthy.push(...healthy)
    all.failing.push(...failing)
  }
  await stage.stop()
  const broken = await findBrokenInvariants(stage.databaseUrl)
  const [healthy, failing] = [median(all.healthy), median(all.failing)]
  const isLate = failing > healthy * bound.times + bound.plusMs
  addFaults(found, 'crashed', broken)
  const ratio = ((failing / healthy - 1) * 100).toFixed(0)
  const summary = `${stage.service}: p99 ${failing.toFixed(1)} ms in trouble, ${healthy.toFixed(1)} ms when healthy (${ratio} %, medians of ${all.failing.length} chunks)`
  found.notes.push(summary)
  if (isLate) addFault(found, 'crashed', summary)
}

async function runStages(count: number, bound: Bound): Promise<Tally> {
  const found = tally()
  for (const [at, createStage] of STAGES.entries()) {
    await using stage = await createStage({})
    const remaining = (count - found.tried) / (STAGES.length - at)
    const each = Math.ceil(remaining / stage.troubles.length / 2) * 2
    await runStage(stage, found, { each, bound })
  }
  return found
}

drill({
  row: 'outside',
  what: 'payments beside a model, endpoints, a mail server and Clerk that hang, fail or reset: p99 within 10 % of that beside healthy ones (the quick count: twice and 100 ms)',
  quick: QUICK,
  full: FULL,
  only: 'sqlite',
  measuresTime: true,
  run: (count) => runStages(count, count < FULL ? QUICK_BOUND : STRICT_BOUND),
  selfTest: async () => {
    const found = tally()
    await using stage = await createWebhookStage({ fault: 'waiting' }, ['refuses connections'])
    await runStage(stage, found, { each: SELF_TEST_PAYMENTS, bound: QUICK_BOUND })
    return found
  },
})
