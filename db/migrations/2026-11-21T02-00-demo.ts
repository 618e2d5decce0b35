import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Marks demo merchants: their payments are invented, and only they may be deleted as a whole. */
export async function up(db: Kysely<unknown>, { integer }: Portable): Promise<void> {
  await db.schema
    .alterTable('merchants')
    .addColumn('is_demo', integer, (c) => c.notNull().defaultTo(0).check(sql`is_demo in (0, 1)`))
    .execute()
}
