import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Gives a merchant a test book and, once it is live, a live book, which is a merchant of its own. The two merchants
 * refer to each other. Existing merchants are test books.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema
    .alterTable('merchants')
    .addColumn('mode', text, (c) =>
      c.notNull().defaultTo('test').check(sql`mode in ('test', 'live')`),
    )
    .execute()
  await db.schema.alterTable('merchants').addColumn('twin_id', text).execute()
  // No book can have two twins, even with concurrent requests.
  await db.schema.createIndex('merchants_twin').unique().on('merchants').column('twin_id').execute()
}
