import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isUnavailable, wantsRetry } from './failures.ts'
import type { OnHeld } from './group-commit.ts'
import { isSharded, perMerchant, type Sent } from './per-merchant.ts'
import { nameOf } from './prepared.ts'

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

/**
 * The pool as Kysely sees it. Prepared queries go by a name, so that PostgreSQL parses and plans them
 * once for each connection instead of with every payment.
 */
export function namingPool(pool: pg.Pool, watch: PoolWatch = {}): PostgresPool {
  // Kysely knows a connection again by its client.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const places = new Places(Math.ceil(pool.options.max / 2))
  return {
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const made = clientOf(await senderOf(client, watch), watch, places)
      clients.set(client, made)
      return made
    },
  }
}

/**
 * Statements outside transactions have half of the connections at once: each of a payment's, which come one
 * after the other, would otherwise share the database's processors with all that many lists ask.
 */
class Places {
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
  return {
    client,
    broken,
    send: (sent) => {
      const several = perMerchant(sent.text, sent.values)
      return several ? sendEach(several) : send(sent)
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

function clientOf(
  { client, send, sendAlone, broken }: Sender,
  { onHeld, onStatement }: PoolWatch,
  places: Places,
): PostgresPoolClient {
  let beganMs: number | undefined
  const query = async (text: string, values: unknown[]) => {
    onStatement?.(text, client, values)
    if (isBegin(text)) beganMs = performance.now()
    const isAlone = beganMs === undefined
    if (isAlone) await places.take()
    try {
      return await (isAlone ? sendAlone : send)({ text, values })
    } finally {
      if (isAlone) places.give()
      if (beganMs !== undefined && (isCommit(text) || isRollback(text))) {
        onHeld?.(performance.now() - beganMs)
        beganMs = undefined
      }
    }
  }
  return {
    query,
    // The pool gives each checkout a release of its own.
    release: () => client.release(broken()),
    // No cursors are configured, which is the other way to call `query`.
  } as unknown as PostgresPoolClient
}
