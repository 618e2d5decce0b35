import type { Generated } from 'kysely'

/** A link to a page of Incasso's on which customers pay. Money is in minor units of the link's currency. */
export interface PaymentLinkRow {
  merchantId: string
  id: string
  /** SHA-256 of the token in the link's URL, by which the link is found. */
  tokenHash: string
  /** The token itself, sealed with SECRET_KEY. */
  token: string
  title: string
  description: string | null
  amountKind: 'fixed' | 'chosen'
  amount: number | null
  minAmount: number | null
  maxAmount: number | null
  /** JSON: suggested amounts; null if there are none. */
  presets: string | null
  /** JSON, a `StoredQuantity`: a price and the quantities that the payer may choose; null if there is none. */
  quantity: string | null
  /** JSON, a list of `StoredItem`; null if there are none. */
  items: string | null
  /** JSON, `StoredTips`; null if the page offers no tips. */
  tips: string | null
  /**
   * JSON, a list of types: the methods that payers may use; null for the methods that the merchant offers to all
   * payers.
   */
  methodTypes: string | null
  currency: string
  /** Maximum number of payments; null for any number. */
  maxUses: number | null
  expiresAt: string | null
  /** JSON, a list of `LinkQuestion`. */
  questions: string
  afterMessage: string | null
  afterUrl: string | null
  language: 'it' | 'en' | null
  customerId: string | null
  sourceTransactionId: string | null
  pausedAt: string | null
  /** End of the pause; null if a person must resume the link. */
  pausedUntil: string | null
  pauseReason: 'by_hand' | 'card_testing' | null
  /** Time at which a person closed the link permanently; null otherwise. */
  closedAt: string | null
  /** Number of mails that request payment from its customer, including reminders. */
  sent: Generated<number>
  hasReminders: Generated<0 | 1>
  reminded: Generated<number>
  /** Time of the next reminder to the customer; null if none will follow. */
  nextReminderAt: string | null
  reminderLeasedUntil: string | null
  opened: Generated<number>
  /** Number of all payments. Each that has neither succeeded, failed nor lapsed reserves one use. */
  payments: Generated<number>
  paid: Generated<number>
  failed: Generated<number>
  /** Number of payments that have not failed but reserve no use, because they were not paid in time. */
  lapsed: Generated<number>
  paidAmount: Generated<number>
  actor: string
  createdAt: string
  updatedAt: string
}

/** A payer's answers to the questions of a link. */
export interface PaymentLinkAnswerRow {
  merchantId: string
  transactionId: string
  linkId: string
  /** SHA-256 of the form's random part: one form makes one payment. */
  formHash: string
  /** Language in which the payer read the page. */
  language: 'it' | 'en'
  /** Time at which the payment stopped reserving a use because it was not paid in time; null otherwise. */
  lapsedAt: Generated<string | null>
  /** JSON, a list of `LinkAnswer`; null once the customer is erased. */
  answers: string | null
  /** JSON, a list of `PaidLine`, as titles and prices were at the payment; null if the link has none. */
  lines: string | null
  /** Part of the payment's amount; null without a tip. */
  tip: number | null
}

/**
 * A submitted payment form (`sent`) or a declined payment. These are counted to detect card testing, and deleted soon.
 */
export interface PaymentLinkTryRow {
  merchantId: string
  id: string
  linkId: string
  kind: 'sent' | 'declined'
  /**
   * For a form, the hash of the merchant and the sender's IP address. For a decline, a name by which it is counted only
   * once.
   */
  subject: string
  at: string
  /** Outcome of the form's payment; null until it is known. A transfer to the merchant's bank account tries no card. */
  outcome?: 'transfer' | 'success' | 'declined' | null
  /** Hash of the merchant and the e-mail address that was typed. */
  payer?: string | null
  formHash?: string | null
}
