import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { MethodWords } from '#server/shared/money/used-method.ts'

export const methodNames: Record<PaymentMethod, string> = {
  card: 'Carta di credito',
  paypal: 'PayPal',
  bank: 'Bonifico',
}

export const methodWords: MethodWords = {
  card: 'Carta',
  sepaDebit: 'Addebito diretto SEPA',
  bankTransfer: 'Bonifico',
}
