import type { PaymentMethod } from '#server/shared/money/payment-method.ts'

export const methodNames: Record<PaymentMethod, string> = {
  card: 'Carta di credito',
  paypal: 'PayPal',
  bank: 'Bonifico',
}
