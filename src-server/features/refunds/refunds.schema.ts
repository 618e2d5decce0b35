import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { exportStyle } from '#server/shared/export-style.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Amount, Currency, Decimal } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { pagedInput, pageOf } from '#server/shared/page.ts'
import { type RefundFailure, refundFailures } from '#server/shared/reasons/refund-failures.ts'
import { Instant, optionalLine, withoutNull } from '#server/shared/text/text.ts'
import { RefundReason, RefundSort, RefundStatus } from './refund-enums.schema.ts'

const failures = Object.keys(refundFailures) as [RefundFailure, ...RefundFailure[]]

export const Refund = z.strictObject({
  id: z.string(),
  transactionId: z.string(),
  reference: z
    .string()
    .meta({ description: 'Reference of the payment', example: 'TXN-7K2M9QWERT' }),
  customerId: z.string(),
  amount: Decimal,
  currency: Currency,
  paymentMethod: PaymentMethod,
  reason: RefundReason,
  note: z.string().nullable(),
  status: RefundStatus,
  failureReason: z.enum(failures).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  settledAt: Instant.nullable(),
})
export type Refund = z.infer<typeof Refund>

/** A refund as reads return it: with the customer's name and e-mail address, which an erasure replaces later. */
export const ReadRefund = Refund.extend({ customerName: z.string(), customerEmail: z.string() })
export type ReadRefund = z.infer<typeof ReadRefund>

export const RefundEvent = z.strictObject({
  at: Instant,
  type: z.enum(['created', 'approved', 'status_changed']),
  status: RefundStatus,
  reason: z.string().nullable(),
  actor: z.string(),
})
export type RefundEvent = z.infer<typeof RefundEvent>

export const RefundDetail = ReadRefund.extend({ events: z.array(RefundEvent) })
export type RefundDetail = z.infer<typeof RefundDetail>

/** Request for a refund; without an amount, all that is left is refunded. */
export const NewRefund = z.strictObject({
  id: LookupKey,
  amount: Amount.optional(),
  reason: RefundReason.default('requested_by_customer'),
  note: optionalLine(500),
})
export type NewRefund = z.infer<typeof NewRefund>

export const RefundKey = z.strictObject({ id: LookupKey })

/** Filters and order of a list, shared with the export. */
export const refundFilter = {
  search: withoutNull(z.string().trim().max(200)).optional().meta({
    description:
      "Id of the refund or payment, the payment's reference, name, e-mail, part of the note, or amount; several words must all be found",
  }),
  status: RefundStatus.optional(),
  reason: RefundReason.optional(),
  paymentMethod: PaymentMethod.optional(),
  currency: Currency.optional(),
  customerId: LookupKey.optional(),
  transactionId: LookupKey.optional().meta({ description: 'Id of the payment' }),
  from: FilterDay.optional().meta({ description: "First business day, in the merchant's zone" }),
  to: FilterDay.optional().meta({ description: "Last business day, in the merchant's zone" }),
  minAmount: Amount.optional(),
  maxAmount: Amount.optional(),
  sort: RefundSort.default('-createdAt'),
}

export const ExportRefunds = z.strictObject({ ...refundFilter, ...exportStyle }).prefault({})
export type ExportRefunds = z.infer<typeof ExportRefunds>

export const ListRefunds = pagedInput(refundFilter)
export type ListRefunds = z.infer<typeof ListRefunds>

/** Filters of a list, without its order and paging. */
export const SummarizeRefunds = z.strictObject(refundFilter).omit({ sort: true }).prefault({})

export const RefundPage = pageOf(ReadRefund)
export type RefundPage = z.infer<typeof RefundPage>
