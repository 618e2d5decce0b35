import { z } from 'zod'
import { Day, FilterDay, Month } from '#server/shared/day.ts'
import { exportStyle } from '#server/shared/export-style.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { Instant } from '#server/shared/text/text.ts'
import { EntryType } from '../money/money-enums.schema.ts'

export const MonthState = z.enum(['running', 'open', 'closed'])
export type MonthState = z.infer<typeof MonthState>

/** Reason for which a month cannot be closed now. */
export const ClosingObstacle = z.enum(['not_over', 'earlier_open', 'closed'])
export type ClosingObstacle = z.infer<typeof ClosingObstacle>

const state = {
  month: Month,
  state: MonthState,
  closedAt: Instant.nullable(),
  hash: z.string().nullable(),
  obstacle: ClosingObstacle.nullable(),
}

export const MonthEntry = z.strictObject(state)
export type MonthEntry = z.infer<typeof MonthEntry>

const sums = {
  currency: Currency,
  gross: Decimal,
  refunded: Decimal,
  disputed: Decimal,
  net: Decimal.meta({ description: '`gross` less `refunded` and `disputed`' }),
  count: z.int(),
}

/** Takings of a day by one method in one currency. */
export const MonthTakings = z.strictObject({
  day: Day,
  paymentMethod: PaymentMethod.nullable(),
  ...sums,
})
export type MonthTakings = z.infer<typeof MonthTakings>

export const MonthTotal = z.strictObject(sums)
export type MonthTotal = z.infer<typeof MonthTotal>

/** Costs at one processor for entries of one type. */
export const MonthFee = z.strictObject({
  processor: z.string(),
  type: EntryType,
  currency: Currency,
  count: z.int(),
  amount: Decimal,
})
export type MonthFee = z.infer<typeof MonthFee>

/** Payouts of a day from one processor, or payouts that came back. */
export const MonthPayout = z.strictObject({
  day: Day,
  processor: z.string(),
  type: EntryType,
  currency: Currency,
  count: z.int(),
  amount: Decimal,
})
export type MonthPayout = z.infer<typeof MonthPayout>

export const OpenItemKind = z.enum([
  'unsettled',
  'needs_response',
  'under_review',
  'refund_pending',
])
export type OpenItemKind = z.infer<typeof OpenItemKind>

export const OpenItem = z.strictObject({
  kind: OpenItemKind,
  currency: Currency,
  count: z.int(),
  amount: Decimal,
})
export type OpenItem = z.infer<typeof OpenItem>

export const MonthSection = z.enum([
  'gross',
  'refunds',
  'disputes',
  'fees',
  'payouts',
  'other',
  'open',
])
export type MonthSection = z.infer<typeof MonthSection>

/** A change of a closed month, recorded after its closing. */
export const Correction = z.strictObject({
  month: Month,
  section: MonthSection,
  name: z.string(),
  kind: z.string(),
  currency: Currency,
  count: z.int(),
  amount: Decimal,
})
export type Correction = z.infer<typeof Correction>

/** A tax as entered by the person who closed the month; never computed. */
export const NotedTax = z.strictObject({
  rate: z
    .string()
    .regex(/^\d{1,2}(?:\.\d{1,2})?$/, { error: 'must be a percentage, such as 22' })
    .meta({ description: 'Percentage, such as `22`' }),
  currency: Currency,
  amount: Decimal,
})
export type NotedTax = z.infer<typeof NotedTax>

export const MonthDetail = z.strictObject({
  ...state,
  timezone: z.string(),
  asOf: Day.nullable(),
  totals: z.array(MonthTotal),
  takings: z.array(MonthTakings),
  fees: z.array(MonthFee),
  payouts: z.array(MonthPayout),
  others: z.array(MonthFee),
  corrections: z.array(Correction),
  openItems: z.array(OpenItem).nullable(),
  taxes: z.array(NotedTax),
})
export type MonthDetail = z.infer<typeof MonthDetail>

const asOf = FilterDay.optional().meta({
  description: "As known at the end of this day, in the merchant's zone",
})

export const MonthKey = z.strictObject({ month: Month, asOf })
export type MonthKey = z.infer<typeof MonthKey>

/** Maximum number of taxes that a person can enter for a month: a few rates in a few currencies. */
const MAX_TAXES = 20

export const CloseMonth = z.strictObject({
  month: Month,
  taxes: z.array(NotedTax).max(MAX_TAXES).default([]),
})
export type CloseMonth = z.infer<typeof CloseMonth>

export const ExportMonth = z.strictObject({ month: Month, asOf, ...exportStyle })
export type ExportMonth = z.infer<typeof ExportMonth>
