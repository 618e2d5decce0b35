import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds what a caller may set for the payer: the ways back to the shop, the language, and the time to pay. */
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
