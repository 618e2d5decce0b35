import pg from 'pg'

const pools = new Map<string, pg.Pool>()

/**
 * Returns a pool for administrative statements. It stays open for all tests of a worker, because opening a connection
 * takes as long as copying a database.
 */
export function administrationPool(connectionString: string): pg.Pool {
  const existing = pools.get(connectionString)
  if (existing) return existing
  const pool = new pg.Pool({ connectionString, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // Ignores errors, because the server ends before the test workers do.
  pool.on('error', () => undefined)
  pools.set(connectionString, pool)
  return pool
}
