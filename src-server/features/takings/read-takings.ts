import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import { addDays, type Day, localMoment, monthOf } from '#server/shared/day.ts'
import { type Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import { listPaymentDays, listRefundDays } from './takings.queries.ts'
import {
  addToTotals,
  type DayTakings,
  netOf,
  type TakingsSums,
  takingsOf,
} from './takings.rules.ts'
import type { ListTakings, Takings, TakingsTotal } from './takings.schema.ts'

/** A response has at most a year, leap years included. An export has no such limit. */
const MAX_DAYS = 366

type Days = MerchantCalendar & { from: Day; to: Day; currency?: Currency | undefined }

/**
 * Reads the takings of some days. A payment counts on the day on which it was taken, a refund on the day on which it
 * was made, each in the merchant's time zone.
 */
export async function readDays(db: MerchantCtx['db'], days: Days): Promise<DayTakings[]> {
  const payments = await listPaymentDays(db, days)
  const refunds = await listRefundDays(db, days)
  return takingsOf(payments, refunds)
}

/** Returns the takings by day, method and currency, and their totals by currency. */
export async function listTakings(
  { db, merchant, now }: MerchantCtx,
  { to: last, from: first, currency }: ListTakings,
): Promise<Takings> {
  const to = last ?? localMoment(now(), merchant.timezone).day
  const from = first ?? `${monthOf(to)}-01`
  if (from > to) throw new AppError('invalid', 'The first day must not be after the last.')
  if (addDays(from, MAX_DAYS) <= to) {
    throw new AppError('invalid', `The days must be at most ${MAX_DAYS}; an export has no limit.`)
  }
  const lines = await readDays(db, { ...merchantCalendarOf(merchant), from, to, currency })
  return {
    lines: lines.map((line) => ({
      day: line.day,
      paymentMethod: line.paymentMethod,
      ...decimalsOf(line),
    })),
    totals: addToTotals([], lines).map(decimalsOf),
  }
}

const decimalsOf = (sums: TakingsSums): TakingsTotal => ({
  currency: sums.currency,
  gross: decimalFromMinor(sums.gross),
  refunded: decimalFromMinor(sums.refunded),
  net: decimalFromMinor(netOf(sums)),
  count: sums.count,
})
