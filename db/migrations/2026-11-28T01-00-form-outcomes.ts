import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds what became of a payer's form, and by which payer and form it came: payments that succeed hardly count. */
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
