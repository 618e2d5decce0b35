import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Adds the setting whether a merchant's customers get mails, and their language; null means the default. */
export async function up(db: Kysely<unknown>, { text, integer }: Portable): Promise<void> {
  const merchants = () => db.schema.alterTable('merchants')
  await merchants()
    .addColumn('customer_mails', integer, (c) => c.check(sql`customer_mails in (0, 1)`))
    .execute()
  await merchants()
    .addColumn('customer_language', text, (c) => c.check(sql`customer_language in ('it', 'en')`))
    .execute()
}
