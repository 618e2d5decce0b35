import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { nameOf } from './prepared.ts'

/**
 * The pool as Kysely sees it. Prepared queries go by a name, so that PostgreSQL parses and plans them
 * once for each connection instead of with every payment.
 */
export function namingPool(pool: pg.Pool): PostgresPool {
  // Kysely knows a connection again by its client.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const made = clientOf(client)
      clients.set(client, made)
      return made
    },
  }
}

const clientOf = (client: pg.PoolClient): PostgresPoolClient =>
  ({
    query: (text: string, values: unknown[]) => client.query({ text, values, name: nameOf(text) }),
    // The pool gives each checkout a release of its own.
    release: () => client.release(),
    // No cursors are configured, which is the other way to call `query`.
  }) as unknown as PostgresPoolClient
