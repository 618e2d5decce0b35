import type { MerchantCtx } from '#server/core/context.ts'
import { payersOf } from '#server/services/rollups/payers.queries.ts'
import { countedOf } from '#server/services/rollups/places.ts'
import { sumByMonth, sumBySlot, sumProcessing } from '#server/services/rollups/rollups.queries.ts'
import { addMonths, localMoment, type Month, monthOf } from '#server/shared/day.ts'
import { type Currency, decimalFromMinor } from '#server/shared/money.ts'
import {
  changeInPercent,
  difference,
  lastDayOf,
  monthLabel,
  oneDecimal,
  slotLabel,
} from './analytics.rules.ts'
import type { Summary, SummaryQuery } from './analytics.schema.ts'

type TopPeriod = Summary['topPeriods'][number]

/** This month so far, each figure with its change from the month before, and the best periods of all. */
export async function analyticsSummary(ctx: MerchantCtx, query: SummaryQuery): Promise<Summary> {
  const currency = query.currency ?? ctx.merchant.currency
  const month = monthOf(localMoment(ctx.now(), ctx.merchant.timezone).day)
  const [months, retention, retentionBefore, processing, processingBefore, bestSlot] =
    await Promise.all([
      sumByMonth(ctx.db, { ...countedOf(ctx.merchant), currency }),
      retentionOf(ctx, month),
      retentionOf(ctx, addMonths(month, -1)),
      processingSeconds(ctx, month),
      processingSeconds(ctx, addMonths(month, -1)),
      findBestSlot(ctx, currency),
    ])
  const averageOf = (wanted: Month) => {
    const found = months.find((row) => row.month === wanted)
    return found && found.count > 0 ? Math.round(found.amount / found.count) : null
  }
  const average = averageOf(month)
  const bestMonth = bestMonthOf(months, currency)
  return {
    averageValue: {
      value: decimalFromMinor(average ?? 0),
      currency,
      change: changeInPercent(averageOf(addMonths(month, -1)), average),
    },
    retention: { ...retention, change: difference(retentionBefore.value, retention.value) },
    processingTime: { seconds: processing, change: difference(processingBefore, processing) },
    topPeriods: [bestMonth, bestSlot].filter((period) => period !== undefined),
  }
}

/** Share, in percent, of those who paid in the month before that paid again in this one. */
async function retentionOf({ db, merchant }: MerchantCtx, month: Month) {
  const counted = countedOf(merchant)
  const before = addMonths(month, -1)
  const [{ paid }, { returned }] = await Promise.all([
    payersOf(db, { ...counted, month: before }),
    payersOf(db, { ...counted, month }),
  ])
  return { value: paid === 0 ? null : oneDecimal((returned / paid) * 100), returned, paid }
}

async function processingSeconds({ db, merchant }: MerchantCtx, month: Month) {
  const { count, processingMs } = await sumProcessing(db, {
    ...countedOf(merchant),
    from: `${month}-01`,
    to: lastDayOf(month),
  })
  return count === 0 ? null : oneDecimal(processingMs / count / 1000)
}

type MonthSum = { month: Month; count: number; amount: number }

/** Of two that are equal the later one. */
function bestMonthOf(months: readonly MonthSum[], currency: Currency): TopPeriod | undefined {
  const best = months
    .toSorted((a, b) => b.amount - a.amount || (a.month < b.month ? 1 : -1))
    .find(({ amount }) => amount > 0)
  if (!best) return undefined
  const before = months.find(({ month }) => month === addMonths(best.month, -1))
  return {
    kind: 'month',
    label: monthLabel(best.month),
    amount: decimalFromMinor(best.amount),
    share: null,
    change: changeInPercent(before?.amount ?? null, best.amount),
    filter: {
      status: 'success',
      currency,
      from: `${best.month}-01`,
      to: lastDayOf(best.month),
    },
  }
}

async function findBestSlot(
  { db, merchant }: MerchantCtx,
  currency: Currency,
): Promise<TopPeriod | undefined> {
  const rows = await sumBySlot(db, { ...countedOf(merchant), currency })
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  const [best] = rows.toSorted(
    (a, b) => b.amount - a.amount || a.weekday - b.weekday || a.slot - b.slot,
  )
  if (!best || best.amount === 0) return undefined
  const { weekday, slot, amount } = best
  return {
    kind: 'slot',
    label: slotLabel(weekday, slot),
    amount: decimalFromMinor(amount),
    share: oneDecimal((amount / total) * 100),
    change: null,
    filter: { status: 'success', currency, weekday, slot },
  }
}
