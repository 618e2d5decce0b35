import type { MerchantCtx } from '#server/core/context.ts'
import {
  addDays,
  addMonths,
  localMoment,
  type Month,
  startOfDayMs,
  toIso,
} from '#server/shared/day.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import type { ArrivingPayout } from './money.schema.ts'
import { listArriving } from './payouts.queries.ts'

/** Longer than any payout takes to arrive. */
const LONGEST_WAY_DAYS = 60
/** Maximum number of payouts in a calendar, more than it shows readably. The list contains all payouts. */
const LIMIT = 200

/** Returns the payouts that arrive in a month, by day in the merchant's zone. */
export async function readPayoutMonth(
  { db, merchant }: MerchantCtx,
  { month }: { month: Month },
): Promise<ArrivingPayout[]> {
  const { id: merchantId, timezone } = merchant
  const startOf = (day: string) => toIso(startOfDayMs(day, timezone))
  const first = `${month}-01`
  const rows = await listArriving(db, {
    merchantId,
    from: startOf(first),
    before: startOf(`${addMonths(month, 1)}-01`),
    createdFrom: startOf(addDays(first, -LONGEST_WAY_DAYS)),
    limit: LIMIT,
  })
  return rows.flatMap(({ arrivalAt, amount, currency, ...row }) =>
    arrivalAt === null
      ? []
      : [
          {
            ...row,
            amount: decimalFromMinor(amount),
            currency: Currency.parse(currency),
            day: localMoment(Date.parse(arrivalAt), timezone).day,
          },
        ],
  )
}
