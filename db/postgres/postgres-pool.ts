import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isSharded, type StatementText, splitStatement } from '../citus/per-merchant.ts'
import { isUnavailable, wantsRetry } from '../failures.ts'
import { nameOf } from '../prepared.ts'
import type { OnHeld } from '../sqlite/group-commit.ts'

/** Receives each statement as it is sent, with its connection and its values. */
export type OnStatement = (text: string, connection: object, values: readonly unknown[]) => void

/** Observers of the statements, and options for sending them; times are in milliseconds. */
export type PoolSettings = {
  onHeld?: OnHeld | undefined
  onStatement?: OnStatement | undefined
  /** Receives, for each new connection, whether merchants are sharded. */
  onShards?: ((isSharded: boolean) => void) | undefined
  /** True if statements are sent by name. */
  usesNamedStatements?: boolean
  /**
   * Time limit that is set at the start of each transaction. Needed behind a pooler, where sessions cannot have a limit
   * of their own.
   */
  limitMs?: number
}

/**
 * Thrown if PostgreSQL did not respond to a commit, or its standby does not have the change: the change may be stored
 * or not.
 */
export class UnknownOutcomeError extends Error {
  readonly code = 'OUTCOME_UNKNOWN'

  constructor(options?: ErrorOptions) {
    super('it is not known whether the database has kept the change', options)
  }
}

/**
 * Divides a number of connections between statements outside transactions (`reads`) and transactions (`work`). With one
 * connection, `work` is 0 and both use the same pool.
 */
export function splitConnections(connections: number): { reads: number; work: number } {
  // Adds a connection for short reads to the number of concurrent long reads.
  const reads = Math.max(1, Math.min(Math.ceil(connections / 2) + 1, connections - 1))
  return { reads, work: connections - reads }
}

/**
 * Connections for statements outside transactions, and for transactions. With one connection, both are the same pool.
 */
export type Pools = { reads: pg.Pool; work: pg.Pool }

/**
 * Returns the pools in the form that Kysely uses. Prepared queries have names, so PostgreSQL parses and plans them once
 * per connection, not with every payment. Payments keep to connections that have run them before, however many lists
 * are read. On a fresh connection, without cached tables and plans, a payment takes a tenth of a second longer. A
 * connection is taken with the first statement, not when Kysely requests one.
 */
export function createKyselyPool(
  { reads, work }: Pools,
  settings: PoolSettings = {},
): PostgresPool {
  const senders = new WeakMap<pg.PoolClient, StatementSender>()
  const semaphore = new Semaphore(Math.max(1, reads.options.max - 1))
  const takeSender = async (of: keyof Pools): Promise<StatementSender> => {
    const client = await { reads, work }[of].connect()
    const sender = senders.get(client) ?? (await senderOf(client, settings))
    senders.set(client, sender)
    return sender
  }
  return {
    end: async () => {
      await Promise.all([...new Set([reads, work])].map((pool) => pool.end()))
    },
    connect: async () => checkout(takeSender, settings, semaphore),
  }
}

/**
 * Limits statements outside transactions to half of the connections at once. Otherwise the statements of a payment,
 * which run one after another, would share the database's processors with the statements of many lists. Named
 * statements find rows by key and never wait here: a payment begins with a named statement, which reads its caller.
 */
class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async acquire(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

type SendStatement = (sent: StatementText) => Promise<pg.QueryResult>

/**
 * The send functions of a connection: `send` for statements of a transaction, `sendAlone` for all others. `broken`
 * returns why the connection must not be used again.
 */
type StatementSender = {
  client: pg.PoolClient
  send: SendStatement
  sendAlone: SendStatement
  broken: () => Error | undefined
}

/**
 * Returns true if the connection must not be used again: it timed out, or its server no longer accepts writes. The next
 * connection may reach another server.
 */
const isUnusable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Query read timeout' || ('code' in error && error.code === '25006'))

/** Sends over a connection until it breaks, and distinguishes a commit with an unknown outcome from one that failed. */
function createSender(
  client: pg.PoolClient,
  { usesNamedStatements = true, limitMs }: PoolSettings,
): Pick<StatementSender, 'send' | 'broken'> {
  let broken: Error | undefined
  let isUnreplicated = false
  // If its wait for the standby is cancelled, PostgreSQL commits all the same, and reports that only in a notice.
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') isUnreplicated = true
  })
  const send: SendStatement = async ({ text, values }) => {
    // A statement without a response is still running, and any other would wait behind it.
    if (broken) throw broken
    isUnreplicated = false
    const sent = isBegin(text) && limitMs !== undefined ? withLimits(text, limitMs) : text
    try {
      const name = usesNamedStatements ? nameOf(text) : undefined
      corkForTick(client)
      const result = await client.query({ text: sent, values, name })
      if (isUnreplicated) throw new UnknownOutcomeError()
      // A message with several statements has several results.
      return Array.isArray(result) ? result[0] : result
    } catch (error) {
      if (isUnusable(error)) broken = error as Error
      if (isCommit(text) && isUnavailable(error) && !wantsRetry(error)) {
        // The rollback that follows must throw the same error.
        broken = new UnknownOutcomeError({ cause: error })
        throw broken
      }
      throw error
    }
  }
  return { send, broken: () => broken }
}

type Stream = { cork: () => void; uncork: () => void }

/** Sends all statements of one event-loop tick in one packet, so that PostgreSQL wakes only once. */
function corkForTick(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Stream } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const isBegin = (text: string): boolean => /^(?:begin|start transaction)/i.test(text)
const isCommit = (text: string): boolean => /^commit$/i.test(text)
const isRollback = (text: string): boolean => /^rollback$/i.test(text)

/** Sets the limits in the message that begins the transaction, without another round trip. */
const withLimits = (text: string, ms: number): string =>
  `${text}; set local statement_timeout = ${ms}; set local idle_in_transaction_session_timeout = ${ms}`

/**
 * Returns the sender of a connection. On a sharded database it sends statements about several merchants once per
 * merchant.
 */
async function senderOf(client: pg.PoolClient, settings: PoolSettings): Promise<StatementSender> {
  const { send, broken } = createSender(client, settings)
  const sharded = await isSharded(client).catch((error: unknown) => {
    client.release(true)
    throw error
  })
  settings.onShards?.(sharded)
  if (!sharded) return { client, send, sendAlone: send, broken }
  const sendEach = async (all: readonly StatementText[]): Promise<pg.QueryResult> => {
    const results: pg.QueryResult[] = []
    for (const each of all) results.push(await send(each))
    const rows = results.flatMap((result) => result.rows)
    const rowCount = results.reduce((sum, result) => sum + (result.rowCount ?? 0), 0)
    return { ...results[0], rows, rowCount } as pg.QueryResult
  }
  const runCommand = (text: string) => send({ text, values: [] })
  let previous: Promise<unknown> = Promise.resolve()
  return {
    client,
    broken,
    // All parts of one statement are sent before any part of the next.
    send: (sent) => {
      const statements = splitStatement(sent.text, sent.values) ?? [sent]
      const result = previous.then(() => sendEach(statements))
      previous = result.catch(() => undefined)
      return result
    },
    // A single statement is atomic, so its parts run in one transaction.
    sendAlone: async (sent) => {
      const statements = splitStatement(sent.text, sent.values)
      if (!statements) return send(sent)
      if (statements.length === 1) return sendEach(statements)
      await runCommand('begin')
      try {
        const result = await sendEach(statements)
        await runCommand('commit')
        return result
      } catch (error) {
        await runCommand('rollback')
        throw error
      }
    },
  }
}

/** Returns the connection that Kysely has between `connect` and `release`. */
function checkout(
  takeSender: (of: keyof Pools) => Promise<StatementSender>,
  { onHeld, onStatement }: PoolSettings,
  semaphore: Semaphore,
): PostgresPoolClient {
  let pendingSender: Promise<StatementSender> | undefined
  let currentSender: StatementSender | undefined
  let beganMs: number | undefined
  let pendingBegin: Promise<unknown> | undefined
  const begin = (sender: StatementSender, text: string) => {
    beganMs = performance.now()
    pendingBegin = sender.send({ text, values: [] })
    // The transaction's first statement, sent right after this one, reports the failure.
    pendingBegin.catch(() => undefined)
    return { command: 'BEGIN', rowCount: null, rows: [] }
  }
  const send = async (text: string, values: unknown[]) => {
    pendingSender ??= takeSender(isBegin(text) ? 'work' : 'reads')
    currentSender ??= await pendingSender
    onStatement?.(text, currentSender.client, values)
    if (isBegin(text)) return begin(currentSender, text)
    const sent = (beganMs === undefined ? currentSender.sendAlone : currentSender.send)({
      text,
      values,
    })
    try {
      if (pendingBegin) {
        sent.catch(() => undefined)
        await pendingBegin
        pendingBegin = undefined
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
    await semaphore.acquire()
    try {
      return await send(text, values)
    } finally {
      semaphore.release()
    }
  }
  return {
    query,
    // The pool gives each checkout its own release function.
    release: () => currentSender?.client.release(currentSender.broken()),
    // The other signature of `query` takes a cursor, and no cursors are configured.
  } as unknown as PostgresPoolClient
}
