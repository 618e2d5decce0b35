import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'

/** Scope of the figures: all time, business days, or a customer. */
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

/** Figures of each currency with payments or refunds; the reporting currency is always included. */
export const RefundFigures = z.strictObject({ currency: Currency, byCurrency: z.array(MoneyLine) })
export type RefundFigures = z.infer<typeof RefundFigures>
