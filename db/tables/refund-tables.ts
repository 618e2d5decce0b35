import type { Generated } from 'kysely'
import type { Calendar } from '../tables.ts'
import type { CallerColumns } from './caller-columns.ts'

/** The payer's progress; see docs/decisions/040-stages-and-amounts.md. Stages only advance, and end once. */
export type PaymentStage =
  | 'created'
  | 'awaiting_payer'
  | 'requires_action'
  | 'processing'
  | 'authorized'
  | 'succeeded'
  | 'failed'
  | 'cancelled'

export type RefundStatus = 'pending' | 'success' | 'failed' | 'cancelled'

/** A refund. Names and payment method are copied from the payment. */
export interface RefundRow {
  merchantId: string
  id: string
  transactionId: string
  /** The payment's reference: TXN-… */
  reference: string
  customerId: string
  customerName: string
  customerEmail: string
  amount: number
  currency: string
  paymentMethod: 'card' | 'paypal' | 'bank'
  reason: string
  note: string | null
  status: RefundStatus
  failureReason: string | null
  /** State of an owner's approval; null if none was required. */
  approval: 'needed' | 'given' | 'refused' | null
  /** Business day of `createdAt` in calendar 0, and in calendar 1. */
  day: string
  dayB: string | null
  processor: string
  processorAccountId: string | null
  processorRef: string | null
  actor: string
  /** Time of the next poll for its outcome; a refund that succeeded may still fail. */
  nextCheckAt: string | null
  checkCount?: number
  leasedUntil: string | null
  createdAt: string
  updatedAt: string
  settledAt: string | null
}

/** A step in a refund's history, append-only. `sequence` counts from 1 within a refund. */
export interface RefundEventRow {
  merchantId: string
  refundId: string
  sequence: number
  at: string
  type: 'created' | 'approved' | 'status_changed'
  status: RefundStatus
  reason: string | null
  actor: string
}

/** Count and total, in minor units, of a merchant's refunds on a business day. */
export interface RollupRefundDayRow {
  merchantId: string
  calendar: Calendar
  day: string
  currency: string
  paymentMethod: string
  status: string
  count: number
  amount: number
}

/** Count and total, in minor units, of a customer's refunds in a currency. */
export interface RollupCustomerRefundRow {
  merchantId: string
  customerId: string
  currency: string
  count: number
  amount: number
}

/** An attempt to collect a payer's money at an external processor. */
export interface PaymentAttemptRow {
  merchantId: string
  transactionId: string
  number: number
  at: string
  endedAt: string | null
  outcome: 'succeeded' | 'authorized' | 'declined' | 'abandoned' | null
  reason: string | null
  /** The processor's id of the attempt, and its own word for the outcome. */
  processorRef: string | null
  processorCode: string | null
}

/** The processor account for the payments of a method. At most one account of a method is open. */
export interface ProcessorAccountRow {
  merchantId: string
  id: string
  processor: string
  paymentMethod: 'card' | 'paypal' | 'bank'
  /** The processor's id of the account; null if the account's API key may not read it. */
  accountRef: Generated<string | null>
  /** Sealed; null once the account is closed and nothing of it is open any more. */
  secretKey: string | null
  webhookSecret: string | null
  formerWebhookSecret: string | null
  formerWebhookSecretUntil: string | null
  /** The part of the API key that may be shown: its prefix and its last four characters. */
  keyHint: string | null
  publishableKey: string | null
  /** JSON, a list of types: the methods that the processor's page leaves out; null if there are none. */
  excludedMethods: Generated<string | null>
  /** JSON, a list: methods besides `paymentMethod` whose payments go to the account; null if there are none. */
  furtherMethods: Generated<string | null>
  /** IBAN and holder of the merchant's own bank account, if transfers go there; every payer sees them. */
  bankAccount: string | null
  bankHolder: string | null
  /** The processor's id of the webhook that sends us notifications. */
  webhookRef: string | null
  /** The newest of the processor's events that was polled. */
  eventRef: string | null
  nextPollAt: string | null
  leasedUntil: string | null
  /** Time of the last poll for events. */
  polledAt: string | null
  /** Time of the last notification. */
  heardAt: string | null
  pollFailures: Generated<number>
  /** State of the import of payments older than the connection; null if none was requested. */
  importState: 'running' | 'done' | null
  importSince: string | null
  importUntil: string | null
  /** The last imported payment of the processor's list. */
  importCursor: string | null
  importCount: Generated<number>
  importDueAt: string | null
  importLeasedUntil: string | null
  importFailures: Generated<number>
  createdAt: string
  updatedAt: string | null
  closedAt: string | null
}

/** An event of a processor, stored once however often it arrives, as names only. */
export interface ProcessorEventRow {
  merchantId: string
  accountId: string
  ref: string
  type: string
  objectRef: string
  /** Our payment (`txn_`) or refund (`ref_`) that it is about; otherwise the processor's id of the payment. */
  subject: string | null
  createdAt: string
  /** Time at which its object is due to be read; null if nothing is left to do. */
  dueAt: string | null
  leasedUntil: string | null
  checkCount: Generated<number>
  /** Time since which the refunds that the processor reports exceed their payment; null while they do not. */
  unfitAt: Generated<string | null>
}

/** Money that a processor took for a payment that had failed or was cancelled before. The payment stays as it is. */
export interface LateCaptureRow {
  merchantId: string
  transactionId: string
  /** The processor's id of the capture, or of the payment. */
  ref: string | null
  amount: number
  notedAt: string
}

/**
 * A merchant's refund of a late capture. A late capture has another refund only after the first failed. No sum includes
 * it.
 */
export interface LateRefundRow {
  merchantId: string
  /** ID of the payment. */
  id: string
  /** ID of the refund, which is the idempotency key of the call to the processor. */
  refundId: string
  amount: number
  status: 'pending' | 'success' | 'failed'
  failureReason: string | null
  actor: string
  createdAt: string
  settledAt: string | null
  /** Time of the next query about the refund; null once its outcome is final. */
  nextCheckAt: string | null
  leasedUntil: string | null
  checkCount: number
}

/** The processor's id of an imported payment, so that none is imported twice. */
export interface ImportedPaymentRow {
  merchantId: string
  accountId: string
  ref: string
  transactionId: string
}

/** An operation of the sandbox, stored once per idempotency key. Only the sandbox reads these rows. */
export interface SandboxOperationRow {
  merchantId: string
  transactionId: string
  key: string
  kind: 'capture' | 'cancel' | 'approve' | 'decline' | 'refund'
  amount: number | null
  at: string
}

/** Method with which the payer of a payment paid, or last tried to pay; null until the processor reports it. */
export interface MethodColumns {
  methodType?: string | null
  methodBrand?: string | null
  /** Last four digits of the card or the bank account. */
  methodLast4?: string | null
  methodWallet?: string | null
  methodCountry?: string | null
  methodFunding?: string | null
}

/** Columns of a payment that are described apart from its other columns. */
export interface PaymentColumns extends MethodColumns, CallerColumns {}
