import type { DisputeStatus } from '#db/tables/refund-tables.ts'
import type { Minor } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'
import type { ActingMerchant } from '../merchant.ts'
import type { AccountAccess } from './account-access.ts'
import type { PayerScript } from './payer-script.ts'

/** A payment as a processor is told of it. Every key of a call is made from its id. */
export type PaymentAtProcessor = {
  id: string
  merchantId: string
  accountId: string | null
  /** What the processor calls it; null before `begin` was answered. */
  ref: string | null
  amount: Minor
  currency: string
  paymentMethod: PaymentMethod
  /** Whether the money is authorised first, and taken when somebody captures it. */
  isCapturedByHand: boolean
  createdAtMs: number
  /** Counts the tries to have the payer's money, from 1. */
  attempt: number
  /** Whether a page of the merchant's own goes on with it: its payer may try one card after another. */
  isAtOwnPage: boolean
}

/** What the payer brought along. It is told the processor once, and not stored. */
export type PaymentMeans = {
  /** Stands for a card at the processor; null where the payer goes to a page of the processor's. */
  token: string | null
  /** Where the payer comes back to, at the merchant's own site. */
  returnUrl: string | null
  /** Whether the processor's script runs where the payer is, and goes on there. */
  isAtPage: boolean
  /** Whether that page is the merchant's own, which needs the payment's secret. */
  wantsSecret: boolean
  email: string
  description: string | null
  /** Says what is paid where there is no description. */
  title: string
}

/** A card that was tried in vain. */
export type Declined = {
  /** What the processor calls the try, where it has a name. */
  ref: string | null
  atMs: number
  reason: DeclineCode
  /** The processor's own word. */
  code: string | null
}

/** The processor has said no to a call, so nothing was done. Anything else that it throws may have been. */
export class ProcessorRefusedError extends Error {}

/** The processor does not accept the key, or the key may not do what it was used for. Nothing was done. */
export class ProcessorKeyError extends ProcessorRefusedError {}

/** How far a payment has come at its processor, with all that was tried in vain where it tells. */
export type Progress = Standing & { declined?: readonly Declined[] }

/** `askAtMs`: when to ask again. */
type Standing =
  | { stage: 'awaiting_payer' | 'requires_action' | 'processing'; askAtMs: number }
  | { stage: 'authorized'; captureBeforeMs: number; askAtMs: number }
  /** `amount`: what was captured, where that is not all that was asked. */
  | { stage: 'succeeded'; amount?: Minor }
  | { stage: 'failed' | 'cancelled'; reason: DeclineCode }
  /** Nobody answered: it may have happened or not. */
  | { stage: 'unknown'; askAtMs: number }

/** What the payer has to do before a payment goes on. */
export type NextStep = RedirectStep | ScriptStep

export type RedirectStep = { type: 'redirect'; url: string; expiresAt: string }

/** With which the processor's script, in a page of the merchant's own, has the payer pay. */
export type ScriptStep = {
  /** The processor's name. */
  type: string
  clientSecret: string
  publishableKey: string
  expiresAt: string
}

export type RefundAtProcessor = {
  /** Asking twice with it refunds once. */
  id: string
  merchantId: string
  transactionId: string
  accountId: string | null
  paymentRef: string | null
  /** What the processor calls it, where it was made there and not by us. */
  ref: string | null
  amount: Minor
  currency: string
  paymentMethod: PaymentMethod
  createdAtMs: number
}

export type RefundProgress =
  | { status: 'pending'; askAtMs: number }
  /** One that may still fail is asked for again. */
  | { status: 'success'; askAtMs?: number }
  | { status: 'failed'; reason: RefundFailure }
  /** The processor knows nothing of it: the call never arrived, and may be made again. */
  | { status: 'absent' }

/** A refund as the processor knows it: made there by somebody, or by us. */
export type RefundElsewhere = {
  /** What the processor calls it. */
  ref: string
  /** The refund of ours that it names; null where it names none. */
  ownId: string | null
  amount: Minor
  createdAtMs: number
  progress: Exclude<RefundProgress, { status: 'absent' }>
}

/** The payer's bank asks for the money back, or warns that the card may have been stolen. */
export type DisputeAtProcessor = {
  ref: string
  kind: 'dispute' | 'fraud_warning'
  status: DisputeStatus
  amount: Minor
  /** The processor's own word. */
  reason: string | null
  /** Until when the bank takes evidence. */
  evidenceDueMs: number | null
  openedAtMs: number
}

/** What has happened to the money of a payment since it succeeded. */
export type PaymentFacts = { refunds: RefundElsewhere[]; disputes: DisputeAtProcessor[] }

/** Abilities of a processor with a method and a currency. */
export type Capabilities = {
  canCaptureByHand: boolean
  canRefund: boolean
  /** The least and the most of a payment, in hundredths; null where it names none. */
  least: Minor | null
  most: Minor | null
}

/**
 * Who moves the money. The rest of the code never asks which one it is. `begin` moves none; after `pay` the
 * outcome is only ever read, by `ask`. A call that throws may have had its effect.
 */
export type Processor = {
  name: string
  /** Its name as people write it. */
  label: string
  /** Answers without a network, so a payment and its outcome may be stored in one transaction. */
  isOffline: boolean
  capabilities: (method: PaymentMethod, currency: string) => Capabilities
  /** Access to the accounts of merchants; missing where they connect none. */
  accounts?: AccountAccess
  /** Script with which payers pay in a page of ours or of the merchant's; missing where there is none. */
  script?: PayerScript
  /** Origins to which a form of ours may lead its payer. */
  payerOrigins?: readonly string[]
  /** How long a payment that nobody pays holds a use of its link; as long as it is open where this is not set. */
  holdsUseMs?: number
  begin: (
    payment: PaymentAtProcessor,
    nowMs: number,
    means: PaymentMeans,
  ) => Promise<{ ref: string | null; clientSecret?: string }>
  pay: (payment: PaymentAtProcessor, nowMs: number, means: PaymentMeans) => Promise<Progress>
  ask: (payment: PaymentAtProcessor, nowMs: number) => Promise<Progress>
  /** What its payer has to do while it requires action; nobody is asked for it. */
  next?: (payment: PaymentAtProcessor) => RedirectStep | null
  /** Where its payer goes on now; null where there is nothing for them to do. Asked over the network. */
  addressOf?: (payment: PaymentAtProcessor) => Promise<string | null>
  /**
   * By which the processor's script, at our page, lets a payer prove that a payment is theirs; null where they need not.
   * Asked over the network each time: it is stored nowhere.
   */
  proofOf?: (payment: PaymentAtProcessor) => Promise<string | null>
  /** By which its script has the payer pay, whatever has become of the payment. Asked over the network. */
  clientSecretOf?: (payment: PaymentAtProcessor) => Promise<string>
  /** Takes `amount` of what is authorised and releases the rest. */
  capture: (payment: PaymentAtProcessor, amount: Minor, nowMs: number) => Promise<Progress>
  /** Ends what is open; when it has succeeded before, that is the answer. */
  cancel: (payment: PaymentAtProcessor, nowMs: number) => Promise<Progress>
  refund: (refund: RefundAtProcessor, nowMs: number) => Promise<RefundProgress>
  askRefund: (refund: RefundAtProcessor, nowMs: number) => Promise<RefundProgress>
  /** What has happened to a payment that succeeded, where others than us may have a hand in it. Only reads. */
  facts?: (payment: PaymentAtProcessor, nowMs: number) => Promise<PaymentFacts>
  /** Our id of the payment that the processor calls `ref`; null where it is none of ours. */
  ownIdOf?: (
    whose: Pick<PaymentAtProcessor, 'merchantId' | 'accountId'>,
    ref: string,
  ) => Promise<string | null>
}

/** A processor but for its names, which its plug-in has. */
export type UnnamedProcessor = Omit<Processor, 'name' | 'label'>

/** A processor at which merchants connect accounts of their own. */
export type ConnectableProcessor = Processor & { accounts: AccountAccess }

/** Where a payment goes: a processor, and the merchant's account there where it needs one. */
export type Route = { processor: Processor; accountId: string | null }

export type Processors = {
  /** The one that a stored payment names. */
  named: (name: string) => Processor
  /** Where a new payment goes; undefined where the merchant has connected nothing for the method. */
  routeOf: (merchant: ActingMerchant, method: PaymentMethod) => Route | undefined
  /** Processors at which merchants connect accounts. */
  connectable: readonly ConnectableProcessor[]
}
