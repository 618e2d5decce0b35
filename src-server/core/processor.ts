import type { DeclineCode } from '../shared/decline-codes.ts'
import type { Minor } from '../shared/money.ts'
import type { PaymentMethod } from '../shared/payment-method.ts'

export type ChargeRequest = {
  /** The transaction's id: asking twice with it charges once. */
  key: string
  amount: Minor
  currency: string
  paymentMethod: PaymentMethod
  createdAtMs: number
}

export type ProcessorOutcome =
  | { status: 'success' }
  | { status: 'failed'; reason: DeclineCode }
  /** Not known yet: ask again at `askAtMs`. */
  | { status: 'pending'; askAtMs: number }

/** Who moves the money. The rest of the code never asks which one it is. */
export type Processor = {
  name: string
  /** Answers without a network, so a payment and its outcome may be stored in one transaction. */
  isOffline: boolean
  charge: (request: ChargeRequest, nowMs: number) => Promise<ProcessorOutcome>
  /** The outcome of a charge that was left pending, or whose answer never came. */
  ask: (request: ChargeRequest, nowMs: number) => Promise<ProcessorOutcome>
}
