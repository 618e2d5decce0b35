import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the method with which the payer paid. Payments older than these columns have none, so no row is written. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await addColumns(db, portable, {
    table: 'transactions',
    columns: [
      ['method_type', text],
      ['method_brand', text],
      ['method_last4', text],
      ['method_wallet', text],
      ['method_country', text],
      ['method_funding', text],
    ],
  })
}
