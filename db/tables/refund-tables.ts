import type { Generated } from 'kysely'
import type { Calendar } from '../tables.ts'

/** How far a payer is; see docs/decisions/040-stages-and-amounts.md. Moves go upward only, and end once. */
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

/** Money that goes back. Names and method are those of the payment. */
export interface RefundRow {
  merchantId: string
  id: string
  transactionId: string
  /** That of the payment: TXN-… */
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
  /** Whether an owner must agree, or has; null where nobody had to. */
  approval: 'needed' | 'given' | 'refused' | null
  /** Business day of `createdAt` by calendar 0, and by calendar 1. */
  day: string
  dayB: string | null
  processor: string
  processorAccountId: string | null
  processorRef: string | null
  actor: string
  /** When its outcome is asked for; a refund that succeeded may still fail. */
  nextCheckAt: string | null
  checkCount?: number
  leasedUntil: string | null
  createdAt: string
  updatedAt: string
  settledAt: string | null
}

/** Append-only. `sequence` counts from 1 within a refund. */
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

/** Refunds by their own business day. */
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

/** What a customer got back, in all. */
export interface RollupCustomerRefundRow {
  merchantId: string
  customerId: string
  currency: string
  count: number
  amount: number
}

/** One try to have a payer's money, at a processor over a network. */
export interface PaymentAttemptRow {
  merchantId: string
  transactionId: string
  number: number
  at: string
  endedAt: string | null
  outcome: 'succeeded' | 'authorized' | 'declined' | 'abandoned' | null
  reason: string | null
  /** What the processor calls the try, and its own word for what came of it. */
  processorRef: string | null
  processorCode: string | null
}

/** Where the payments of a method go. At most one of a method is open. */
export interface ProcessorAccountRow {
  merchantId: string
  id: string
  processor: string
  paymentMethod: 'card' | 'paypal' | 'bank'
  /** The processor's name for the account; null where its key may not ask for it. */
  accountRef: Generated<string | null>
  /** Sealed, and null once the account is closed and nothing of it is open any more. */
  secretKey: string | null
  webhookSecret: string | null
  formerWebhookSecret: string | null
  formerWebhookSecretUntil: string | null
  /** What may be shown of the key: its prefix and its last four. */
  keyHint: string | null
  publishableKey: string | null
  /** An IBAN, where transfers go to the merchant's own account at a bank; and whose it is. Every payer is told. */
  bankAccount: string | null
  bankHolder: string | null
  webhookRef: string | null
  /** The newest of the processor's events that was asked for. */
  eventRef: string | null
  nextPollAt: string | null
  leasedUntil: string | null
  /** When events were last asked for, and when one last came by itself. */
  polledAt: string | null
  heardAt: string | null
  pollFailures: Generated<number>
  /** Bringing in the payments of before the connection; null where nobody asked for it. */
  importState: 'running' | 'done' | null
  importSince: string | null
  importUntil: string | null
  /** The last payment of the processor's list that was brought in. */
  importCursor: string | null
  importCount: Generated<number>
  importDueAt: string | null
  importLeasedUntil: string | null
  importFailures: Generated<number>
  createdAt: string
  updatedAt: string | null
  closedAt: string | null
}

/** An event of a processor, once however often it comes: names alone. */
export interface ProcessorEventRow {
  merchantId: string
  accountId: string
  ref: string
  type: string
  objectRef: string
  /** The payment (`txn_`) or refund (`ref_`) of ours that it is about; else what the processor calls the payment. */
  subject: string | null
  createdAt: string
  /** When its object is to be read; null where nothing is left to do. */
  dueAt: string | null
  leasedUntil: string | null
  checkCount: Generated<number>
  /** The instant at which refunds were read that exceed its payment; null where all refunds fit by now. */
  unfitAt: Generated<string | null>
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

export type DisputeState = 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost'

/** A payer's bank asks for its money back, or warns that the card may have been stolen. */
export interface DisputeRow {
  merchantId: string
  id: string
  transactionId: string
  accountId: string
  /** What the processor calls it. */
  ref: string
  kind: 'dispute' | 'fraud_warning'
  status: DisputeStatus
  amount: number
  currency: string
  /** The processor's word. */
  reason: string | null
  evidenceDueAt: string | null
  openedAt: string
  updatedAt: string
}

/** What a payment that was brought in is called at its processor, so that none comes twice. */
export interface ImportedPaymentRow {
  merchantId: string
  accountId: string
  ref: string
  transactionId: string
}

/** What the sandbox did, once for each key: its own book, which the product does not read. */
export interface SandboxOperationRow {
  merchantId: string
  transactionId: string
  key: string
  kind: 'capture' | 'cancel' | 'approve' | 'decline' | 'refund'
  amount: number | null
  at: string
}
