import type { PaymentConsequence } from './core/ports/payment-consequence.ts'
import { disputeConsequence } from './features/disputes/dispute-consequence.ts'
import { sandboxDisputeConsequence } from './features/money/sandbox/dispute-consequence.ts'
import { linkConsequence } from './features/payment-links/link-consequence.ts'
import { paymentConsequences } from './features/transactions/consequences.ts'

/**
 * Consequences of a payment: hooks that run in the payment's database transaction, in this order. A feature adds its
 * own by one line.
 */
export const consequences: readonly PaymentConsequence[] = [
  ...paymentConsequences,
  disputeConsequence,
  sandboxDisputeConsequence,
  linkConsequence,
]
