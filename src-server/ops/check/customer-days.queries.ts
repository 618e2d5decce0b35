import { type Selectable, sql } from 'kysely'
import type { Calendar, DialectDb, MerchantRow } from '#db/tables.ts'
import { listMerchants } from '#server/features/merchants/merchants.queries.ts'
import { localPosition } from '#server/services/rollups/calendar-positions.queries.ts'
import { otherCalendar } from '#server/services/rollups/calendar-positions.ts'
import { isPerson } from '#server/services/rollups/sums.queries.ts'
import { selectDifferences } from './sum-invariants.queries.ts'

type Row = Selectable<MerchantRow>

/**
 * A calendar whose rollups must be correct, its time zone, and the last customer in it; null when it contains all
 * customers.
 */
type CalendarExtent = { calendar: Calendar; timezone: string; upTo: string | null }

const calendarsOf = ({
  calendar,
  timezone,
  newTimezone,
  madeCustomerId,
}: Row): CalendarExtent[] => [
  { calendar, timezone, upTo: null },
  ...(newTimezone === null
    ? []
    : [
        {
          calendar: otherCalendar(calendar),
          timezone: newTimezone,
          upTo: madeCustomerId ?? '',
        },
      ]),
]

/**
 * Returns at most `maxRows` days whose stored number of new customers differs from the customers created on that day.
 * The merchant's time zone decides on which day a customer was created, so each merchant is queried separately.
 */
export async function findWrongCustomerDays(world: DialectDb, maxRows: number): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const merchant of await listMerchants(world.db)) {
    for (const extent of calendarsOf(merchant)) {
      if (wrong.length < maxRows) wrong.push(...(await findDifferences(world, merchant, extent)))
    }
  }
  return wrong
}

async function findDifferences(
  { db, dialect }: DialectDb,
  merchant: Row,
  { calendar, timezone, upTo }: CalendarExtent,
): Promise<unknown[]> {
  const { id } = merchant
  const { first, last } = await db
    .selectFrom('customers')
    .where('merchantId', '=', id)
    .select((eb) => [eb.fn.min('createdAt').as('first'), eb.fn.max('createdAt').as('last')])
    .executeTakeFirstOrThrow()
  const now = merchant.createdAt
  const { day } = localPosition(dialect, { fromAt: first ?? now, toAt: last ?? now, timezone })
  // A merchant that has changed since it was read is skipped.
  const isSame = sql`exists (select 1 from merchants m where m.id = ${id}
    and m.calendar = ${sql.lit(merchant.calendar)} and m.timezone = ${merchant.timezone}
    and coalesce(m.new_timezone, '') = ${merchant.newTimezone ?? ''}
    and coalesce(m.made_customer_id, '') = ${merchant.madeCustomerId ?? ''})`
  const reached = upTo === null ? sql`1 = 1` : sql`id <= ${upTo}`
  const statement = selectDifferences(
    sql`merchant_id, day, status`,
    sql`select merchant_id, day, status, count, 0 as amount, 0 as ms from rollup_customer_days
        where merchant_id = ${id} and calendar = ${sql.lit(calendar)} and ${isSame}`,
    sql`select merchant_id, ${day}, status, -count(*), 0, 0 from customers
        where merchant_id = ${id} and ${reached} and ${isSame} and ${isPerson('email_key')}
        group by merchant_id, ${day}, status`,
  )
  return (await statement.execute(db)).rows
}
