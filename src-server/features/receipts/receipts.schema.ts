import { z } from 'zod'
import { CustomerMailing } from '#server/features/merchants/merchants.schema.ts'
import { LookupKey } from '#server/shared/id.ts'
import { mailLanguages } from '#server/shared/language.ts'

const ReceiptFields = z.array(z.strictObject({ label: z.string(), value: z.string() }))

/** The texts of a receipt in the payer's language. The payer's page and the merchant's printout show the same texts. */
export const ReceiptContent = z.strictObject({
  language: z.enum(mailLanguages),
  /** States that the payment was a test; null in live mode. */
  testNote: z.string().nullable(),
  logoPath: z.string().nullable(),
  businessName: z.string(),
  /** Name and postal address in one line. */
  business: z.string(),
  /** VAT number and tax code in one line; null when the merchant entered none. */
  taxIds: z.string().nullable(),
  /** Contact for questions; null when the merchant has none. */
  support: z.strictObject({ label: z.string(), email: z.string() }).nullable(),
  /** Says that the receipt is not a tax document. */
  title: z.string(),
  /** Explains a refund that failed after it had succeeded; null on any other receipt. */
  failure: z.string().nullable(),
  amount: z.string(),
  fields: ReceiptFields,
  /** The payment's refunds with their sum and the amount kept; null without any. */
  refunds: z.strictObject({ title: z.string(), fields: ReceiptFields }).nullable(),
})
export type ReceiptContent = z.infer<typeof ReceiptContent>

export const ReceiptKey = z.strictObject({ id: LookupKey })
export type ReceiptKey = z.infer<typeof ReceiptKey>

/** The receipt of a payment, for its page in the dashboard. */
export const PaymentReceipt = z.strictObject({ url: z.string(), content: ReceiptContent })
export type PaymentReceipt = z.infer<typeof PaymentReceipt>

export const SentReceipt = z.strictObject({ mailing: CustomerMailing })
export type SentReceipt = z.infer<typeof SentReceipt>
