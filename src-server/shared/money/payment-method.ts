import { z } from 'zod'

export const paymentMethods = ['card', 'paypal', 'bank'] as const

export const PaymentMethod = z.enum(paymentMethods)
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** Names for people; analytics responses contain them too. */
export const paymentMethodNames: Record<PaymentMethod, string> = {
  card: 'Credit Card',
  paypal: 'PayPal',
  bank: 'Bank Transfer',
}
