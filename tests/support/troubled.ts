import { randomInt, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { vi } from 'vitest'
import { blame, blameEach, type Tally, tally } from './drill.ts'
import { type KeepAlive, keepAlive, type PlainAnswer } from './keep-alive.ts'
import type { KillableServer } from './killable-server.ts'
import { brokenInvariants } from './ledger.ts'
import { payment } from './make.ts'
import { type Ask, compare, type Journal, startPayers } from './payers.ts'
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
const SHOWS_WITHIN = 500
/**
 * Fraction of the faults that may pass unnoticed, such as when a full file has much space left. Additional faults
 * replace them.
 */
const UNSEEN = 0.1
const RECOVERS_WITHIN_MS = 10_000

const isPaid = (status: number) => status === 201
const isFailure = (status: number) => status >= 500

/** Emits the status of every response to the payers. */
class Watch extends EventEmitter<{ answer: [number] }> {
  readonly through =
    (ask: Ask): Ask =>
    async (asked) => {
      try {
        const answer = await ask(asked)
        this.emit('answer', answer.status)
        return answer
      } catch (error) {
        this.emit('answer', 0)
        throw error
      }
    }

  /** Returns true if a matching status comes within `SHOWS_WITHIN` responses. */
  async sees(isIt: (status: number) => boolean): Promise<boolean> {
    for (let seen = 0; seen < SHOWS_WITHIN; seen++) {
      const [status] = await once(this, 'answer')
      if (isIt(status)) return true
    }
    return false
  }
}

type TroubledDrill = {
  client: KeepAlive
  secret: string
  journal: Journal
  watch: Watch
  found: Tally
  recoveryMs: number[]
  pid: number
}

/** Causes one fault after another under load. Acknowledged payments must survive all of them. */
export async function livesThrough(
  server: KillableServer,
  troubles: readonly Trouble[],
  count: number,
): Promise<Tally> {
  const found = tally()
  using client = keepAlive(server.url, PROBES)
  const { secret } = await signUp(server.url)
  const watch = new Watch()
  const { through } = watch
  const { journal, stop } = startPayers({ server, secret, atOnce: AT_ONCE, through })
  const pid = server.pid()
  const drilled: TroubledDrill = { client, secret, journal, watch, found, recoveryMs: [], pid }
  const most = count + Math.ceil(count * UNSEEN)
  for (let cycle = 0; found.tried < count && cycle < most; cycle++) {
    const trouble = troubles[cycle % troubles.length]
    if (trouble) await liveThrough(trouble, drilled)
  }
  await stop()
  if (server.pid() !== pid) blame(found, 'crashed', 'the server did not stay the same process')
  await server.stop()
  const { lost, doubled } = await compare(journal, server.databaseUrl)
  const broken = await brokenInvariants(server.databaseUrl)
  blameEach(found, 'lost', lost)
  blame(found, 'doubled', 'a key was answered with another payment, or stored twice', doubled)
  blameEach(found, 'crashed', [...broken, ...journal.strange])
  found.notes = [
    `${journal.acknowledged.size} payments acknowledged`,
    `by turns: ${troubles.map(({ name }) => name).join(', ')}`,
    `writes again after ${Math.round(Math.max(...drilled.recoveryMs))} ms at most`,
    ...found.notes.slice(0, 10),
  ]
  return found
}

async function liveThrough(trouble: Trouble, drilled: TroubledDrill): Promise<void> {
  const { watch, found, recoveryMs } = drilled
  for (let paid = randomInt(5, 60); paid > 0; paid--) await watch.sees(isPaid)
  let hasShown = true
  try {
    await trouble.begin()
    if (!trouble.isBrief) {
      hasShown = await watch.sees(isFailure)
      await probe(trouble, drilled)
    }
  } finally {
    await trouble.end()
  }
  const endedAt = performance.now()
  await vi.waitFor(
    async () => {
      if ((await pay(drilled)).status !== 201) throw new Error(`${trouble.name} does not pass`)
    },
    { timeout: RECOVERS_WITHIN_MS, interval: 5 },
  )
  recoveryMs.push(performance.now() - endedAt)
  // A fault that no payer noticed does not count as survived.
  if (hasShown) found.tried += 1
  else found.notes.push(`${trouble.name} did not show`)
}

/** Makes a payment of the drill's own. The final comparison includes it, like those of the payers. */
async function pay({ client, secret, journal }: TroubledDrill): Promise<PlainAnswer> {
  const key = randomUUID()
  journal.keys.add(key)
  const answer = await client.ask({
    method: 'POST',
    path: '/api/payments',
    headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
    body: payment(),
  })
  if (answer.status === 201) journal.acknowledge(key, JSON.parse(answer.body))
  return answer
}

const reads = ['/api/transactions?limit=5', '/api/dashboard/stats', '/api/customers?limit=5']

async function probe({ name, canRead }: Trouble, drilled: TroubledDrill): Promise<void> {
  const { client, secret, found } = drilled
  const complain = ({ status, body }: PlainAnswer, what: string) => {
    blame(found, 'crashed', `${name}: ${status} to ${what}: ${body.slice(0, 200)}`)
  }
  for (let times = 0; times < PROBES; times++) {
    const paid = await pay(drilled)
    if (paid.status !== 201 && !isRefusal(paid)) complain(paid, 'a payment')
    for (const path of reads) {
      const answer = await client.ask({ path, headers: { authorization: `Bearer ${secret}` } })
      const isFine = answer.status === 200 || (!canRead && isRefusal(answer))
      if (!isFine) complain(answer, path)
    }
  }
  const alive = await client.ask({ path: '/healthz' })
  if (alive.status !== 200) complain(alive, '/healthz')
}

const isRefusal = ({ status, headers, body }: PlainAnswer): boolean =>
  status === 503 &&
  /^\d+$/.test(String(headers['retry-after'])) &&
  JSON.parse(body).code === 'unavailable'
