import type { MailRow } from '#db/tables/mail-tables.ts'
import type { IdempotencyKeyRow, TransactionRow } from '#db/tables.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import type { NextStep } from './processor.ts'

/** What a payer answered to a question of a link's. */
export type LinkAnswer = { question: string; answer: string }

/** The payment link that a payment is made by, and what its payer sent with it. */
export type OrderOfLink = {
  id: string
  /** SHA-256 of the form's random part. */
  formHash: string
  language: 'it' | 'en'
  answers: LinkAnswer[]
}

/** A payment as it is ordered: all that does not depend on what is stored already. */
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
  | 'amountAuthorized'
  | 'captureBefore'
  | 'processor'
  | 'processorAccountId'
  | 'nextCheckAt'
  | 'createdAt'
> & {
  /** As it is written in the payment's history. */
  actor: string
  /** Whether the processor was asked already: before that there is no outcome to tell. */
  isAnswered: boolean
  /** What the payer has to do, where they have to do something. */
  next?: NextStep | null
  link?: OrderOfLink | null
  /** For the payer, stored with a payment that succeeded at once; whose it is turns out as it is stored. */
  receipt?: MailRow | null
  /** In which version it is answered, where that is not the first. */
  version?: ApiVersion
  once: Pick<IdempotencyKeyRow, 'key' | 'fingerprint'> | null
}

/** What became of an order. Nothing is stored of one that was not `stored`. */
export type PaymentReceipt =
  /**
   * `answer` is the payment as the doors show it, as JSON: the text that is kept for its key. `row` is
   * told where the processor is still to be asked.
   */
  | { is: 'stored'; row: TransactionRow | null; answer: string }
  /** The key was sent before, with this answer. */
  | { is: 'known'; known: IdempotencyKeyRow }
  /** Another request with the key is still running. */
  | { is: 'running' }
  | { is: 'merchant gone' }
  /** Its payment link takes no payment now. */
  | { is: 'link closed' }

/** Where payments are stored, those that come together in one transaction. */
export type PaymentStore = {
  /** Resolves once the payment is on the disk; rejects when it could not be stored. */
  store: (order: PaymentOrder) => Promise<PaymentReceipt>
}
