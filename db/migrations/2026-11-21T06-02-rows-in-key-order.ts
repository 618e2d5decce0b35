import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

const tables = [
  'transaction_events',
  'rollup_days',
  'rollup_slots',
  'rollup_customer_days',
  'rollup_customer_months',
]

/**
 * Stores rows on SQLite in key order if they are always found by their key. Otherwise each row is stored twice, in
 * insertion order and by key: it is written twice, and read in two steps. A payment touches six of these rows; storing
 * them once allowed 5 % more payments per second.
 */
export async function up(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  if (dialect !== 'sqlite') return
  for (const table of tables) {
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_master where type = 'table' and name = ${table}
    `.execute(db)
    await sql`alter table ${sql.table(table)} rename to replaced`.execute(db)
    await sql.raw(`${rows[0]?.sql}, without rowid`).execute(db)
    await sql`insert into ${sql.table(table)} select * from replaced`.execute(db)
    await sql`drop table replaced`.execute(db)
  }
}
