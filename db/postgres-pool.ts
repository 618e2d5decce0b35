import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { OnHeld } from './group-commit.ts'
import { isSharded, perMerchant, type Sent } from './per-merchant.ts'
import { nameOf } from './prepared.ts'

/** Sees each statement as it is sent, over which connection, and with which values. */
export type OnStatement = (text: string, connection: object, values: readonly unknown[]) => void

/** What is told of the statements; times are in milliseconds. */
export type PoolWatch = {
  onHeld?: OnHeld | undefined
  onStatement?: OnStatement | undefined
  /** Whether merchants turned out to be spread over machines, with each connection. */
  onShards?: ((isSharded: boolean) => void) | undefined
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
type Sender = { client: pg.PoolClient; send: Send; sendAlone: Send }

/** A connection to sharded merchants sends what is about several of them one by one. */
async function senderOf(client: pg.PoolClient, { onShards }: PoolWatch): Promise<Sender> {
  const send: Send = ({ text, values }) => client.query({ text, values, name: nameOf(text) })
  const sharded = await isSharded(client).catch((error: unknown) => {
    client.release(true)
    throw error
  })
  onShards?.(sharded)
  if (!sharded) return { client, send, sendAlone: send }
  const sendEach = async (all: readonly Sent[]): Promise<pg.QueryResult> => {
    const results: pg.QueryResult[] = []
    for (const each of all) results.push(await send(each))
    const rows = results.flatMap((result) => result.rows)
    const rowCount = results.reduce((sum, result) => sum + (result.rowCount ?? 0), 0)
    return { ...results[0], rows, rowCount } as pg.QueryResult
  }
  return {
    client,
    send: (sent) => {
      const several = perMerchant(sent.text, sent.values)
      return several ? sendEach(several) : send(sent)
    },
    // One statement is whole or not at all; so is what is sent in its place.
    sendAlone: async (sent) => {
      const several = perMerchant(sent.text, sent.values)
      if (!several) return send(sent)
      if (several.length === 1) return sendEach(several)
      await client.query('begin')
      try {
        const result = await sendEach(several)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    },
  }
}

function clientOf(
  { client, send, sendAlone }: Sender,
  { onHeld, onStatement }: PoolWatch,
  places: Places,
): PostgresPoolClient {
  let beganMs: number | undefined
  const query = async (text: string, values: unknown[]) => {
    onStatement?.(text, client, values)
    if (/^(?:begin|start transaction)/i.test(text)) beganMs = performance.now()
    const isAlone = beganMs === undefined
    if (isAlone) await places.take()
    try {
      return await (isAlone ? sendAlone : send)({ text, values })
    } finally {
      if (isAlone) places.give()
      if (beganMs !== undefined && /^(?:commit|rollback)$/i.test(text)) {
        onHeld?.(performance.now() - beganMs)
        beganMs = undefined
      }
    }
  }
  return {
    query,
    // The pool gives each checkout a release of its own.
    release: () => client.release(),
    // No cursors are configured, which is the other way to call `query`.
  } as unknown as PostgresPoolClient
}
