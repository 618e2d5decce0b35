import type { Fault } from '../stripe/faults.ts'
import type { Feature, MovedAmounts, PayPalAccount, PaymentPlan } from './account.ts'
import type { Dispute } from './resources.ts'

/** An API call as received, for tests of the requests that Incasso sends. */
export type PayPalCall = {
  /** Method and path, such as `POST /v2/checkout/orders`. */
  call: string
  /** Value of `PayPal-Request-Id`. */
  requestId: string | undefined
  body: string
  status: number | undefined
}

/** How events are delivered to webhooks. */
export type Delivery = {
  /** Deliveries of each event. */
  times?: number
  /** Sends the newest event first. */
  isReversed?: boolean
  /** Signs with a key that is not PayPal's, or names a certificate of another host. */
  forged?: 'signature' | 'certificate host' | 'body'
}

export type PayPalStandIn = AsyncDisposable & {
  /** Value of `PAYPAL_API_URL`. The API for live accounts is under `/live`, that for others under `/sandbox`. */
  url: string
  addAccount: (options?: { isLive?: boolean; missing?: readonly Feature[] }) => PayPalAccount
  /** Advances the stand-in's own clock, and runs everything that is due by then. */
  advance: (ms: number) => void
  fail: (fault: Fault) => void
  healthy: () => void
  /** Defines how the money of the next approved payment behaves. */
  plan: (account: PayPalAccount, plan: PaymentPlan) => void
  /** Approves an order as its payer does on PayPal's page. */
  approve: (account: PayPalAccount, orderId: string) => void
  /** Refunds a capture as a person does on PayPal's own site. Returns the refund's id. */
  refundThere: (account: PayPalAccount, captureId: string, value?: string) => string
  /** Takes a capture's money back from the merchant, as after a chargeback. Returns the reversal's id. */
  reverse: (account: PayPalAccount, captureId: string) => string
  /** Opens a dispute about a capture, or changes an open one. */
  dispute: (
    account: PayPalAccount,
    captureId: string,
    change?: Partial<Omit<Dispute, 'dispute_id'>>,
  ) => Dispute
  movedBy: (account: PayPalAccount) => MovedAmounts
  /** Sends all unsent events to the account's webhooks, and returns the response statuses. */
  deliver: (account: PayPalAccount, how?: Delivery) => Promise<number[]>
  calls: PayPalCall[]
}

/** Starts PayPal's side of a payment over real HTTP. */
export function startPayPalStandIn(_startMs = Date.now()): Promise<PayPalStandIn> {
  return Promise.reject(new Error('PayPal’s stand-in has no server yet'))
}
