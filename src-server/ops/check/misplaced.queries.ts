import { sql } from 'kysely'
import type { Calendar, Db } from '#db/tables.ts'
import { listMerchants } from '#server/features/merchants/merchants.queries.ts'
import { localMoment } from '#server/shared/day.ts'

const BATCH = 5000

type ZonesOfPayment = {
  calendar: Calendar
  timezone: string
  newTimezone: string | null
  /** 1 if a running change of time zone has computed the payment's day in the new zone already. */
  isReached: number
}

/**
 * Returns at most `maxRows` payments whose stored business day does not match their time in the merchant's time zone.
 * During a change of time zone, this also checks the days in the new zone.
 * The merchant is read with each batch, because its time zone may change meanwhile.
 */
export async function findMisplacedPayments(db: Db, maxRows: number): Promise<unknown[]> {
  const misplaced: unknown[] = []
  for (const { id: merchantId } of await listMerchants(db)) {
    let after = ''
    for (;;) {
      const rows = await db
        .selectFrom('transactions as t')
        .innerJoin('merchants as m', 'm.id', 't.merchantId')
        .select(['t.id', 't.createdAt', 't.day', 't.weekday', 't.slot'])
        .select(['t.dayB', 't.weekdayB', 't.slotB', 'm.calendar', 'm.timezone', 'm.newTimezone'])
        .select(
          sql<number>`case when (t.created_at, t.id) <= (m.made_at, m.made_id) then 1 else 0 end`.as(
            'isReached',
          ),
        )
        .where('t.merchantId', '=', merchantId)
        .where('t.id', '>', after)
        .orderBy('t.id')
        .limit(BATCH)
        .execute()
      const last = rows.at(-1)
      if (!last || misplaced.length >= maxRows) break
      after = last.id
      misplaced.push(...rows.filter((row) => !isOnItsDay(row)))
    }
  }
  return misplaced
}

type Row = ZonesOfPayment & {
  createdAt: string
  day: string
  weekday: number
  slot: number
  dayB?: string | null
  weekdayB?: number | null
  slotB?: number | null
}

function isOnItsDay(row: Row): boolean {
  const { calendar, timezone, newTimezone } = row
  const zones = [timezone, row.isReached === 1 ? newTimezone : null]
  return [calendar, 1 - calendar].every((calendarNumber, at) => {
    const zone = zones[at]
    if (!zone) return true
    const { day, weekday, slot } = localMoment(Date.parse(row.createdAt), zone)
    const stored =
      calendarNumber === 0 ? [row.day, row.weekday, row.slot] : [row.dayB, row.weekdayB, row.slotB]
    return stored[0] === day && stored[1] === weekday && stored[2] === slot
  })
}
