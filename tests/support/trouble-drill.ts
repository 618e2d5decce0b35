import { randomInt, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { vi } from 'vitest'
import { addFault, addFaults, type Tally, tally } from './drill.ts'
import { createKeepAliveClient, type KeepAliveClient, type PlainResponse } from './keep-alive.ts'
import type { KillableServer } from './killable-server.ts'
import { findBrokenInvariants } from './ledger.ts'
import { payment } from './make.ts'
import { compareWithDatabase, type Journal, type SendRequest, startPayers } from './payers.ts'
import { signUp } from './sign-up.ts'

/** A temporary fault of a database while the server keeps running. */
export type Trouble = {
  name: string
  begin: () => Promise<void>
  end: () => Promise<void>
  /** True when the server can still respond to reads. */
  canRead: boolean
  /** The fault ends as soon as it has begun. */
  isBrief?: true
}

const AT_ONCE = 16
const PROBES = 3
/** Maximum number of responses before a fault shows: a full file still has some space. */
const MAX_RESPONSES_UNTIL_FAULT = 500
/**
 * Fraction of the faults that may pass unnoticed, such as when a full file has much space left. Additional faults
 * replace them.
 */
const UNNOTICED_SHARE = 0.1
const RECOVERS_WITHIN_MS = 10_000

const isPaid = (status: number) => status === 201
const isFailure = (status: number) => status >= 500

/** Emits the status of every response to the payers. */
class ResponseWatch extends EventEmitter<{ answer: [number] }> {
  readonly wrapSend =
    (send: SendRequest): SendRequest =>
    async (request) => {
      try {
        const response = await send(request)
        this.emit('answer', response.status)
        return response
      } catch (error) {
        this.emit('answer', 0)
        throw error
      }
    }

  /** Returns true if a matching status comes within `MAX_RESPONSES_UNTIL_FAULT` responses. */
  async waitForStatus(matches: (status: number) => boolean): Promise<boolean> {
    for (let responseCount = 0; responseCount < MAX_RESPONSES_UNTIL_FAULT; responseCount++) {
      const [status] = await once(this, 'answer')
      if (matches(status)) return true
    }
    return false
  }
}

type TroubledDrill = {
  client: KeepAliveClient
  secret: string
  journal: Journal
  watch: ResponseWatch
  found: Tally
  recoveryMs: number[]
  pid: number
}

/** Causes one fault after another under load. Acknowledged payments must survive all of them. */
export async function runTroubles(
  server: KillableServer,
  troubles: readonly Trouble[],
  count: number,
): Promise<Tally> {
  const found = tally()
  using client = createKeepAliveClient(server.url, PROBES)
  const { secret } = await signUp(server.url)
  const watch = new ResponseWatch()
  const { wrapSend } = watch
  const { journal, stop } = startPayers({ server, secret, atOnce: AT_ONCE, wrapSend })
  const pid = server.pid()
  const state: TroubledDrill = { client, secret, journal, watch, found, recoveryMs: [], pid }
  const maxCycles = count + Math.ceil(count * UNNOTICED_SHARE)
  for (let cycle = 0; found.tried < count && cycle < maxCycles; cycle++) {
    const trouble = troubles[cycle % troubles.length]
    if (trouble) await runTrouble(trouble, state)
  }
  await stop()
  if (server.pid() !== pid) addFault(found, 'crashed', 'the server did not stay the same process')
  await server.stop()
  const { lost, doubled } = await compareWithDatabase(journal, server.databaseUrl)
  const broken = await findBrokenInvariants(server.databaseUrl)
  addFaults(found, 'lost', lost)
  addFault(found, 'doubled', 'a key was answered with another payment, or stored twice', doubled)
  addFaults(found, 'crashed', [...broken, ...journal.strange])
  found.notes = [
    `${journal.acknowledged.size} payments acknowledged`,
    `by turns: ${troubles.map(({ name }) => name).join(', ')}`,
    `writes again after ${Math.round(Math.max(...state.recoveryMs))} ms at most`,
    ...found.notes.slice(0, 10),
  ]
  return found
}

async function runTrouble(trouble: Trouble, state: TroubledDrill): Promise<void> {
  const { watch, found, recoveryMs } = state
  for (let paid = randomInt(5, 60); paid > 0; paid--) await watch.waitForStatus(isPaid)
  let wasNoticed = true
  try {
    await trouble.begin()
    if (!trouble.isBrief) {
      wasNoticed = await watch.waitForStatus(isFailure)
      await probe(trouble, state)
    }
  } finally {
    await trouble.end()
  }
  const endedAt = performance.now()
  await vi.waitFor(
    async () => {
      if ((await pay(state)).status !== 201) throw new Error(`${trouble.name} does not pass`)
    },
    { timeout: RECOVERS_WITHIN_MS, interval: 5 },
  )
  recoveryMs.push(performance.now() - endedAt)
  // A fault that no payer noticed does not count as survived.
  if (wasNoticed) found.tried += 1
  else found.notes.push(`${trouble.name} did not show`)
}

/** Makes a payment of the drill's own. The final comparison includes it, like the payments of the payers. */
async function pay({ client, secret, journal }: TroubledDrill): Promise<PlainResponse> {
  const key = randomUUID()
  journal.keys.add(key)
  const response = await client.send({
    method: 'POST',
    path: '/api/payments',
    headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
    body: payment(),
  })
  if (response.status === 201) journal.acknowledge(key, JSON.parse(response.body))
  return response
}

const reads = ['/api/transactions?limit=5', '/api/dashboard/stats', '/api/customers?limit=5']

async function probe({ name, canRead }: Trouble, state: TroubledDrill): Promise<void> {
  const { client, secret, found } = state
  const reportFault = ({ status, body }: PlainResponse, what: string) => {
    addFault(found, 'crashed', `${name}: ${status} to ${what}: ${body.slice(0, 200)}`)
  }
  for (let times = 0; times < PROBES; times++) {
    const paid = await pay(state)
    if (paid.status !== 201 && !isRefusal(paid)) reportFault(paid, 'a payment')
    for (const path of reads) {
      const response = await client.send({ path, headers: { authorization: `Bearer ${secret}` } })
      const isFine = response.status === 200 || (!canRead && isRefusal(response))
      if (!isFine) reportFault(response, path)
    }
  }
  const alive = await client.send({ path: '/healthz' })
  if (alive.status !== 200) reportFault(alive, '/healthz')
}

const isRefusal = ({ status, headers, body }: PlainResponse): boolean =>
  status === 503 &&
  /^\d+$/.test(String(headers['retry-after'])) &&
  JSON.parse(body).code === 'unavailable'
