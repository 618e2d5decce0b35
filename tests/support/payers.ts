import { randomInt, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { openDatabase } from '#db/database.ts'
import {
  createKeepAliveClient,
  type KeepAliveClient,
  type PlainResponse,
  type RequestOptions,
} from './keep-alive.ts'
import type { KillableServer } from './killable-server.ts'

type AcknowledgedPayment = { id: string; amount: string }

/**
 * The payers' record of all responses, kept outside of the server. Compared with the database at the end of a drill.
 * Emits `answered` for a final response, and `confirmed` for any response, also one that requires a retry.
 */
export class Journal extends EventEmitter<{ sent: []; answered: []; confirmed: [] }> {
  readonly acknowledged = new Map<string, AcknowledgedPayment>()
  /** All idempotency keys that were sent. */
  readonly keys = new Set<string>()
  /** Number of responses that returned another payment for the same key. */
  doubled = 0
  /** Responses that no payer may get, such as 500. */
  readonly strange: string[] = []
  /** Number of consecutive requests to retry since the last acknowledged payment. */
  putOff = 0

  acknowledge(key: string, { id, amount }: AcknowledgedPayment): void {
    const previous = this.acknowledged.get(key)
    if (previous && (previous.id !== id || previous.amount !== amount)) this.doubled += 1
    if (!previous) this.acknowledged.set(key, { id, amount })
    this.putOff = 0
    this.emit('answered')
    this.emit('confirmed')
  }
}

/** Sends one request and resolves with its response. */
export type SendRequest = (request: RequestOptions) => Promise<PlainResponse>

const REPEAT_ONE_IN = 10

/** Running payers, and the record of what they sent and received. */
export type Payers = {
  journal: Journal
  /** Stops after the responses to the requests under way. */
  stop: () => Promise<void>
  /** Stops without waiting, for a server that will never respond again. */
  abandon: () => void
}

type PayersOptions = {
  server: Pick<KillableServer, 'url' | 'whenUp'>
  secret: string
  atOnce: number
  /** Wraps the payers' requests, so that a drill can falsify them or their responses. */
  wrapSend?: (send: SendRequest) => SendRequest
}

/**
 * Starts programs that pay like a careful integrator. They choose the key before the first try, retry every failure
 * with it, and sometimes send an old request again.
 */
export function startPayers({
  server,
  secret,
  atOnce,
  wrapSend = (send) => send,
}: PayersOptions): Payers {
  const journal = new Journal()
  const client: KeepAliveClient = createKeepAliveClient(server.url, atOnce)
  const send = wrapSend(client.send)
  const controller = new AbortController()

  const payUntilResponse = async (key: string, amount: string): Promise<void> => {
    for (;;) {
      journal.emit('sent')
      try {
        const response = await send({
          method: 'POST',
          path: '/api/payments',
          headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
          body: { amount, customerName: 'Ada Rossi', customerEmail: 'ada@example.com' },
        })
        if (response.status === 201) return journal.acknowledge(key, JSON.parse(response.body))
        if (response.status !== 409 && response.status !== 503) {
          journal.strange.push(`${response.status} ${response.body}`)
          journal.emit('answered')
          journal.emit('confirmed')
          return
        }
        journal.putOff += 1
        journal.emit('confirmed')
      } catch {
        // The server is gone and the outcome unknown, so the payer retries with the same key.
      }
      await server.whenUp()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const runPayer = async () => {
    while (!controller.signal.aborted) {
      const [old] = journal.acknowledged
      if (old && randomInt(REPEAT_ONE_IN) === 0) {
        const [key, { amount }] = pick([...journal.acknowledged].slice(-100)) ?? old
        await payUntilResponse(key, amount)
        continue
      }
      const key = randomUUID()
      journal.keys.add(key)
      await payUntilResponse(key, `${randomInt(1, 900)}.${randomInt(10, 50)}`)
    }
  }
  const running = Array.from({ length: atOnce }, runPayer)
  return {
    journal,
    stop: async () => {
      controller.abort()
      await Promise.all(running)
      client[Symbol.dispose]()
    },
    abandon: () => {
      controller.abort()
      client[Symbol.dispose]()
    },
  }
}

const pick = <T>(list: readonly T[]): T | undefined => list[randomInt(Math.max(1, list.length))]

/** Waits for this many more requests or responses. */
export async function waitForJournal(journal: Journal, name: 'sent' | 'answered', count: number) {
  for (let n = 0; n < count; n++) await once(journal, name)
}

/**
 * Differences between the payers' record and the database: descriptions of `lost` payments, and the number of `doubled`
 * ones.
 */
export type Difference = { lost: string[]; doubled: number }

/** Returns the acknowledged payments that are missing or changed, and the number of payments beyond one per key. */
export async function compareWithDatabase(
  journal: Journal,
  databaseUrl: string,
): Promise<Difference> {
  const database = openDatabase({ url: databaseUrl })
  try {
    const rows = await database.db.selectFrom('transactions').select(['id', 'amount']).execute()
    const amounts = new Map(rows.map(({ id, amount }) => [id, amount]))
    const lost = [...journal.acknowledged].filter(
      ([, { id, amount }]) => amounts.get(id) !== Math.round(Number(amount) * 100),
    )
    return {
      lost: lost.map(([key, { id }]) => `${key} ${id}`),
      doubled: journal.doubled + Math.max(0, rows.length - journal.keys.size),
    }
  } finally {
    await database.close()
  }
}
