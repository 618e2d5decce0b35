import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isSharded, perMerchant, type Sent } from '../citus/per-merchant.ts'
import { isUnavailable, wantsRetry } from '../failures.ts'
import { nameOf } from '../prepared.ts'
import type { OnHeld } from '../sqlite/group-commit.ts'

/** Sees each statement as it is sent, over which connection, and with which values. */
export type OnStatement = (text: string, connection: object, values: readonly unknown[]) => void

/** What is told of the statements, and how they are sent; times are in milliseconds. */
export type PoolWatch = {
  onHeld?: OnHeld | undefined
  onStatement?: OnStatement | undefined
  /** Whether merchants turned out to be spread over machines, with each connection. */
  onShards?: ((isSharded: boolean) => void) | undefined
  /** Whether statements go by a name. */
  isNaming?: boolean
  /** Where sessions have no limits of their own each transaction begins with these. */
  limitMs?: number
}

/** To a commit PostgreSQL said nothing any more, or that the change is not at its standby: it is kept, or it is not. */
export class UnknownOutcomeError extends Error {
  readonly code = 'OUTCOME_UNKNOWN'

  constructor(options?: ErrorOptions) {
    super('it is not known whether the database has kept the change', options)
  }
}

/** How many connections are for what; a single one is for both. */
export function sharesOf(connections: number): { reads: number; work: number } {
  // One more than read something long at once, for what is short.
  const reads = Math.max(1, Math.min(Math.ceil(connections / 2) + 1, connections - 1))
  return { reads, work: connections - reads }
}

/** Connections for statements outside transactions, and for transactions. They are the same where there is one. */
export type Pools = { reads: pg.Pool; work: pg.Pool }

/**
 * The pools as Kysely sees them. Prepared queries go by a name, so that PostgreSQL parses and plans them
 * once for each connection instead of with every payment. Payments keep to connections that have done the same
 * before, however many lists are asked for: on another, which knows no table and has no plan, one takes a tenth of a
 * second longer. A connection is taken with the first statement, not when Kysely asks for one.
 */
export function namingPool({ reads, work }: Pools, watch: PoolWatch = {}): PostgresPool {
  const senders = new WeakMap<pg.PoolClient, Sender>()
  const turns = new Turns(Math.max(1, reads.options.max - 1))
  const take = async (of: keyof Pools): Promise<Sender> => {
    const client = await { reads, work }[of].connect()
    const sender = senders.get(client) ?? (await senderOf(client, watch))
    senders.set(client, sender)
    return sender
  }
  return {
    end: async () => {
      await Promise.all([...new Set([reads, work])].map((pool) => pool.end()))
    },
    connect: async () => checkout(take, watch, turns),
  }
}

/**
 * Statements outside transactions have half of the connections at once: each of a payment's, which come one
 * after the other, would otherwise share the database's processors with all that many lists ask. One that goes by
 * a name finds its rows by their key and waits for nobody: a payment begins by reading who calls.
 */
class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

type Send = (sent: Sent) => Promise<pg.QueryResult>

/** How a connection sends; `broken` says why it must not be used again. */
type Sender = {
  client: pg.PoolClient
  send: Send
  sendAlone: Send
  broken: () => Error | undefined
}

/**
 * A connection that must not be used again: one that was silent for too long, and one to a server that takes no
 * writes any more. The next one that is opened may lead to another server.
 */
const isBeyondUse = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Query read timeout' || ('code' in error && error.code === '25006'))

/** Sends over a connection until it breaks, and tells a commit whose outcome is unknown from one that failed. */
function carefulSender(
  client: pg.PoolClient,
  { isNaming = true, limitMs }: PoolWatch,
): Pick<Sender, 'send' | 'broken'> {
  let broken: Error | undefined
  let isUnreplicated = false
  // Told to wait no longer for its standby PostgreSQL commits all the same, and says so beside.
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') isUnreplicated = true
  })
  const send: Send = async ({ text, values }) => {
    // A statement that was not answered is still under way, and whatever follows would wait behind it.
    if (broken) throw broken
    isUnreplicated = false
    const sent = isBegin(text) && limitMs !== undefined ? withLimits(text, limitMs) : text
    try {
      const name = isNaming ? nameOf(text) : undefined
      inOnePacket(client)
      const result = await client.query({ text: sent, values, name })
      if (isUnreplicated) throw new UnknownOutcomeError()
      // Several statements have several results.
      return Array.isArray(result) ? result[0] : result
    } catch (error) {
      if (isBeyondUse(error)) broken = error as Error
      if (isCommit(text) && isUnavailable(error) && !wantsRetry(error)) {
        // The rollback that follows must not say anything else.
        broken = new UnknownOutcomeError({ cause: error })
        throw broken
      }
      throw error
    }
  }
  return { send, broken: () => broken }
}

type Stream = { cork: () => void; uncork: () => void }

/** What is sent in one turn of the event loop leaves in one packet, and PostgreSQL is woken once for it. */
function inOnePacket(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Stream } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const isBegin = (text: string): boolean => /^(?:begin|start transaction)/i.test(text)
const isCommit = (text: string): boolean => /^commit$/i.test(text)
const isRollback = (text: string): boolean => /^rollback$/i.test(text)

/** In one message, so that it takes no longer than to begin. */
const withLimits = (text: string, ms: number): string =>
  `${text}; set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${ms}`

/** A connection to sharded merchants sends what is about several of them one by one. */
async function senderOf(client: pg.PoolClient, watch: PoolWatch): Promise<Sender> {
  const { send, broken } = carefulSender(client, watch)
  const sharded = await isSharded(client).catch((error: unknown) => {
    client.release(true)
    throw error
  })
  watch.onShards?.(sharded)
  if (!sharded) return { client, send, sendAlone: send, broken }
  const sendEach = async (all: readonly Sent[]): Promise<pg.QueryResult> => {
    const results: pg.QueryResult[] = []
    for (const each of all) results.push(await send(each))
    const rows = results.flatMap((result) => result.rows)
    const rowCount = results.reduce((sum, result) => sum + (result.rowCount ?? 0), 0)
    return { ...results[0], rows, rowCount } as pg.QueryResult
  }
  const say = (text: string) => send({ text, values: [] })
  let before: Promise<unknown> = Promise.resolve()
  return {
    client,
    broken,
    // What stands for one statement is sent whole before what stands for the next.
    send: (sent) => {
      const several = perMerchant(sent.text, sent.values) ?? [sent]
      const mine = before.then(() => sendEach(several))
      before = mine.catch(() => undefined)
      return mine
    },
    // One statement is whole or not at all; so is what is sent in its place.
    sendAlone: async (sent) => {
      const several = perMerchant(sent.text, sent.values)
      if (!several) return send(sent)
      if (several.length === 1) return sendEach(several)
      await say('begin')
      try {
        const result = await sendEach(several)
        await say('commit')
        return result
      } catch (error) {
        await say('rollback')
        throw error
      }
    },
  }
}

/** What Kysely holds as a connection, from `connect` to `release`. */
function checkout(
  take: (of: keyof Pools) => Promise<Sender>,
  { onHeld, onStatement }: PoolWatch,
  turns: Turns,
): PostgresPoolClient {
  let taken: Promise<Sender> | undefined
  let mine: Sender | undefined
  let beganMs: number | undefined
  let begun: Promise<unknown> | undefined
  const begin = (own: Sender, text: string) => {
    beganMs = performance.now()
    begun = own.send({ text, values: [] })
    // The statement behind it says so.
    begun.catch(() => undefined)
    return { command: 'BEGIN', rowCount: null, rows: [] }
  }
  const send = async (text: string, values: unknown[]) => {
    taken ??= take(isBegin(text) ? 'work' : 'reads')
    mine ??= await taken
    onStatement?.(text, mine.client, values)
    if (isBegin(text)) return begin(mine, text)
    const sent = (beganMs === undefined ? mine.sendAlone : mine.send)({ text, values })
    try {
      if (begun) {
        sent.catch(() => undefined)
        await begun
        begun = undefined
      }
      return await sent
    } finally {
      if (beganMs !== undefined && (isCommit(text) || isRollback(text))) {
        onHeld?.(performance.now() - beganMs)
        beganMs = undefined
      }
    }
  }
  const query = async (text: string, values: unknown[]) => {
    if (beganMs !== undefined || isBegin(text) || nameOf(text) !== undefined) {
      return send(text, values)
    }
    await turns.take()
    try {
      return await send(text, values)
    } finally {
      turns.give()
    }
  }
  return {
    query,
    // The pool gives each checkout a release of its own.
    release: () => mine?.client.release(mine.broken()),
    // No cursors are configured, which is the other way to call `query`.
  } as unknown as PostgresPoolClient
}
