import { randomUUID } from 'node:crypto'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { keepAlive } from '../support/keep-alive.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { percentile } from '../support/load.ts'
import { payment } from '../support/make.ts'
import {
  clerkStage,
  mailStage,
  modelStage,
  type Side,
  type Stage,
  type Trouble,
  webhookStage,
} from '../support/outside.ts'

const QUICK = 600
const FULL = 40_000
const AT_ONCE = 4
/** Payments per request to the outside service. */
const ASK_EVERY = 20
const ASKING_AT_ONCE = 8
/** Payments per chunk, if there are enough. The two sides alternate chunk by chunk. */
const CHUNK = 125
const WARM_UP = 40
/** Events are polled four times a second: fewer payments might end before the first event is sent. */
const LONG_ENOUGH = 300
const STAGES = [modelStage, webhookStage, mailStage, clerkStage]

/** Allowed increase of p99 during trouble. The quick count has too few payments for a strict bound. */
type Bound = { times: number; plusMs: number }
const STRICTLY: Bound = { times: 1.1, plusMs: 1 }
const QUICKLY: Bound = { times: 2, plusMs: 100 }

/** The p99 of each chunk in ms, with a healthy service and with a service in trouble. */
type Waits = { well: number[]; ill: number[] }

class Chunks {
  readonly found: Tally
  /** Requests to the service in flight, each with a function that abandons it. */
  readonly #asking = new Map<Promise<void>, () => void>()

  constructor(found: Tally) {
    this.found = found
  }

  /** Makes `count` payments and returns their p99 in ms. */
  async pay(url: string, side: Side, kind: string, count: number): Promise<number> {
    side.begin?.()
    const tookMs: number[] = []
    using client = keepAlive(url, AT_ONCE)
    let begun = 0
    const one = async () => {
      while (begun < count) {
        if (begun++ % ASK_EVERY === 0) this.#ask(url, side, kind)
        tookMs.push(await this.#payOnce(client, side, kind))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
    // Waits for all responses before the service changes, and abandons requests that never get one.
    if (side.hangs) for (const leave of this.#asking.values()) leave()
    await Promise.all(this.#asking.keys())
    return percentile(tookMs, 0.99)
  }

  async #payOnce(client: ReturnType<typeof keepAlive>, { secret }: Side, kind: string) {
    const at = performance.now()
    const { status, body } = await client.ask({
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

  #ask(url: string, { ask, isFitting, hangs = false }: Side, kind: string): void {
    if (!ask || this.#asking.size >= ASKING_AT_ONCE) return
    const client = keepAlive(url, 1)
    const judge = async () => {
      try {
        const answer = await client.ask(await ask())
        if (isFitting?.(answer) !== false) return
        this.#complain(`asking ${kind}: ${answer.status} ${answer.body.slice(0, 200)}`)
      } catch (error) {
        if (!hangs) this.#complain(`asking ${kind}: ${String(error)}`)
      } finally {
        client[Symbol.dispose]()
      }
    }
    const judged = judge().finally(() => this.#asking.delete(judged))
    this.#asking.set(judged, () => client[Symbol.dispose]())
  }

  #complain(text: string): void {
    blame(this.found, 'crashed', text)
  }
}

const median = (values: number[]) => percentile(values, 0.5)

async function oneTrouble(
  chunks: Chunks,
  { kind, url, well, ill }: Trouble,
  count: number,
): Promise<Waits> {
  const pairs = Math.max(1, Math.round(count / 2 / CHUNK))
  const each = Math.ceil(count / 2 / pairs)
  const measured: Waits = { well: [], ill: [] }
  for (let pair = 0; pair < pairs; pair++) {
    // Alternates which side is first, because the second finds a larger database.
    const isWellFirst = pair % 2 === 0
    if (isWellFirst) measured.well.push(await chunks.pay(url, well, 'a service that is well', each))
    measured.ill.push(await chunks.pay(url, ill, kind, each))
    if (!isWellFirst)
      measured.well.push(await chunks.pay(url, well, 'a service that is well', each))
  }
  return measured
}

/** Runs all troubles of one service and notes how the p99 values compare. */
async function oneStage(
  stage: Stage,
  found: Tally,
  { each, bound }: { each: number; bound: Bound },
) {
  const all: Waits = { well: [], ill: [] }
  const chunks = new Chunks(found)
  const [first] = stage.troubles
  if (first) await chunks.pay(first.url, first.well, 'a service that is well', WARM_UP)
  found.tried -= WARM_UP
  for (const trouble of stage.troubles) {
    const { well, ill } = await oneTrouble(chunks, trouble, each)
    all.well.push(...well)
    all.ill.push(...ill)
  }
  await stage.stop()
  const broken = await brokenInvariants(stage.databaseUrl)
  const [well, ill] = [median(all.well), median(all.ill)]
  const isLate = ill > well * bound.times + bound.plusMs
  blameEach(found, 'crashed', broken)
  const ratio = ((ill / well - 1) * 100).toFixed(0)
  const compared = `${stage.service}: p99 ${ill.toFixed(1)} ms in trouble, ${well.toFixed(1)} ms when well (${ratio} %, medians of ${all.ill.length} chunks)`
  found.notes.push(compared)
  if (isLate) blame(found, 'crashed', compared)
}

async function outside(count: number, bound: Bound): Promise<Tally> {
  const found = tally()
  for (const [at, make] of STAGES.entries()) {
    await using stage = await make({})
    const left = (count - found.tried) / (STAGES.length - at)
    const each = Math.ceil(left / stage.troubles.length / 2) * 2
    await oneStage(stage, found, { each, bound })
  }
  return found
}

drill({
  row: 'outside',
  what: 'payments beside a model, endpoints, a mail server and Clerk that hang, fail or reset: p99 within 10 % of that beside healthy ones (the quick count: twice and 100 ms)',
  quick: QUICK,
  full: FULL,
  only: 'sqlite',
  inTime: true,
  run: (count) => outside(count, count < FULL ? QUICKLY : STRICTLY),
  selfTest: async () => {
    const found = tally()
    await using stage = await webhookStage({ fault: 'waiting' }, ['refuses connections'])
    await oneStage(stage, found, { each: LONG_ENOUGH, bound: QUICKLY })
    return found
  },
})
