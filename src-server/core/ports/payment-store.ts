import type { MailRow } from '#db/tables/mail-tables.ts'
import type { IdempotencyKeyRow, TransactionRow } from '#db/tables.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import type { NextStep } from './processor.ts'

/** A payer's answer to a question of a payment link. */
export type LinkAnswer = { question: string; answer: string }

/** A quantity that a payer chose at a payment link, with its price then, in minor units. */
export type PaidLine = { title: string; price: number; quantity: number }

/** The payment link of a payment, and the data that its payer sent with it. */
export type OrderOfLink = {
  id: string
  /** SHA-256 of the form's random part. */
  formHash: string
  language: 'it' | 'en'
  answers: LinkAnswer[]
  /** Empty unless the payer chose quantities. */
  lines: PaidLine[]
  /** Part of the payment's amount, in minor units; 0 without a tip. */
  tip: number
}

/** A payment that is to be stored: all its data that do not depend on rows already in the database. */
export type PaymentOrder = Pick<
  TransactionRow,
  | 'merchantId'
  | 'id'
  | 'transactionId'
  | 'customerName'
  | 'customerEmail'
  | 'amount'
  | 'currency'
  | 'paymentMethod'
  | 'description'
  | 'status'
  | 'failureReason'
  | 'stage'
  | 'captureMethod'
  | 'metadata'
  | 'orderReference'
  | 'returnUrl'
  | 'cancelUrl'
  | 'locale'
  | 'expiresAt'
  | 'shopId'
  | 'amountAuthorized'
  | 'captureBefore'
  | 'methodType'
  | 'methodBrand'
  | 'methodLast4'
  | 'methodWallet'
  | 'methodCountry'
  | 'methodFunding'
  | 'processor'
  | 'processorAccountId'
  | 'nextCheckAt'
  | 'createdAt'
> & {
  /** Author of the payment in its history. */
  actor: string
  /** True once the processor has been called: the order has an outcome. */
  hasOutcome: boolean
  /** The payer's next step, when one is necessary. */
  next?: NextStep | null
  link?: OrderOfLink | null
  /**
   * Mail for the payer, stored with a payment that succeeded at once; its customer is filled in when the payment is
   * stored.
   */
  receipt?: MailRow | null
  /** API version of the response; the first version by default. */
  version?: ApiVersion
  /** The request's Idempotency-Key and the hash of its input; null without a key. */
  once: Pick<IdempotencyKeyRow, 'key' | 'fingerprint'> | null
}

/** Outcome of an order. Only `stored` means that the payment is in the database. */
export type OrderOutcome =
  /**
   * `response` is the payment's JSON in REST and tRPC, which is stored for the Idempotency-Key. `row` is null when the
   * processor need not be called any more.
   */
  | { is: 'stored'; row: TransactionRow | null; response: string }
  /** The Idempotency-Key was sent before; `known` contains the earlier response. */
  | { is: 'known'; known: IdempotencyKeyRow }
  /** Another request with the same Idempotency-Key is still running. */
  | { is: 'running' }
  | { is: 'merchant gone' }
  /** The payment link accepts no payment now. */
  | { is: 'link closed' }
  /** `payment` has the order's reference, and is open or has succeeded. */
  | { is: 'reference taken'; payment: TransactionRow }

/** Store of payments: orders that arrive together share one transaction. */
export type PaymentStore = {
  /** Resolves once the payment is on the disk; rejects when it could not be stored. */
  store: (order: PaymentOrder) => Promise<OrderOutcome>
}
