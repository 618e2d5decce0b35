import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { exportStyle } from '#server/shared/export-style.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'

const currency = Currency.optional().meta({ description: 'Every currency when left out' })

export const ListTakings = z
  .strictObject({
    from: FilterDay.optional().meta({
      description:
        "First day, in the merchant's zone; by default the first day of the last day's month",
    }),
    to: FilterDay.optional().meta({
      description: "Last day, in the merchant's zone; today when left out",
    }),
    currency,
  })
  .prefault({})
export type ListTakings = z.infer<typeof ListTakings>

/** An export has no limit of days, and contains all of them without a filter. */
export const ExportTakings = z
  .strictObject({
    from: FilterDay.optional().meta({ description: "First day, in the merchant's zone" }),
    to: FilterDay.optional().meta({ description: "Last day, in the merchant's zone" }),
    currency,
    ...exportStyle,
  })
  .prefault({})
export type ExportTakings = z.infer<typeof ExportTakings>

const sums = {
  currency: Currency,
  gross: Decimal.meta({ description: 'Sum of the successful payments of the day' }),
  refunded: Decimal.meta({ description: 'Sum of the successful refunds of the day' }),
  net: Decimal.meta({ description: '`gross` less `refunded`; negative where refunds are more' }),
  count: z.int(),
}

export const TakingsLine = z.strictObject({
  day: z.string(),
  paymentMethod: PaymentMethod,
  ...sums,
})
export type TakingsLine = z.infer<typeof TakingsLine>

export const TakingsTotal = z.strictObject(sums)
export type TakingsTotal = z.infer<typeof TakingsTotal>

/** Takings by day, payment method and currency; days without payments and refunds have no line. */
export const Takings = z.strictObject({
  lines: z.array(TakingsLine),
  totals: z.array(TakingsTotal),
})
export type Takings = z.infer<typeof Takings>
