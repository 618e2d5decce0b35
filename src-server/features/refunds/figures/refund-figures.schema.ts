import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'

/** Of all time, of business days, or of a customer. */
export const ReadFigures = z
  .strictObject({
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    customerId: LookupKey.optional(),
  })
  .prefault({})
export type ReadFigures = z.infer<typeof ReadFigures>

const MoneyLine = z.strictObject({
  currency: Currency,
  gross: Decimal,
  refunded: Decimal,
  refundCount: z.int(),
  net: Decimal,
})

/** By currency, those with any takings or refunds; the reporting currency always. */
export const RefundFigures = z.strictObject({ currency: Currency, byCurrency: z.array(MoneyLine) })
export type RefundFigures = z.infer<typeof RefundFigures>
