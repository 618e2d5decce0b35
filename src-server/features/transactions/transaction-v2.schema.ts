import { z } from 'zod'
import { pluginsWithScript } from '#server/services/processors/account-schemas.ts'
import { Metadata } from '#server/shared/metadata.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { UsedMethod } from '#server/shared/money/used-method.ts'
import { pageOf } from '#server/shared/page.ts'
import { Instant } from '#server/shared/text/text.ts'
import { Locale, Transaction, TransactionEvent } from './transactions.schema.ts'

export const PaymentStage = z.enum([
  'created',
  'awaiting_payer',
  'requires_action',
  'processing',
  'authorized',
  'succeeded',
  'failed',
  'cancelled',
])

export const RefundState = z.enum(['none', 'pending', 'partial', 'full'])
export type RefundState = z.infer<typeof RefundState>

export const DisputeState = z.enum([
  'none',
  'warning',
  'needs_response',
  'under_review',
  'won',
  'lost',
])

/** Next step of the payer: a URL to open or, as `ScriptStep`, a page on which the processor's script runs. */
export const RedirectStep = z.strictObject({
  type: z.literal('redirect'),
  url: z.string(),
  expiresAt: Instant,
})

export const ScriptStep = z.strictObject({
  type: z.literal(pluginsWithScript.map(({ name }) => name)),
  clientSecret: z.string(),
  publishableKey: z.string(),
  expiresAt: Instant,
})

export const NextStep = z.discriminatedUnion('type', [RedirectStep, ScriptStep])

/** A payment in version 2: all fields of version 1, and the state of its money. */
export const TransactionV2 = Transaction.extend({
  stage: PaymentStage,
  next: NextStep.nullable(),
  amounts: z.strictObject({
    asked: Decimal,
    authorized: Decimal.nullable(),
    captured: Decimal,
    refunding: Decimal,
    refunded: Decimal,
    disputed: Decimal,
    fee: Decimal.nullable(),
    net: Decimal.nullable(),
    settlementCurrency: Currency.nullable(),
  }),
  refundState: RefundState,
  disputeState: DisputeState,
  captureMethod: z.enum(['automatic', 'manual']),
  captureBefore: Instant.nullable(),
  processor: z.string(),
  method: UsedMethod.nullable(),
  metadata: Metadata.nullable(),
  importedAt: Instant.nullable(),
  reference: z.string().nullable(),
  locale: Locale.nullable(),
  expiresAt: Instant.nullable(),
})
export type TransactionV2 = z.infer<typeof TransactionV2>

export const TransactionDetailV2 = TransactionV2.extend({ events: z.array(TransactionEvent) })

export const TransactionPageV2 = pageOf(TransactionV2)

const stageOfStatus = { pending: 'processing', success: 'succeeded', failed: 'failed' } as const

/** Returns a payment that has no row, for examples and test events. */
export const plainV2Of = (
  payment: Transaction,
  more: Partial<Pick<TransactionV2, 'stage' | 'next' | 'captureMethod' | 'captureBefore'>> = {},
): TransactionV2 => ({
  ...payment,
  stage: stageOfStatus[payment.status],
  next: null,
  amounts: {
    asked: payment.amount,
    authorized: more.stage === 'authorized' ? payment.amount : null,
    captured: payment.status === 'success' ? payment.amount : '0.00',
    refunding: '0.00',
    refunded: '0.00',
    disputed: '0.00',
    fee: null,
    net: null,
    settlementCurrency: null,
  },
  refundState: 'none',
  disputeState: 'none',
  captureMethod: 'automatic',
  captureBefore: null,
  processor: 'sandbox',
  method: null,
  metadata: null,
  importedAt: null,
  reference: null,
  locale: null,
  expiresAt: null,
  ...more,
})
