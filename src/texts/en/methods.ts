import type { PaymentMethod } from '#server/shared/money/payment-method.ts'

export const methodNames: Record<PaymentMethod, string> = {
  card: 'Credit Card',
  paypal: 'PayPal',
  bank: 'Bank Transfer',
}
