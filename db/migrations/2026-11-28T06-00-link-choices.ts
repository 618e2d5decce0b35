import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the choices that a link offers to its payers (quantities and tips), and the choices of each payment's payer. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, bigint } = portable
  await addColumns(db, portable, {
    table: 'payment_links',
    columns: [
      // JSON: a price and the quantities that a payer may choose.
      ['quantity', text],
      // JSON: items with prices.
      ['items', text],
      // JSON: percentages or amounts.
      ['tips', text],
    ],
  })
  await addColumns(db, portable, {
    table: 'payment_link_answers',
    columns: [
      // JSON: titles, prices and quantities, as they were at the payment.
      ['lines', text],
      // Part of the payment's amount.
      ['tip', bigint, (c) => c.check(sql`tip > 0`)],
    ],
  })
}
