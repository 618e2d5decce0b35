import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates the branding of a merchant's payer pages: one row for each merchant who has chosen something. */
export async function up(db: Kysely<unknown>, { text, tableEnd }: Portable): Promise<void> {
  await db.schema
    .createTable('merchant_looks')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    // A colour such as #1864ab.
    .addColumn('accent', text)
    .addColumn('support_email', text)
    .addColumn('terms_url', text)
    .addColumn('privacy_url', text)
    // The logo in base64, and the SHA-256 of its bytes, which identifies it in its URL.
    .addColumn('logo', text)
    .addColumn('logo_type', text, (c) => c.check(sql`logo_type in ('image/png', 'image/jpeg')`))
    .addColumn('logo_hash', text)
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('merchant_looks_pk', ['merchant_id'])
    .addForeignKeyConstraint('merchant_looks_merchant', ['merchant_id'], 'merchants', ['id'])
    .addCheckConstraint(
      'merchant_looks_logo',
      sql`(logo is null) = (logo_type is null) and (logo is null) = (logo_hash is null)`,
    )
    .execute()
  // A payer's browser sends only the logo's URL: this index finds the logo.
  await db.schema
    .createIndex('merchant_looks_logo_hash')
    .on('merchant_looks')
    .column('logo_hash')
    .execute()
}
