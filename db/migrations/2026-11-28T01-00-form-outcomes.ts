import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds the outcome, the payer and the hash of each submitted payment form: forms whose payment succeeded hardly count
 * as card testing.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await addColumns(db, portable, {
    table: 'payment_link_tries',
    columns: [
      ['outcome', text],
      ['payer', text],
      ['form_hash', text],
    ],
  })
}
