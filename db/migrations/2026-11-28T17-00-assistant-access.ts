import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Adds the setting whether assistants may use a merchant's keys; null until an owner decides. */
export async function up(db: Kysely<unknown>, { integer }: Portable): Promise<void> {
  await db.schema
    .alterTable('merchants')
    .addColumn('assistant_access', integer, (c) => c.check(sql`assistant_access in (0, 1)`))
    .execute()
}
