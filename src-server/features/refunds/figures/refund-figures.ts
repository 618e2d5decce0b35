import type { Db } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { type MerchantCalendar, sumPayments } from '#server/services/rollups/rollups.queries.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import type { ReadFigures, RefundFigures } from './refund-figures.schema.ts'
import { listCustomerSums, sumRefunds } from './refund-sums.queries.ts'

type Sum = { currency: string; count: number; amount: number }

/**
 * Returns gross, refunded and net amounts. A refund counts on its own day, so the net of a day can be negative. Each
 * figure is the sum of the rows that the dashboard lists for it.
 */
export async function readRefundFigures(
  ctx: MerchantCtx,
  input: ReadFigures,
): Promise<RefundFigures> {
  const { merchant } = ctx
  const { gross, refunded } =
    input.customerId === undefined
      ? await sumDays(ctx.db, merchantCalendarOf(merchant), input)
      : await sumCustomer(ctx, input.customerId, input)
  const currencies = new Set([
    merchant.currency,
    ...[...gross, ...refunded].filter(({ count }) => count > 0).map(({ currency }) => currency),
  ])
  const sumOfCurrency = (sums: readonly Sum[], currency: string) =>
    sums.reduce((total, sum) => (sum.currency === currency ? total + sum.amount : total), 0)
  const lines = [...currencies].map((currency) => {
    const grossAmount = sumOfCurrency(gross, currency)
    const refundedAmount = sumOfCurrency(refunded, currency)
    const count = refunded.find((sum) => sum.currency === currency)?.count ?? 0
    return {
      currency: Currency.parse(currency),
      gross: decimalFromMinor(grossAmount),
      refunded: decimalFromMinor(refundedAmount),
      refundCount: count,
      net: decimalFromMinor(grossAmount - refundedAmount),
    }
  })
  return { currency: merchant.currency, byCurrency: lines }
}

type Span = Pick<ReadFigures, 'from' | 'to'>

async function sumDays(db: Db, calendar: MerchantCalendar, { from, to }: Span) {
  const [gross, refunded] = await Promise.all([
    sumPayments(db, { ...calendar, from, to, status: 'success' }),
    sumRefunds(db, { ...calendar, from, to, status: 'success' }),
  ])
  return { gross: gross.map(toNumbers), refunded: refunded.map(toNumbers) }
}

async function sumCustomer({ db, merchant }: MerchantCtx, customerId: string, { from, to }: Span) {
  if (from !== undefined || to !== undefined) {
    throw new AppError('invalid', 'Figures of a customer are of all time.')
  }
  const sums = await listCustomerSums(db, { ...merchantCalendarOf(merchant), customerId })
  return { gross: sums.gross.map(toNumbers), refunded: sums.refunded.map(toNumbers) }
}

const toNumbers = ({
  currency,
  count,
  amount,
}: {
  currency: string
  count: unknown
  amount: unknown
}): Sum => ({
  currency,
  count: Number(count),
  amount: Number(amount),
})
