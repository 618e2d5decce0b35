import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { exportStyle } from '#server/shared/export-style.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Metadata } from '#server/shared/metadata.ts'
import { Amount, Currency, checkAmount, Decimal } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { MethodWord, UsedMethod } from '#server/shared/money/used-method.ts'
import { pagedInput, pageOf } from '#server/shared/page.ts'
import { Email, Instant, line, optionalLine, withoutNull } from '#server/shared/text/text.ts'
import {
  AwaitedStep,
  SettlementState,
  TransactionSort,
  TransactionStatus,
} from './transaction-enums.schema.ts'

/** Decline code of a processor, or a reason that a person typed. */
export const StatusReason = z.string().nullable()

export const Transaction = z.strictObject({
  id: z.string(),
  transactionId: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  amount: Decimal,
  currency: Currency,
  paymentMethod: PaymentMethod,
  description: z.string().nullable(),
  status: TransactionStatus,
  failureReason: StatusReason,
  createdAt: Instant,
  updatedAt: Instant,
  settledAt: Instant.nullable(),
})
export type Transaction = z.infer<typeof Transaction>

export const TransactionEvent = z.strictObject({
  at: Instant,
  type: z.enum(['created', 'status_changed']),
  status: TransactionStatus,
  reason: StatusReason,
  actor: z.string(),
})
export type TransactionEvent = z.infer<typeof TransactionEvent>

export const TransactionDetail = Transaction.extend({ events: z.array(TransactionEvent) })
export type TransactionDetail = z.infer<typeof TransactionDetail>

/** Languages of payers' pages and mails. */
export const Locale = z.enum(['it', 'en'])

/** The caller's own reference of an order, such as its number. */
const OrderReference = line(100)

/** Token that the processor's script makes in the payer's browser, so that no card number ever reaches Incasso. */
const PaymentToken = z
  .string()
  .regex(/^(?:pm|ctoken)_\w{1,200}$/, 'must be a token such as pm_… or ctoken_…')

/** URL of the merchant's own site: https, or http on a developer's own machine. */
const ReturnUrl = z
  .string()
  .max(2000)
  .refine(isReturnUrl, 'must be an https address without a password')

function isReturnUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Fields of a new payment. */
export const paymentFields = {
  amount: Amount,
  currency: Currency.default('USD'),
  customerEmail: Email,
  customerName: line(200),
  paymentMethod: PaymentMethod.default('card'),
  description: optionalLine(1000),
  captureMethod: z.enum(['automatic', 'manual']).optional().meta({
    description:
      '`manual` authorizes the amount, for `POST /api/transactions/{id}/capture` to take later; `automatic` (the default) takes it at once',
  }),
  metadata: Metadata.optional(),
  reference: OrderReference.optional().meta({
    description:
      'Your own reference of the order, such as its number. While a payment with it is open, the same amount returns 200 with that payment, and another amount 409 `reference_open`; once it has succeeded, 409 `reference_paid`. A failed payment leaves it free',
  }),
  paymentToken: PaymentToken.optional().meta({
    description:
      'The card, as a token that a processor’s script made in the payer’s browser: `pm_…` or `ctoken_…`. Without it the payer goes to a page of the processor’s, which `next` of version 2 names',
  }),
  returnUrl: ReturnUrl.optional().meta({
    description: 'URL to which the payer returns after a page of the processor or of their bank',
  }),
  cancelUrl: ReturnUrl.optional().meta({
    description:
      'URL to which a payer goes who leaves the page without paying, such as the cart. The payment stays open: void it, or let it expire. Without it they come back to `returnUrl`',
  }),
  locale: Locale.optional().meta({
    description:
      'Language of the payer’s pages, of the processor’s page and of mails about the payment. Without it the payer’s browser decides, and the settings for mails',
  }),
  expiresAt: z.iso
    .datetime({ error: 'must be an instant such as 2026-12-31T00:00:00Z' })
    .optional()
    .meta({
      description:
        'Time until which the payer can pay: from a minute to 30 days from now. A payment that is still open then fails as `expired`. The processor may end it earlier',
    }),
}

/** A payment as the dashboard's form sends it. It has no `next`, since its payer never continues on a merchant's page. */
export const PagePayment = z.strictObject(paymentFields).superRefine(checkAmount)
export type PagePayment = z.infer<typeof PagePayment>

export const TransactionKey = z.strictObject({ id: LookupKey })

/** Filters of a list. An export has the same filters. */
export const transactionFilter = {
  search: withoutNull(z.string().trim().max(200)).optional().meta({
    description:
      "Id, reference, name, e-mail, part of the description, amount, or the last four digits of a card or an account (`4242` or `•••• 4242`, alone); several words must all be found. A day, such as `21 nov`, `Nov 21`, `2026-11-21` or `21/11/2026`, also finds what was paid on it, in the merchant's zone",
  }),
  status: TransactionStatus.optional(),
  final: z
    .boolean()
    .optional()
    .meta({ description: 'Success or failed when true, pending when false' }),
  waitingFor: AwaitedStep.optional().meta({
    description:
      'Only pending payments that wait for this: `capture` of an authorized amount, the `customer`, or a bank `transfer`',
  }),
  paymentMethod: PaymentMethod.optional(),
  methodType: MethodWord.optional().meta({
    description:
      'Method type that the payer used, such as `card`, `ideal` or `sepa_debit`: `method.type` of version 2. `unreported`: it was not reported, or the sandbox took the payment',
  }),
  brand: MethodWord.optional().meta({ description: 'Brand of the card, such as `visa`' }),
  currency: Currency.optional(),
  customerId: LookupKey.optional(),
  linkId: LookupKey.optional().meta({ description: 'Only payments by this payment link' }),
  reference: OrderReference.optional().meta({
    description: 'Only payments with this reference of yours, exactly as it was sent',
  }),
  from: FilterDay.optional().meta({ description: "First business day, in the merchant's zone" }),
  to: FilterDay.optional().meta({ description: "Last business day, in the merchant's zone" }),
  minAmount: Amount.optional(),
  maxAmount: Amount.optional(),
  weekday: z.int().min(0).max(6).optional().meta({ description: '0 is Sunday' }),
  slot: z.int().min(0).max(3).optional().meta({ description: 'Six-hour part of the day' }),
  settled: SettlementState.optional().meta({
    description:
      'Only successful payments: `true` with a balance entry, `false` still without one, `unknown` at a processor that reports no balance',
  }),
  sort: TransactionSort.default('-createdAt'),
}

export const ExportTransactions = z
  .strictObject({
    ...transactionFilter,
    ...exportStyle,
    metadata: z.boolean().optional().meta({
      description:
        'True for a last column with the `metadata` of each payment, as JSON. Version 2 always has it; by default the columns of version 1 do not change',
    }),
    method: z.boolean().optional().meta({
      description:
        'True for further columns, at the end, with the method that the payer used: type, brand, last four digits, wallet, country and funding',
    }),
    withReference: z.boolean().optional().meta({
      description: 'True for a last column with your own reference of the order',
    }),
    withPurchase: z.boolean().optional().meta({
      description:
        'True for last columns with the items, the quantity and the tip that the payer of a payment link chose',
    }),
  })
  .prefault({})
export type ExportTransactions = z.infer<typeof ExportTransactions>

export const ListTransactions = pagedInput(transactionFilter)
export type ListTransactions = z.infer<typeof ListTransactions>

/** Filters of a list, without sorting and paging. */
export const SummarizeTransactions = z.strictObject(transactionFilter).omit({ sort: true })

/** Filters for counting waiting payments: the filters of a list, without the status and the step that are counted. */
export const CountWaiting = SummarizeTransactions.omit({ status: true, waitingFor: true })
export type CountWaiting = z.infer<typeof CountWaiting>

/** Number of matching payments; there are more when `isExact` is false. */
const MatchCount = z.strictObject({ count: z.int(), isExact: z.boolean() })

/** Number of payments that wait for each step. */
export const WaitingCounts = z.strictObject({
  capture: MatchCount,
  customer: MatchCount,
  transfer: MatchCount,
})
export type WaitingCounts = z.infer<typeof WaitingCounts>

/** A payment in a list of the dashboard, with its possible actions. */
export const ListedPayment = Transaction.extend({
  /** Null when the payment is final, or when only its processor can continue it. */
  waitingFor: AwaitedStep.nullable(),
  /** Time until which an authorized amount can be captured; null for any other payment. */
  captureBefore: Instant.nullable(),
  /** URL at which the payer continues; null when they have nothing to do there. */
  payerUrl: z.string().nullable(),
  /** True when a refund of the payment would be accepted. */
  canRefund: z.boolean(),
  /** Method that the payer used; null when the processor has reported none. */
  method: UsedMethod.nullable(),
})
export type ListedPayment = z.infer<typeof ListedPayment>

export const ListedPaymentPage = pageOf(ListedPayment)

export const UpdateTransactionStatus = z.strictObject({
  id: LookupKey,
  status: z.enum(['success', 'failed']),
  reason: optionalLine(200),
})
export type UpdateTransactionStatus = z.infer<typeof UpdateTransactionStatus>

/** Request to change the amount of a payment that was not paid. */
export const ChangeAmount = z.strictObject({ id: LookupKey, amount: Amount })
export type ChangeAmount = z.infer<typeof ChangeAmount>

/** Request to capture a payment. Without an amount, the whole authorized amount is captured. */
export const CaptureTransaction = z.strictObject({ id: LookupKey, amount: Amount.optional() })
export type CaptureTransaction = z.infer<typeof CaptureTransaction>

export const TransactionPage = pageOf(Transaction)
export type TransactionPage = z.infer<typeof TransactionPage>
