/** Status of a dispute or a warning, as processors report it. */
export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

/** State of all disputes of a payment: the most urgent one. */
export type DisputeState = 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost'

/** State of a single dispute, as lists show it. */
export type DisputeCaseState =
  | 'warning'
  | 'inquiry'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

/** A claim of a payer's bank for the money, or its warning that the card may have been stolen. */
export interface DisputeRow {
  merchantId: string
  id: string
  transactionId: string
  accountId: string
  /** The processor's id of the dispute or the warning. */
  ref: string
  kind: 'dispute' | 'fraud_warning'
  status: DisputeStatus
  state: DisputeCaseState
  amount: number
  currency: string
  /** The processor's own word for the reason. */
  reason: string | null
  /** The reason in our words. */
  category: string
  /** The card network's code for the reason, or the processor's own word. */
  networkReason: string | null
  /** The payment's reference: TXN-… */
  reference: string
  customerId: string
  customerName: string
  customerEmail: string
  processor: string
  /** Money that the bank has taken by now. */
  withdrawn: number
  /** The processor's fee; null while it is unknown. */
  fee: number | null
  isRefundable: number
  evidenceDueAt: string | null
  /**
   * The deadline of a dispute that waits for a response. Other disputes have a time in the far future, earlier for
   * newer disputes: so a list sorted by deadline ends with them, newest first.
   */
  deadline: string
  /** Times at which evidence was sent, the loss was accepted, and the dispute ended. */
  submittedAt: string | null
  acceptedAt: string | null
  closedAt: string | null
  /** The merchant's response that the processor does not have yet, its author and its time. */
  answer: 'submit' | 'accept' | null
  answerBy: string | null
  answerAt: string | null
  /**
   * Time of the next step of a response; without a response, the time at which the owner's rule accepts the dispute.
   */
  nextCheckAt: string | null
  leasedUntil: string | null
  checkCount: number
  /**
   * Number of the processor's error responses to the merchant's response. It is part of the next attempt's idempotency
   * key, because a processor repeats an error to the same key.
   */
  answerErrors: number
  /** The processor's message about the API key that it refused; null when the response waits for another reason. */
  answerProblem: string | null
  createdAt: string
  updatedAt: string
}

/** A step in a dispute's history, append-only. `sequence` counts from 1 within a dispute. */
export interface DisputeEventRow {
  merchantId: string
  disputeId: string
  sequence: number
  at: string
  type: 'opened' | 'updated' | 'submitted' | 'accepted' | 'refused' | 'closed'
  state: DisputeCaseState
  actor: string
}

/** The texts of the evidence of a dispute. `version` grows with each change, so that no change overwrites another. */
export interface DisputeDraftRow {
  merchantId: string
  disputeId: string
  version: number
  /** JSON: the texts by the name of their field. */
  fields: string
  updatedAt: string
  updatedBy: string
}

/** A file of the evidence of a dispute. */
export interface DisputeFileRow {
  merchantId: string
  disputeId: string
  slot: string
  name: string
  type: 'image/png' | 'image/jpeg' | 'application/pdf'
  /** Bytes. */
  size: number
  sha256: string
  /** The bytes in base64. */
  content: string
  uploadedAt: string
  uploadedBy: string
  /**
   * Version of the draft that the merchant's upload created. It is part of the idempotency key with which Incasso
   * uploads the file to the processor.
   */
  version: number
  /** The processor's id of the file; null until Incasso has uploaded it there. */
  processorRef: string | null
}

/** A merchant's settings for disputes; a merchant without a row has the defaults. */
export interface DisputeSettingsRow {
  merchantId: string
  staffMayAnswer: number
  /** The rule "accept disputes up to an amount after some hours"; null where there is no rule. */
  acceptUpTo: number | null
  acceptCurrency: string | null
  acceptAfterHours: number | null
  updatedAt: string
}

/** A payment whose disputes must be read at a known time: its processor sends no notifications. */
export interface DisputeCheckRow {
  merchantId: string
  /** The payment's id. */
  id: string
  dueAt: string
  leasedUntil: string | null
  checkCount: number
}
