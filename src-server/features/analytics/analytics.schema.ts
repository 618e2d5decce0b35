import { z } from 'zod'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { Range } from './range.schema.ts'

const currency = Currency.optional().meta({ description: 'The reporting currency when left out' })

/** Paired by index: `data[i]` belongs to `labels[i]`. */
export const TransactionsVolume = z.strictObject({
  labels: z.array(z.string()),
  data: z.array(z.int()),
})
export type TransactionsVolume = z.infer<typeof TransactionsVolume>

export const VolumeQuery = z
  .strictObject({
    range: Range.default('30d'),
    currency: Currency.optional().meta({ description: 'Every currency when left out' }),
  })
  .prefault({})
export type VolumeQuery = z.infer<typeof VolumeQuery>

export const PaymentMethodShares = z.array(z.strictObject({ name: z.string(), value: z.int() }))
export type PaymentMethodShares = z.infer<typeof PaymentMethodShares>

export const MethodTypeShares = z.array(
  z.strictObject({
    paymentMethod: PaymentMethod,
    type: z.string().nullable().meta({
      description:
        '`method.type` of these payments; null for those without a reported type, and for those of the sandbox',
    }),
    count: z.int(),
    amounts: z.array(z.strictObject({ currency: Currency, amount: Decimal })),
  }),
)
export type MethodTypeShares = z.infer<typeof MethodTypeShares>

export const MethodsQuery = z
  .strictObject({ range: Range.optional(), currency: Currency.optional() })
  .prefault({})
export type MethodsQuery = z.infer<typeof MethodsQuery>

export const MethodCostsQuery = z.strictObject({ range: Range, currency: Currency.optional() })
export type MethodCostsQuery = z.infer<typeof MethodCostsQuery>

/** Gross amounts and fees of booked payments by the method that the payer used, in one currency. */
export const MethodCosts = z.strictObject({
  currency: Currency,
  methods: z.array(
    z.strictObject({
      /** Null for payments that were made without Incasso. */
      paymentMethod: PaymentMethod.nullable(),
      type: z.string().nullable(),
      count: z.int(),
      gross: Decimal,
      fees: Decimal,
    }),
  ),
  /** False when only the newest payments were read. */
  isComplete: z.boolean(),
})
export type MethodCosts = z.infer<typeof MethodCosts>

export const SeriesQuery = z
  .strictObject({
    range: Range.default('12m'),
    currency,
    compare: z.boolean().default(false).meta({ description: 'Adds the previous period' }),
  })
  .prefault({})
export type SeriesQuery = z.infer<typeof SeriesQuery>

export const SuccessRateQuery = SeriesQuery.unwrap()
  .extend({
    by: z.literal('week').optional().meta({ description: 'Weeks instead of days' }),
    counts: z.boolean().default(false).meta({ description: 'Adds how many payments were final' }),
  })
  .prefault({})
export type SuccessRateQuery = z.infer<typeof SuccessRateQuery>

export const Series = z.strictObject({
  labels: z.array(z.string()),
  datasets: z.array(
    z.strictObject({
      label: z.string(),
      data: z.array(z.number().nullable()),
      counts: z.array(z.int()).optional(),
    }),
  ),
})
export type Series = z.infer<typeof Series>

export const SummaryQuery = z
  .strictObject({
    range: Range.optional().meta({ description: 'This month so far when left out' }),
    currency,
  })
  .prefault({})
export type SummaryQuery = z.infer<typeof SummaryQuery>

const Change = z.number().nullable()

/** Query parameters with which GET /api/transactions lists the payments behind a figure. */
const Filter = z.record(z.string(), z.union([z.string(), z.int()]))

export const Summary = z.strictObject({
  averageValue: z.strictObject({ value: Decimal, currency: Currency, change: Change }),
  retention: z.strictObject({
    value: z.number().nullable(),
    change: Change,
    returned: z.int().meta({ description: 'Number of these customers who paid again this month' }),
    paid: z.int().meta({ description: 'Number of customers who paid in the month before' }),
  }),
  processingTime: z.strictObject({ seconds: z.number().nullable(), change: Change }),
  topPeriods: z.array(
    z.strictObject({
      kind: z.enum(['month', 'day', 'weekday', 'slot']),
      label: z.string(),
      amount: Decimal,
      share: z.number().nullable(),
      change: Change,
      filter: Filter,
    }),
  ),
})
export type Summary = z.infer<typeof Summary>

/** The business day of the first payment; null without payments. */
export const FirstDay = z.strictObject({ day: z.string().nullable() })
export type FirstDay = z.infer<typeof FirstDay>
