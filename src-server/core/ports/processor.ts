import type { DisputeStatus } from '#db/tables/dispute-tables.ts'
import type { DisputeReason } from '#server/shared/disputes/dispute-reasons.ts'
import type {
  EvidenceField,
  EvidenceFileType,
  EvidenceSlot,
} from '#server/shared/disputes/evidence-fields.ts'
import type { Minor } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { UsedMethod } from '#server/shared/money/used-method.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { KeptReason } from '#server/shared/reasons/kept-reasons.ts'
import type { PendingReason } from '#server/shared/reasons/pending-reasons.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'
import type { ActingMerchant } from '../merchant.ts'
import type { AccountAccess } from './account-access.ts'
import type { PayerScript } from './payer-script.ts'

/** A payment as its processor receives it. The idempotency key of every call is derived from the payment's `id`. */
export type PaymentAtProcessor = {
  id: string
  merchantId: string
  accountId: string | null
  /** The processor's id of the payment; null before `begin` has returned. */
  ref: string | null
  amount: Minor
  currency: string
  paymentMethod: PaymentMethod
  /** True when the money is authorized first, and captured by a later call. */
  isCapturedByHand: boolean
  createdAtMs: number
  /** Number of the attempt to charge the payer, from 1. */
  attempt: number
  /** True when the merchant's own page continues the payment: its payer may try one card after another. */
  isOnMerchantsPage: boolean
  /** True when a person has requested the cancellation: no call except `capture` may charge the payer any more. */
  isCancelRequested?: boolean
  /** True when an earlier call of the same action may still reach the processor, or has reached it. */
  isActionRepeated?: boolean
}

/** Data that the payer provides. The processor receives them once; they are not stored for later calls. */
export type PaymentMeans = {
  /** The processor's token for a card; null when the payer goes to a page of the processor. */
  token: string | null
  /** URL of the merchant's own site to which the payer returns. */
  returnUrl: string | null
  /** URL of the merchant's own site for a payer who does not pay; null to send them where they return after paying. */
  cancelUrl: string | null
  /** Language of the processor's page; null to let the payer's browser decide. */
  locale: 'it' | 'en' | null
  /** Time at which the payment ends unless its payer has paid; null when the processor's own limit decides. */
  expiresAtMs: number | null
  /** True when the payer's page runs the processor's script, and the payment continues there. */
  runsScriptOnPage: boolean
  /** True when that page is the merchant's own, which needs the payment's client secret. */
  wantsSecret: boolean
  /** Types of methods that the processor's page may offer; null for the account's own choice. */
  methodTypes?: readonly string[] | null
  /** The payer's e-mail address; null for a payment without a person. */
  email: string | null
  description: string | null
  /** Replaces a missing description: the merchant's name. */
  title: string
}

/** A failed attempt to pay with a card. */
export type CardDecline = {
  /** The processor's id of the attempt; null when the processor has none. */
  ref: string | null
  atMs: number
  reason: DeclineCode
  /** The processor's own word. */
  code: string | null
}

/**
 * The processor refused a call, so nothing was done. After any other error, the call may have had its effect. `reason`
 * gives the cause, if it is more specific than "the payment was not sent".
 */
export class ProcessorRefusedError extends Error {
  readonly reason: DeclineCode | undefined

  constructor(message: string, reason?: DeclineCode) {
    super(message)
    this.reason = reason
  }
}

/**
 * The processor responded with an error of its own. The call may have had its effect, but it is over: no further effect
 * follows. The processor repeats the error to the same idempotency key.
 */
export class ProcessorFaultError extends Error {}

/** The processor rejects the key, or the key lacks the permission for the call. Nothing was done. */
export class ProcessorKeyError extends ProcessorRefusedError {
  /** The processor's words about a missing permission, which contain no secret. */
  readonly processorMessage: string | undefined

  constructor(message: string, processorMessage?: string) {
    super(message)
    this.processorMessage = processorMessage
  }
}

/**
 * Progress of a payment at its processor, with all declined attempts when the processor reports them. `ref` replaces
 * the processor's id of the payment, where the processor gives the payment another id as it continues.
 */
export type Progress = StageProgress & {
  declined?: readonly CardDecline[]
  ref?: string
  /** Method that the payer used; missing until the processor reports it. */
  method?: UsedMethod
  /** Reason why the processor holds the money, in stage `processing`. */
  pendingReason?: PendingReason
}

/** `pollAtMs`: time of the next status request, in epoch milliseconds. */
type StageProgress =
  | { stage: 'awaiting_payer' | 'requires_action' | 'processing'; pollAtMs: number }
  | { stage: 'authorized'; captureBeforeMs: number; pollAtMs: number }
  /** `amount`: the captured amount, when it is not the whole amount. */
  | { stage: 'succeeded'; amount?: Minor }
  | { stage: 'failed' | 'cancelled'; reason: DeclineCode }
  /** No response arrived: the call may have had its effect or not. */
  | { stage: 'unknown'; pollAtMs: number }

/** The payer's next step before a payment can continue. */
export type NextStep = RedirectStep | ScriptStep

export type RedirectStep = { type: 'redirect'; url: string; expiresAt: string }

/** Data with which the processor's script, in a page of the merchant's own, lets the payer pay. */
export type ScriptStep = {
  /** The processor's name. */
  type: string
  clientSecret: string
  publishableKey: string
  expiresAt: string
}

/**
 * Result of changing the amount of a payment. `ref` replaces the processor's id of the payment, where the payment then
 * has another id. `kept`: the amount stays, because the payer has acted on the former amount, the time to pay is over,
 * or the processor refuses.
 */
export type AmountChange =
  | { is: 'changed'; ref?: string }
  | { is: 'kept'; reason: Extract<KeptReason, 'payer_acted' | 'ended' | 'refused'> }

/** A refund as its processor receives it. */
export type RefundAtProcessor = {
  /** Two calls with the same id refund once. */
  id: string
  merchantId: string
  transactionId: string
  accountId: string | null
  paymentRef: string | null
  /** The processor's id, when the refund was made there and not by us. */
  ref: string | null
  amount: Minor
  currency: string
  paymentMethod: PaymentMethod
  createdAtMs: number
}

/** Progress of a refund at its processor. `pollAtMs`: time of the next status request, in epoch milliseconds. */
export type RefundProgress =
  | { status: 'pending'; pollAtMs: number }
  /** `pollAtMs` is set when the refund may still fail: its status is then requested again. */
  | { status: 'success'; pollAtMs?: number }
  | { status: 'failed'; reason: RefundFailure }
  /** The processor does not have the refund: the call never arrived, and may be retried. */
  | { status: 'absent' }

/** A refund that a processor reports: made at the processor's own site, or by Incasso. */
export type ReportedRefund = {
  /** The processor's id. */
  ref: string
  /** Our id of the refund; null when the refund was not made by Incasso. */
  ownId: string | null
  amount: Minor
  createdAtMs: number
  progress: Exclude<RefundProgress, { status: 'absent' }>
}

/** A dispute, in which the payer's bank reclaims the money, or a warning that the card may have been stolen. */
export type DisputeAtProcessor = {
  ref: string
  kind: 'dispute' | 'fraud_warning'
  status: DisputeStatus
  amount: Minor
  /** The processor's own word. */
  reason: string | null
  /** The reason in our words. */
  category: DisputeReason
  /** The card network's code for the reason; null when the processor names none. */
  networkReason: string | null
  /** Money that the bank took, when the processor reports it; otherwise it follows from status and amount. */
  taken?: Minor | undefined
  /** The processor's fee; null while it is unknown. */
  fee: Minor | null
  /** True while the merchant may still refund the payment. */
  isRefundable: boolean
  /** Time until which the bank accepts evidence; null when it accepts none. */
  evidenceDueMs: number | null
  openedAtMs: number
  /** True when the processor has sent evidence to the bank: from Incasso, or entered at the processor's own site. */
  hasEvidence: boolean
}

/** Refunds and disputes of a payment since it succeeded. */
export type RefundsAndDisputes = {
  refunds: ReportedRefund[]
  disputes: DisputeAtProcessor[]
  /** Time of the next read, at processors that send no notifications; in epoch milliseconds. */
  pollAtMs?: number | undefined
}

/** A dispute as its processor receives it. Two calls with the same id and number of errors send one response. */
export type ProcessorDispute = {
  id: string
  merchantId: string
  transactionId: string
  accountId: string | null
  /** The processor's id of the dispute. */
  ref: string
  reason: DisputeReason
  /**
   * Number of the processor's errors for the response so far. Each attempt after an error needs another idempotency
   * key.
   */
  responseErrors: number
  /** True for an inquiry: no money has been withdrawn. */
  isInquiry: boolean
}

/** Evidence of a merchant: texts by field, and files by slot. */
export type DisputeEvidence = {
  texts: Partial<Record<EvidenceField, string>>
  files: readonly {
    slot: EvidenceSlot
    name: string
    type: EvidenceFileType
    bytes: Buffer
    sha256: string
    /** The version of the evidence in which the file was uploaded. */
    version: number
    /** The processor's id of the file; null until it has the file. */
    ref: string | null
    /** Stores the processor's id of the file, so that the file is uploaded once. */
    keepRef: (ref: string) => Promise<void>
  }[]
}

/** The part of a dispute's state that shows whether the processor has a response. */
export type ResponseProgress =
  /** The processor has the response. */
  | { status: 'received' }
  /** The processor waits for a response and has none: the call may be repeated. */
  | { status: 'absent' }
  /** The dispute takes no response any more. */
  | { status: 'closed' }

/** Details of a payer that may become evidence; each is null where the processor has none. */
export type PayerDetails = {
  /** Addresses of several lines. */
  billingAddress: string | null
  shippingAddress: string | null
  ipAddress: string | null
  shippingCarrier: string | null
  trackingNumber: string | null
  /** Outcome of 3-D Secure that supports the merchant; null for any other. */
  authentication: 'authenticated' | 'attempted' | null
}

/**
 * Responses to disputes. A call that throws `ProcessorRefusedError` changed nothing; any other error may have done so.
 */
export type DisputeResponses = {
  /** Fee of each dispute, won or lost; null where it depends on the merchant's contract. */
  fee: Minor | null
  /** Returns false where only texts can be sent. */
  takesFiles: (dispute: Pick<ProcessorDispute, 'isInquiry'>) => boolean
  /** Returns why the processor cannot receive the whole response, and nothing is sent then; undefined when it can. */
  refusalOf?: (
    dispute: ProcessorDispute,
    evidence: Pick<DisputeEvidence, 'texts'> & { fileCount: number },
  ) => string | undefined
  /** Reads what the processor knows of the payer; missing where it knows no more than Incasso. */
  payerDetails?: (dispute: ProcessorDispute) => Promise<PayerDetails>
  /** Sends evidence to the bank, which is possible once. */
  submit: (dispute: ProcessorDispute, evidence: DisputeEvidence, nowMs: number) => Promise<void>
  /** Accepts the loss. */
  accept: (dispute: ProcessorDispute, nowMs: number) => Promise<void>
  /** Reads whether the processor has the response of this kind. */
  readProgress: (
    dispute: ProcessorDispute,
    kind: 'submit' | 'accept',
    nowMs: number,
  ) => Promise<ResponseProgress>
}

/** Abilities of a processor for a method and a currency. */
export type Capabilities = {
  canCaptureByHand: boolean
  canRefund: boolean
  /** Smallest amount of a payment, in hundredths of the currency; null when the processor names none. */
  least: Minor | null
  /** Largest amount of a payment, in hundredths of the currency; null when the processor names none. */
  most: Minor | null
  /** False when the processor takes no payments in the currency; undefined counts as true. */
  takesCurrency?: boolean
  /** False when the payer can only pay on the processor's page; undefined when a token or its script may pay too. */
  takesTokens?: boolean
  /** Amounts must be a multiple of it, in hundredths; undefined when only the currency's own rules apply. */
  step?: Minor
}

/**
 * A service that moves the money. No other code depends on which service it is. `begin` registers a payment and moves
 * no money. `pay` starts the payment; after it, `readProgress` reads the outcome, or takes the money that the payer
 * approved meanwhile. A call that throws may have had its effect.
 */
export type Processor = {
  name: string
  /** Display name of the processor. */
  label: string
  /** True when the processor works without a network: a payment and its outcome may be stored in one transaction. */
  isOffline: boolean
  capabilities: (method: PaymentMethod, currency: string) => Capabilities
  /** Access to merchants' own accounts at the processor; undefined when merchants connect none. */
  accounts?: AccountAccess
  /** Script with which payers pay in a page of ours or of the merchant's; undefined when there is none. */
  script?: PayerScript
  /** Origins to which a form of ours may redirect its payer. */
  payerOrigins?: readonly string[]
  /** Time for which an unpaid payment counts as a use of its payment link; by default, as long as it is open. */
  reservesUseMs?: number
  begin: (
    payment: PaymentAtProcessor,
    nowMs: number,
    means: PaymentMeans,
  ) => Promise<{ ref: string | null; clientSecret?: string }>
  pay: (payment: PaymentAtProcessor, nowMs: number, means: PaymentMeans) => Promise<Progress>
  /**
   * Reads the outcome. Where a payment that the payer approved needs another call to take the money, the processor
   * awaits `mayTake` right before that call: a person may have cancelled the payment since `payment` was read.
   */
  readProgress: (
    payment: PaymentAtProcessor,
    nowMs: number,
    mayTake: () => Promise<boolean>,
  ) => Promise<Progress>
  /** Returns the payer's next step while the payment requires action; makes no network call. */
  next?: (payment: PaymentAtProcessor) => RedirectStep | null
  /**
   * Requests the URL at which the payer continues now; null when there is nothing for them to do. Makes a network call.
   */
  payerUrlOf?: (payment: PaymentAtProcessor) => Promise<string | null>
  /**
   * Requests the client secret for the processor's script in our page, with which a payer proves that a payment is
   * theirs. Returns null when no proof is necessary. Makes a network call each time: the secret is never stored.
   */
  payerSecretOf?: (payment: PaymentAtProcessor) => Promise<string | null>
  /** Requests the client secret for the processor's script, whatever the payment's state. Makes a network call. */
  clientSecretOf?: (payment: PaymentAtProcessor) => Promise<string>
  /**
   * Changes the amount of an unpaid payment. After `changed`, the payer can pay only the new amount. A
   * repeated call has the same effect once. Missing where amounts cannot be changed.
   */
  changeAmount?: (
    payment: PaymentAtProcessor,
    change: { amount: Minor; means: PaymentMeans },
    nowMs: number,
  ) => Promise<AmountChange>
  /** Captures `amount` of the authorized money and releases the remainder. */
  capture: (payment: PaymentAtProcessor, amount: Minor, nowMs: number) => Promise<Progress>
  /** Cancels an open payment; when the payment has already succeeded, returns that outcome instead. */
  cancel: (payment: PaymentAtProcessor, nowMs: number) => Promise<Progress>
  refund: (refund: RefundAtProcessor, nowMs: number) => Promise<RefundProgress>
  readRefundProgress: (refund: RefundAtProcessor, nowMs: number) => Promise<RefundProgress>
  /** Reads the refunds and disputes of a successful payment; missing when only Incasso can cause them. */
  readRefundsAndDisputes?: (
    payment: PaymentAtProcessor,
    nowMs: number,
  ) => Promise<RefundsAndDisputes>
  /** Responses to disputes; missing at a processor without disputes. */
  disputes?: DisputeResponses
  /** Returns our id of the payment with the processor's id `ref`; null when the payment is not ours. */
  ownIdOf?: (
    account: Pick<PaymentAtProcessor, 'merchantId' | 'accountId'>,
    ref: string,
  ) => Promise<string | null>
}

/** A processor without its name and label, which its plug-in adds. */
export type UnnamedProcessor = Omit<Processor, 'name' | 'label'>

/** A processor at which merchants connect accounts of their own. */
export type ConnectableProcessor = Processor & { accounts: AccountAccess }

/** Route of a payment: a processor, and the merchant's account there when it needs one. */
export type Route = { processor: Processor; accountId: string | null }

/** All processors of this server. */
export type Processors = {
  /** Returns the processor that a stored payment names. */
  named: (name: string) => Processor
  /** Returns the route of a new payment; undefined when the merchant has connected no account for the method. */
  routeOf: (merchant: ActingMerchant, method: PaymentMethod) => Route | undefined
  /** Processors at which merchants connect accounts. */
  connectable: readonly ConnectableProcessor[]
}
