import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/** Adds the merchant's VAT number and tax code, which receipts show; null until an owner enters them. */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  for (const column of ['vat_number', 'tax_code']) {
    await db.schema.alterTable('merchants').addColumn(column, text).execute()
  }
}
