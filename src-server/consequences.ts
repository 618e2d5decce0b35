import type { PaymentConsequence } from './core/payment-consequence.ts'
import { linkConsequence } from './features/payment-links/link-consequence.ts'
import { paymentConsequences } from './features/transactions/consequences.ts'

/** What follows a payment, in this order. One line adds what a further feature does. */
export const consequences: readonly PaymentConsequence[] = [...paymentConsequences, linkConsequence]
