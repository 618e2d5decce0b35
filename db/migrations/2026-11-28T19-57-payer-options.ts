import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds options of a payment for its payer: the URLs back to the shop, the language, and the time to pay. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await addColumns(db, portable, {
    table: 'transactions',
    columns: [
      ['return_url', text],
      ['cancel_url', text],
      ['locale', text],
      ['expires_at', text],
    ],
  })
}
