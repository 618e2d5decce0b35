import type { MerchantCtx } from '#server/core/context.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { sumByCurrencyAndStatus } from '#server/services/rollups/rollups.queries.ts'
import {
  addDays,
  type Day,
  instantOfMinute,
  localMoment,
  minuteOfDay,
  startOfDayMs,
  toIso,
} from '#server/shared/day.ts'
import { listFailureReasons } from './dashboard.queries.ts'
import { takingsOf, todayOf } from './dashboard.rules.ts'
import type { DashboardToday } from './dashboard.schema.ts'
import { sumTakingsUntil } from './takings-until.ts'

const WEEK = 7

/** Failed payments whose reasons are counted: the latest show what is wrong now. */
const COUNTED_REASONS = 200

/** Returns today's figures so far and the takings of the same weekday last week until the same time of day. */
export async function readToday(ctx: MerchantCtx): Promise<DashboardToday> {
  const { db, merchant, now } = ctx
  const { timezone, currency, id: merchantId } = merchant
  const nowMs = now()
  const { day } = localMoment(nowMs, timezone)
  const comparedDay = addDays(day, -WEEK)
  const untilMs = Math.min(
    instantOfMinute(comparedDay, minuteOfDay(nowMs, timezone), timezone),
    startOfDayMs(addDays(comparedDay, 1), timezone),
  )
  const calendar = merchantCalendarOf(merchant)
  const sumsOf = (only: Day) => sumByCurrencyAndStatus(db, { ...calendar, from: only, to: only })
  const [today, before, ever] = await Promise.all([
    sumsOf(day),
    sumsOf(comparedDay),
    sumByCurrencyAndStatus(db, calendar),
  ])
  const [compared, reasons] = await Promise.all([
    sumTakingsUntil(db, {
      merchantId,
      fromMs: startOfDayMs(comparedDay, timezone),
      untilMs,
      wholeDay: takingsOf(before),
    }),
    readFailureReasons(ctx, day, today),
  ])
  const span = { day, comparedDay, comparedUntil: toIso(untilMs) }
  return todayOf(currency, { span, today, ever, compared, reasons })
}

/** Skips the query when no payment failed. */
async function readFailureReasons(
  { db, merchant }: MerchantCtx,
  day: Day,
  today: { status: string; count: number }[],
): Promise<(string | null)[]> {
  if (!today.some(({ status, count }) => status === 'failed' && count > 0)) return []
  const from = toIso(startOfDayMs(day, merchant.timezone))
  const where = { merchantId: merchant.id, from, limit: COUNTED_REASONS }
  return readInSlice(() => listFailureReasons(db, where))
}
