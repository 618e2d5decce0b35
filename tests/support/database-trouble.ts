import { closeSync, openSync, writeSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import { sqliteFile } from '#db/database.ts'
import type { TestApp } from './test-app.ts'

/** Runs `work` in another database of the same PostgreSQL server, outside of the app's own pool. */
async function asAdmin(app: TestApp, work: (client: pg.Client, name: string) => Promise<unknown>) {
  const url = new URL(app.world.config.databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await work(client, name)
  } finally {
    await client.end()
  }
}

const terminateSql = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'

/** Ends every connection of the app to its database. */
export const terminateConnections = (app: TestApp): Promise<void> =>
  asAdmin(app, (client, name) => client.query(terminateSql, [name]))

/** Makes the app's database read-only, or writable again. */
export async function setReadOnly(app: TestApp, isReadOnly: boolean): Promise<void> {
  if (app.world.dialect === 'sqlite') {
    await sql`pragma query_only = ${sql.lit(isReadOnly ? 1 : 0)}`.execute(app.db)
    return
  }
  await asAdmin(app, async (client, name) => {
    const mode = isReadOnly ? 'on' : 'off'
    await client.query(`alter database ${name} set default_transaction_read_only = ${mode}`)
    await client.query(terminateSql, [name])
  })
  await waitForLivingConnections(app)
}

const POOL_SIZE = 10

/** Waits until the pool returns only open connections: it detects an ended connection with a delay. */
export const waitForLivingConnections = (app: TestApp): Promise<unknown> =>
  vi.waitFor(
    () =>
      Promise.all(
        Array.from({ length: POOL_SIZE }, () => [
          sql`select 1`.execute(app.db),
          app.db.transaction().execute((trx) => sql`select 1`.execute(trx)),
        ]).flat(),
      ),
    { timeout: 60_000, interval: 5 },
  )

/** Closes the app's database to every client, or opens it again. */
export async function setClosed(app: TestApp, isClosed: boolean): Promise<void> {
  await asAdmin(app, async (client, name) => {
    await client.query(`alter database ${name} allow_connections ${isClosed ? 'false' : 'true'}`)
    await client.query(terminateSql, [name])
  })
}

/** Stops SQLite's file from growing, or lets it grow again. */
export async function setFull(app: TestApp, isFull: boolean): Promise<void> {
  // SQLite never sets the limit below the file's current size.
  await sql`pragma max_page_count = ${sql.lit(isFull ? 1 : 1_073_741_823)}`.execute(app.db)
}

/** Overwrites the first page of an index in SQLite's file. */
export async function damageIndex(app: TestApp, index: string): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(app.db)
  const { rows } = await sql<{ rootpage: number; size: number }>`
    select rootpage, page_size as size from sqlite_schema, pragma_page_size where name = ${index}
  `.execute(app.db)
  const [indexPage] = rows
  if (!indexPage) throw new Error(`there is no index ${index}`)
  const file = openSync(sqliteFile(app.world.config.databaseUrl), 'r+')
  writeSync(
    file,
    Buffer.alloc(indexPage.size, 0xff),
    0,
    indexPage.size,
    (indexPage.rootpage - 1) * indexPage.size,
  )
  closeSync(file)
  // Clears the connection's page cache, so that SQLite reads the page again.
  await sql`pragma shrink_memory`.execute(app.db)
}
