import type { PaymentConsequence } from './core/ports/payment-consequence.ts'
import { disputeConsequence } from './features/disputes/dispute-consequence.ts'
import { sandboxDisputeConsequence } from './features/money/sandbox/dispute-consequence.ts'
import { linkConsequence } from './features/payment-links/link-consequence.ts'
import { paymentConsequences } from './features/transactions/consequences.ts'

/** Consequences of a payment, in the order in which they run. A feature adds its own by one line. */
export const consequences: readonly PaymentConsequence[] = [
  ...paymentConsequences,
  disputeConsequence,
  sandboxDisputeConsequence,
  linkConsequence,
]
