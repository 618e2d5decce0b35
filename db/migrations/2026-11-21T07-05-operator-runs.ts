import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Stores when each operator command last ran and how many faults it found, so that monitoring notices a missing run.
 */
export async function up(db: Kysely<unknown>, { text, integer, tableEnd }: Portable) {
  await db.schema
    .createTable('operator_runs')
    .modifyEnd(tableEnd)
    .addColumn('verb', text, (c) => c.primaryKey().notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('findings', integer, (c) => c.notNull().check(sql`findings >= 0`))
    .execute()
}
