import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { readPayers } from '#server/services/rollups/payers.queries.ts'
import { sumByDay, sumByMonth, sumProcessing } from '#server/services/rollups/rollups.queries.ts'
import { addMonths, type Day, localMoment, type Month, monthOf } from '#server/shared/day.ts'
import { rulesOf } from '#server/shared/money/currencies.ts'
import { type Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import {
  changeInPercent,
  countOf,
  type DaySum,
  difference,
  lastDayOf,
  periodsOf,
  revenueOf,
  roundToOneDecimal,
} from './analytics.rules.ts'
import type { Summary, SummaryQuery } from './analytics.schema.ts'
import type { Range } from './range.schema.ts'
import { bestDayOf, bestMonthOf, bestWeekdayOf, findBestSlot } from './top-periods.ts'

/**
 * Returns the figures of a range, or of this month so far, their changes from the span before, and the best periods.
 * Retention is by calendar month whatever the range: the roll-ups record in which months a customer paid, not on which
 * days.
 */
export async function readAnalyticsSummary(
  ctx: MerchantCtx,
  query: SummaryQuery,
): Promise<Summary> {
  const { db, merchant } = ctx
  const currency = query.currency ?? merchant.currency
  const today = localMoment(ctx.now(), merchant.timezone).day
  const month = monthOf(today)
  const { span, before } = spansOf(query.range, today)
  const rowsOf = (days: DaySpan) =>
    sumByDay(db, { ...merchantCalendarOf(merchant), ...days, currency })
  const [rows, rowsBefore, retention, retentionBefore, processing, processingBefore] =
    await Promise.all([
      rowsOf(span),
      rowsOf(before),
      retentionOf(ctx, month),
      retentionOf(ctx, addMonths(month, -1)),
      readProcessingSeconds(ctx, span),
      readProcessingSeconds(ctx, before),
    ])
  const average = averageOf(rows, currency)
  const topPeriods = await topPeriodsOf(ctx, {
    range: query.range,
    currency,
    span,
    rows,
    rowsBefore,
  })
  return {
    averageValue: {
      value: decimalFromMinor(average ?? 0),
      currency,
      change: changeInPercent(averageOf(rowsBefore, currency), average),
    },
    retention: { ...retention, change: difference(retentionBefore.value, retention.value) },
    processingTime: { seconds: processing, change: difference(processingBefore, processing) },
    topPeriods: topPeriods.filter((period) => period !== undefined),
  }
}

type DaySpan = { from: Day; to: Day }

function spansOf(range: Range | undefined, today: Day): { span: DaySpan; before: DaySpan } {
  if (range) {
    return {
      span: daysOf(periodsOf(range, today)),
      before: daysOf(periodsOf(range, today, { before: true })),
    }
  }
  const month = monthOf(today)
  return { span: monthSpan(month), before: monthSpan(addMonths(month, -1)) }
}

const daysOf = ({ from, to }: DaySpan): DaySpan => ({ from, to })
const monthSpan = (month: Month): DaySpan => ({ from: `${month}-01`, to: lastDayOf(month) })

/**
 * Returns the average successful payment in minor units, rounded to the currency's payable step; null without payments.
 */
function averageOf(rows: readonly DaySum[], currency: Currency): number | null {
  const count = countOf(rows, 'success')
  const { step } = rulesOf(currency)
  return count === 0 ? null : Math.round(revenueOf(rows) / count / step) * step
}

/** Returns the percentage of the previous month's payers who paid again in this month. */
async function retentionOf({ db, merchant }: MerchantCtx, month: Month) {
  const calendar = merchantCalendarOf(merchant)
  const before = addMonths(month, -1)
  const [{ paid }, { returned }] = await Promise.all([
    readPayers(db, { ...calendar, month: before }),
    readPayers(db, { ...calendar, month }),
  ])
  return { value: paid === 0 ? null : roundToOneDecimal((returned / paid) * 100), returned, paid }
}

async function readProcessingSeconds({ db, merchant }: MerchantCtx, span: DaySpan) {
  const { count, processingMs } = await sumProcessing(db, {
    ...merchantCalendarOf(merchant),
    ...span,
  })
  return count === 0 ? null : roundToOneDecimal(processingMs / count / 1000)
}

type PeriodContext = {
  range: Range | undefined
  currency: Summary['averageValue']['currency']
  span: DaySpan
  rows: readonly DaySum[]
  rowsBefore: readonly DaySum[]
}

/**
 * Returns the best periods of a range, or of all time without a range. The best six-hour slot of the week is always
 * that of all time.
 */
async function topPeriodsOf(
  { db, merchant }: MerchantCtx,
  { range, currency, span, rows, rowsBefore }: PeriodContext,
) {
  const calendar = { ...merchantCalendarOf(merchant), currency }
  const slot = await findBestSlot(db, calendar)
  if (!range) {
    return [bestMonthOf(await sumByMonth(db, calendar), currency), slot]
  }
  const weekday = bestWeekdayOf(rows, { currency, ...span })
  if (range === '7d') return [bestDayOf(rows, currency), slot]
  if (range !== '12m') return [bestDayOf(rows, currency), weekday, slot]
  const months = sumMonths([...rowsBefore, ...rows])
  return [bestMonthOf(months, currency, monthOf(span.from)), weekday, slot]
}

function sumMonths(rows: readonly DaySum[]) {
  const sums = new Map<Month, number>()
  for (const row of rows) {
    const month = monthOf(row.day)
    sums.set(month, (sums.get(month) ?? 0) + revenueOf([row]))
  }
  return [...sums].map(([month, amount]) => ({ month, amount }))
}
