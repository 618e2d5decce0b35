import { z } from 'zod'
import { Decimal } from '#server/shared/money/money.ts'
import { Instant } from '#server/shared/text/text.ts'

/** Mails to payers, which show a bank that the payer knew of the payment. */
export const payerMailKinds = [
  'payment_request',
  'payment_reminder',
  'payment_receipt',
  'refund_receipt',
  'refund_failure',
] as const
export type PayerMailKind = (typeof payerMailKinds)[number]

/** Details of a disputed payment that may become part of the evidence. */
export const PaymentDetailsForBank = z.strictObject({
  customerName: z.string(),
  customerEmail: z.string(),
  description: z.string().nullable(),
  /** Details that only the processor has; null where it has none, or could not be read. */
  payer: z
    .strictObject({
      billingAddress: z.string().nullable(),
      shippingAddress: z.string().nullable(),
      ipAddress: z.string().nullable(),
      shippingCarrier: z.string().nullable(),
      trackingNumber: z.string().nullable(),
      authentication: z.enum(['authenticated', 'attempted']).nullable(),
    })
    .nullable(),
  /** True when the processor could not be read. */
  isPartial: z.boolean(),
  receiptUrl: z.string(),
  answers: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  refunds: z.array(z.strictObject({ amount: Decimal, currency: z.string(), at: Instant })),
  mails: z.array(z.strictObject({ kind: z.enum(payerMailKinds), at: Instant })),
})
export type PaymentDetailsForBank = z.infer<typeof PaymentDetailsForBank>
