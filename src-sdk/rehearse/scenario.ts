import type { StreamedEvent } from '../cli/event-stream.ts'
import type { Delivery } from '../cli/forward.ts'
import type { TestPayment } from '../cli/test-payments.ts'
import type { Payment, Refund } from '../types.ts'

export type Verdict = 'pass' | 'fail' | 'cannot_tell'

/** The state of an order, as the endpoint's program reports it. */
export type OrderState = { paid: number; refunded: number; amount?: string }

export type Outcome = { verdict: Verdict; reason: string }

/** Changes to a delivery that make it hostile. */
export type Hostility = {
  /** Seconds that the timestamp lies in the past; the signature is genuine. */
  ageS?: number
  /** Signs with another secret. */
  isForged?: boolean
  /** Replaces members of the body, before it is signed. */
  change?: Record<string, unknown>
  /** Gives the event another id. */
  id?: string
}

/** Everything that a scenario can do. Each scenario has orders of its own. */
export type Stage = {
  /** Returns the reference of a new order. */
  newReference: () => string
  pay: (payment: TestPayment & { reference: string }, idempotencyKey?: string) => Promise<Payment>
  refund: (payment: Payment, amount?: string) => Promise<Refund>
  /** Waits for an event about a payment, a refund or a customer. */
  event: (type: string, objectId: string) => Promise<StreamedEvent>
  /** Returns how many events of a type about an object have come so far. */
  countEvents: (type: string, objectId: string) => number
  deliver: (event: StreamedEvent, hostility?: Hostility) => Promise<Delivery>
  /** Waits until an order has this state. Returns the last state read; undefined without a URL to read it from. */
  state: (reference: string, expected: OrderState) => Promise<OrderState | undefined>
}

export type Scenario = {
  name: string
  title: string
  expected: string
  /** The page, with its section, that explains what the endpoint should do. */
  page: string
  run: (stage: Stage) => Promise<Outcome>
}
