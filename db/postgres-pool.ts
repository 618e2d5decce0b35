import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { OnHeld } from './group-commit.ts'
import { nameOf } from './prepared.ts'

/** Sees each statement as it is sent, and over which connection. */
export type OnStatement = (text: string, connection: object) => void

/** What is told of the statements; times are in milliseconds. */
export type PoolWatch = { onHeld?: OnHeld | undefined; onStatement?: OnStatement | undefined }

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
      const made = clientOf(client, watch, places)
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

function clientOf(
  client: pg.PoolClient,
  { onHeld, onStatement }: PoolWatch,
  places: Places,
): PostgresPoolClient {
  let beganMs: number | undefined
  const query = async (text: string, values: unknown[]) => {
    onStatement?.(text, client)
    if (/^(?:begin|start transaction)/i.test(text)) beganMs = performance.now()
    const isAlone = beganMs === undefined
    if (isAlone) await places.take()
    try {
      return await client.query({ text, values, name: nameOf(text) })
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
