import type { PaymentMethod } from '#server/shared/payment-method.ts'

export const methodNames: Record<PaymentMethod, string> = {
  card: 'Credit Card',
  paypal: 'PayPal',
  bank: 'Bank Transfer',
}
