import pg from 'pg'

const pools = new Map<string, pg.Pool>()

/** Kept open for all tests of a worker: to open a connection takes as long as to copy a database. */
export function administration(connectionString: string): pg.Pool {
  const kept = pools.get(connectionString)
  if (kept) return kept
  const pool = new pg.Pool({ connectionString, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server ends before the workers do.
  pool.on('error', () => undefined)
  pools.set(connectionString, pool)
  return pool
}
