import { sql } from 'kysely'
import type { DialectDb } from '#db/tables.ts'
import { localPosition } from './calendar-positions.queries.ts'
import { addCustomers, addPayments, ensureTotals, rollupTables } from './sums.queries.ts'

/**
 * Replaces all sums of a new merchant in calendar 0, computed from the stored customers and payments. Payments must
 * already contain their day, weekday and slot. Call it in a transaction.
 */
export async function sumAll(
  world: DialectDb,
  { id: merchantId, currency, timezone }: { id: string; currency: string; timezone: string },
): Promise<void> {
  const { db, dialect } = world
  for (const table of rollupTables) {
    await sql`delete from ${sql.table(table)} where merchant_id = ${merchantId}`.execute(db)
  }
  const part = { target: { merchantId, calendar: 0 as const }, condition: sql`1 = 1` }
  const { first, last } = await db
    .selectFrom('customers')
    .where('merchantId', '=', merchantId)
    .select((eb) => [eb.fn.min('createdAt').as('first'), eb.fn.max('createdAt').as('last')])
    .executeTakeFirstOrThrow()
  if (!first || !last) return
  const { day } = localPosition(dialect, { fromAt: first, toAt: last, timezone })
  await addCustomers(world, part, day)
  await ensureTotals(world, part, currency)
  await addPayments(world, part)
}
