import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates personal settings: a person's language, and names for the lists that they open often. */
export async function up(db: Kysely<unknown>, { text, tableEnd }: Portable): Promise<void> {
  await db.schema
    .createTable('preferences')
    .modifyEnd(tableEnd)
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull().check(sql`language in ('spec', 'it', 'en')`))
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('preferences_pk', ['provider', 'subject'])
    .execute()
  await db.schema
    .createTable('saved_views')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('search', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('saved_views_pk', ['merchant_id', 'provider', 'subject', 'id'])
    .execute()
}
