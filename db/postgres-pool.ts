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
  return {
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const made = clientOf(client, watch)
      clients.set(client, made)
      return made
    },
  }
}

function clientOf(client: pg.PoolClient, { onHeld, onStatement }: PoolWatch): PostgresPoolClient {
  let beganMs = 0
  const query = async (text: string, values: unknown[]) => {
    onStatement?.(text, client)
    if (/^(?:begin|start transaction)/i.test(text)) beganMs = performance.now()
    try {
      return await client.query({ text, values, name: nameOf(text) })
    } finally {
      if (/^(?:commit|rollback)$/i.test(text)) onHeld?.(performance.now() - beganMs)
    }
  }
  return {
    query,
    // The pool gives each checkout a release of its own.
    release: () => client.release(),
    // No cursors are configured, which is the other way to call `query`.
  } as unknown as PostgresPoolClient
}
