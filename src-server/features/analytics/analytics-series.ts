import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { countByMethod, findFirstDay, sumByDay } from '#server/services/rollups/rollups.queries.ts'
import { localMoment } from '#server/shared/day.ts'
import { paymentMethodNames, paymentMethods } from '#server/shared/money/payment-method.ts'
import {
  byWeek,
  countFinal,
  countOf,
  type DaySum,
  type Periods,
  periodsOf,
  revenueOf,
  successRateOf,
  valuesByPeriod,
} from './analytics.rules.ts'
import type {
  FirstDay,
  MethodsQuery,
  PaymentMethodShares,
  Series,
  SeriesQuery,
  SuccessRateQuery,
  TransactionsVolume,
  VolumeQuery,
} from './analytics.schema.ts'

const todayOf = ({ now, merchant }: MerchantCtx) => localMoment(now(), merchant.timezone).day

const sumDays = (
  { db, merchant }: MerchantCtx,
  { from, to }: Periods,
  currency: string | undefined,
): Promise<DaySum[]> => sumByDay(db, { ...merchantCalendarOf(merchant), from, to, currency })

/** Counts payments of every status in each period. */
export async function readVolume(
  ctx: MerchantCtx,
  { range, currency }: VolumeQuery,
): Promise<TransactionsVolume> {
  const periods = periodsOf(range, todayOf(ctx))
  const rows = await sumDays(ctx, periods, currency)
  return {
    labels: periods.labels,
    data: valuesByPeriod(periods, rows, (periodRows) => countOf(periodRows)),
  }
}

/** Counts successful payments by method, over all time unless a range is given. */
export async function readMethodShares(
  { db, merchant, now }: MerchantCtx,
  { range, currency }: MethodsQuery,
): Promise<PaymentMethodShares> {
  const today = localMoment(now(), merchant.timezone).day
  const span = range && periodsOf(range, today)
  const rows = await countByMethod(db, {
    ...merchantCalendarOf(merchant),
    status: 'success',
    currency,
    from: span?.from,
    to: span?.to,
  })
  const counts = new Map(rows.map(({ paymentMethod, count }) => [paymentMethod, count]))
  return paymentMethods
    .map((method) => ({ name: paymentMethodNames[method], value: counts.get(method) ?? 0 }))
    .filter(({ value }) => value > 0)
}

type SeriesFigure = { label: string; valueOf: (rows: readonly DaySum[]) => number | null }

/**
 * Revenue in major units. Minor units are summed exactly and divided by 100 at the end, so rounding errors do not add
 * up.
 */
const revenue: SeriesFigure = { label: 'Revenue', valueOf: (rows) => revenueOf(rows) / 100 }
const successRate: SeriesFigure = { label: 'Success Rate', valueOf: successRateOf }

async function readSeries(
  ctx: MerchantCtx,
  { range, currency, compare, by, counts = false }: SeriesQuery & Partial<SuccessRateQuery>,
  { label, valueOf }: SeriesFigure,
): Promise<Series> {
  const today = todayOf(ctx)
  const days = periodsOf(range, today)
  const groupPeriods = (ungrouped: Periods) => (by === 'week' ? byWeek(ungrouped, days) : ungrouped)
  const currentPeriods = groupPeriods(days)
  const datasetOf = async (name: string, periods: Periods) => {
    const rows = await sumDays(ctx, periods, currency ?? ctx.merchant.currency)
    return {
      label: name,
      data: valuesByPeriod(periods, rows, valueOf),
      ...(counts && { counts: valuesByPeriod(periods, rows, countFinal) }),
    }
  }
  const datasets = [datasetOf(label, currentPeriods)]
  if (compare) {
    const before = groupPeriods(periodsOf(range, today, { before: true }))
    datasets.push(datasetOf(`${label}, period before`, before))
  }
  return { labels: currentPeriods.labels, datasets: await Promise.all(datasets) }
}

/**
 * Returns the revenue of each day or month of a range, in major units; with `compare`, also the revenue of the previous
 * range.
 */
export const readRevenue = (ctx: MerchantCtx, query: SeriesQuery) => readSeries(ctx, query, revenue)

/** Returns the success rate of each day, week or month of a range, in percent; null where no payment is final. */
export const readSuccessRate = (ctx: MerchantCtx, query: SuccessRateQuery) =>
  readSeries(ctx, query, successRate)

/** Returns the business day of the first payment, from which the dashboard chooses a range that covers all payments. */
export async function readFirstDay({ db, merchant }: MerchantCtx): Promise<FirstDay> {
  return { day: await findFirstDay(db, merchantCalendarOf(merchant)) }
}
