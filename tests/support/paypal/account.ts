import { randomBytes } from 'node:crypto'
import { newMoney, type PayPalMoney } from './money-rows.ts'
import type { Authorization, Capture, Dispute, Order, PayPalEvent, Refund } from './resources.ts'

/** Features of a REST app that can be switched off at PayPal. `answers`: responses to disputes. */
export type Feature = 'orders' | 'captures' | 'disputes' | 'answers' | 'webhooks' | 'reporting'

export type Webhook = { id: string; url: string; event_types: { name: string }[] }

/** Money that really moved at PayPal, in hundredths, the smallest unit of Incasso. */
export type MovedAmounts = { captured: number; refunded: number }

/** A merchant's account at the stand-in, with the credentials of its REST app. */
export type PayPalAccount = {
  isLive: boolean
  clientId: string
  secret: string
  /** Client id and secret as Incasso takes them: `CLIENT_ID:SECRET`. */
  key: string
  /** PayPal's id of the merchant. */
  payerId: string
  /** Features that the REST app may not use. */
  missing: ReadonlySet<Feature>
  orders: Map<string, Order>
  authorizations: Map<string, Authorization>
  captures: Map<string, Capture>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  webhooks: Map<string, Webhook>
  events: PayPalEvent[]
  /** Number of events that were delivered to the webhooks. */
  delivered: number
  /** Access tokens and the times at which they expire, in epoch milliseconds. */
  tokens: Map<string, number>
  /** Outcome of the next approvals: each is used once. Empty: the money is captured at once. */
  plans: PaymentPlan[]
  /** Changes that happen later, by the stand-in's clock. */
  later: { atMs: number; run: () => void }[]
  moved: MovedAmounts
  money: PayPalMoney
  /** Currencies that PayPal converts at once, the currency that it converts them to, and the rate. */
  conversions: Map<string, { to: string; rate: number }>
}

/** Behaviour of the payer's money at the capture or the refund. */
export type PaymentPlan =
  /** The capture stays pending for this reason, and completes or is denied after `afterMs`. */
  | { kind: 'pending'; reason: string; afterMs: number; end: 'COMPLETED' | 'DECLINED' }
  /** PayPal refuses the capture with this issue, such as `INSTRUMENT_DECLINED`. */
  | { kind: 'refused'; issue: string }
  /** PayPal refuses to create an order with this issue. */
  | { kind: 'order refused'; issue: string }
  /** PayPal refuses to change an order, as while its payer is on PayPal's page. */
  | { kind: 'change refused'; issue: string }
  /** PayPal refuses to authorize money again with this issue. */
  | { kind: 'reauthorization refused'; issue: string }
  /** PayPal refuses the refund with this issue. */
  | { kind: 'refund refused'; issue: string }
  /** A refund of the capture stays pending, and then completes or fails. */
  | { kind: 'refund'; afterMs: number; end: 'COMPLETED' | 'FAILED' }

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns an id such as `5O190127TN364715T`. */
export const newPayPalId = (length = 17): string =>
  [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

export function newPayPalAccount({
  isLive = false,
  missing = [],
}: {
  isLive?: boolean | undefined
  missing?: readonly Feature[] | undefined
} = {}): PayPalAccount {
  const clientId = `A${randomBytes(30).toString('hex')}`
  const secret = `E${randomBytes(30).toString('hex')}`
  return {
    isLive,
    clientId,
    secret,
    key: `${clientId}:${secret}`,
    payerId: newPayPalId(13),
    missing: new Set(missing),
    orders: new Map(),
    authorizations: new Map(),
    captures: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    webhooks: new Map(),
    events: [],
    delivered: 0,
    tokens: new Map(),
    plans: [],
    later: [],
    moved: { captured: 0, refunded: 0 },
    money: newMoney(),
    conversions: new Map(),
  }
}
