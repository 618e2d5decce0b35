import type { Generated } from 'kysely'

/** A page of ours on which customers pay. Money is in minor units of its currency. */
export interface PaymentLinkRow {
  merchantId: string
  id: string
  /** SHA-256 of the token in its address, by which it is found. */
  tokenHash: string
  /** The token itself, sealed with SECRET_KEY. */
  token: string
  title: string
  description: string | null
  amountKind: 'fixed' | 'chosen'
  amount: number | null
  minAmount: number | null
  maxAmount: number | null
  /** JSON: amounts that are offered; null where there are none. */
  presets: string | null
  currency: string
  /** How many payments it takes; null for any number. */
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
  /** Null while somebody has to resume it. */
  pausedUntil: string | null
  pauseReason: 'by_hand' | 'card_testing' | null
  /** Null unless somebody has closed it for good. */
  closedAt: string | null
  /** Mails that ask its customer, reminders among them. */
  sent: Generated<number>
  hasReminders: Generated<0 | 1>
  reminded: Generated<number>
  /** Null where none is to come. */
  nextReminderAt: string | null
  reminderLeasedUntil: string | null
  opened: Generated<number>
  /** Counts all payments. Each that has neither succeeded, failed nor lapsed holds one use. */
  payments: Generated<number>
  paid: Generated<number>
  failed: Generated<number>
  /** Counts payments that have not failed and hold no use, since nobody paid them in time. */
  lapsed: Generated<number>
  paidAmount: Generated<number>
  actor: string
  createdAt: string
  updatedAt: string
}

/** What the payer of a link answered. */
export interface PaymentLinkAnswerRow {
  merchantId: string
  transactionId: string
  linkId: string
  /** SHA-256 of the form's random part: one form makes one payment. */
  formHash: string
  /** In which the payer read the page. */
  language: 'it' | 'en'
  /** When the payment stopped holding a use because nobody paid in time; null otherwise. */
  lapsedAt: Generated<string | null>
  /** JSON, a list of `LinkAnswer`; null once the customer is erased. */
  answers: string | null
}

/** Counted against card testing, and forgotten soon. */
export interface PaymentLinkTryRow {
  merchantId: string
  id: string
  linkId: string
  kind: 'sent' | 'declined'
  /** The hash of the merchant and the address that sent a form; or the name of a decline. */
  subject: string
  at: string
  /** What became of the form's payment: null until that is known. A transfer to the merchant's bank account tries no card. */
  outcome?: 'transfer' | 'success' | 'declined' | null
  /** The hash of the merchant and the e-mail that was typed. */
  payer?: string | null
  formHash?: string | null
}
