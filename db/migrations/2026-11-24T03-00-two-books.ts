import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * A merchant has a test book and, once it went live, a live one: a merchant of its own. The two name each
 * other. Whatever was there is a test book.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema
    .alterTable('merchants')
    .addColumn('mode', text, (c) =>
      c.notNull().defaultTo('test').check(sql`mode in ('test', 'live')`),
    )
    .execute()
  await db.schema.alterTable('merchants').addColumn('twin_id', text).execute()
  // No book has two twins, whatever two requests at once believe.
  await db.schema.createIndex('merchants_twin').unique().on('merchants').column('twin_id').execute()
}
