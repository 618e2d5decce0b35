import type { MerchantCtx } from '#server/core/context.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { addDays, localMoment, startOfDayMs, toIso } from '#server/shared/day.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { periodsOf } from './analytics.rules.ts'
import type { MethodCosts, MethodCostsQuery } from './analytics.schema.ts'
import { type EntryPosition, sumBookedPayments } from './method-costs.queries.ts'

/** Maximum number of payments read. A share in percent needs no more, and the limit bounds the time of a response. */
const MAX_PAYMENTS = 10_000
const BATCH_SIZE = 500

type BookedSum = Awaited<ReturnType<typeof sumBookedPayments>>[number]
type MethodSum = Pick<MethodCosts['methods'][number], 'paymentMethod' | 'type' | 'count'> & {
  gross: Minor
  fees: Minor
}

/**
 * Sums gross amounts and fees of the booked payments of a range by the method that the payer used, in one settlement
 * currency. Reads the newest payments only; `isComplete` is false when there are more.
 */
export async function readMethodCosts(
  { db, merchant, now }: MerchantCtx,
  { range, currency = merchant.currency }: MethodCostsQuery,
): Promise<MethodCosts> {
  const { timezone } = merchant
  const { from, to } = periodsOf(range, localMoment(now(), timezone).day)
  const startOf = (day: string) => toIso(startOfDayMs(day, timezone))
  const span = {
    merchantId: merchant.id,
    currency,
    from: startOf(from),
    before: startOf(addDays(to, 1)),
  }
  const sums = new Map<string, MethodSum>()
  let after: EntryPosition | undefined
  let isComplete = false
  for (let read = 0; read < MAX_PAYMENTS && !isComplete; read += BATCH_SIZE) {
    const rows = await readInSlice(() => sumBookedPayments(db, span, { after, limit: BATCH_SIZE }))
    for (const row of rows) addSum(sums, row)
    after = oldestOf(rows)
    isComplete = rows.reduce((all, { count }) => all + Number(count), 0) < BATCH_SIZE
  }
  return { currency, methods: [...sums.values()].toSorted(byGross).map(costOf), isComplete }
}

/** Returns the position of the oldest payment, after which the next page begins. */
const oldestOf = (rows: readonly BookedSum[]): EntryPosition | undefined =>
  rows
    .map(({ oldest }) => oldest)
    .toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1))[0]

function addSum(sums: Map<string, MethodSum>, row: BookedSum): void {
  // The sandbox names no method that a payer used.
  const type = row.methodType === 'sandbox' ? null : (row.methodType ?? null)
  const key = `${row.paymentMethod ?? ''} ${type ?? ''}`
  const paymentMethod = row.paymentMethod === null ? null : PaymentMethod.parse(row.paymentMethod)
  const sum = sums.get(key) ?? { paymentMethod, type, count: 0, gross: 0, fees: 0 }
  sum.count += Number(row.count)
  sum.gross += Number(row.amount)
  sum.fees += Number(row.fee)
  sums.set(key, sum)
}

const byGross = (one: MethodSum, other: MethodSum): number => other.gross - one.gross

const costOf = ({ gross, fees, ...sum }: MethodSum): MethodCosts['methods'][number] => ({
  ...sum,
  gross: decimalFromMinor(gross),
  fees: decimalFromMinor(fees),
})
