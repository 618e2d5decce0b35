import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Demo merchants hold invented payments and may be removed whole; no other merchant ever is. */
export async function up(db: Kysely<unknown>, { integer }: Portable): Promise<void> {
  await db.schema
    .alterTable('merchants')
    .addColumn('is_demo', integer, (c) => c.notNull().defaultTo(0).check(sql`is_demo in (0, 1)`))
    .execute()
}
