import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Gives a business a merchant for test mode and, once it goes live, another merchant for live mode. The two merchants
 * refer to each other. Existing merchants are in test mode.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema
    .alterTable('merchants')
    .addColumn('mode', text, (c) =>
      c.notNull().defaultTo('test').check(sql`mode in ('test', 'live')`),
    )
    .execute()
  await db.schema.alterTable('merchants').addColumn('twin_id', text).execute()
  // No merchant can have two twins in the other mode, even with concurrent requests.
  await db.schema.createIndex('merchants_twin').unique().on('merchants').column('twin_id').execute()
}
