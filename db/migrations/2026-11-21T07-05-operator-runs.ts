import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** When an operator's verb ran last and how many faults it found, so that monitoring can miss it. */
export async function up(db: Kysely<unknown>, { text, integer, tableEnd }: Portable) {
  await db.schema
    .createTable('operator_runs')
    .modifyEnd(tableEnd)
    .addColumn('verb', text, (c) => c.primaryKey().notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('findings', integer, (c) => c.notNull().check(sql`findings >= 0`))
    .execute()
}
