import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { MethodWords } from '#server/shared/money/used-method.ts'

export const methodNames: Record<PaymentMethod, string> = {
  card: 'Credit Card',
  paypal: 'PayPal',
  bank: 'Bank Transfer',
}

/** Words for the methods that payers really used. */
export const methodWords: MethodWords = {
  card: 'Card',
  sepaDebit: 'SEPA Direct Debit',
  bankTransfer: 'Bank Transfer',
}
