import type { Generated, Kysely, Transaction } from 'kysely'
import type { Dialect } from './portable.ts'
import type {
  AuthAccountRow,
  AuthSessionRow,
  AuthTwoFactorRow,
  AuthUserRow,
  AuthVerificationRow,
} from './tables/auth-tables.ts'
import type {
  PaymentLinkAnswerRow,
  PaymentLinkRow,
  PaymentLinkTryRow,
} from './tables/link-tables.ts'
import type { MerchantLookRow } from './tables/look-tables.ts'
import type { MailRow } from './tables/mail-tables.ts'
import type { DatabaseMoveRow, OperatorRunRow } from './tables/operating-tables.ts'
import type {
  DisputeRow,
  DisputeState,
  ImportedPaymentRow,
  PaymentAttemptRow,
  PaymentStage,
  ProcessorAccountRow,
  ProcessorEventRow,
  RefundEventRow,
  RefundRow,
  RollupCustomerRefundRow,
  RollupRefundDayRow,
  SandboxOperationRow,
} from './tables/refund-tables.ts'
import type {
  RollupCustomerDayRow,
  RollupCustomerMonthRow,
  RollupCustomerRow,
  RollupDayRow,
  RollupPayerMonthRow,
  RollupSlotRow,
} from './tables/rollup-tables.ts'
import type {
  SearchIndexRow,
  SearchListRow,
  SearchStaleRow,
  SearchTextTable,
} from './tables/search-tables.ts'
import type { RequestLogRow, WebhookAttemptRow, WebhookEventRow } from './tables/webhook-tables.ts'

/**
 * One schema for SQLite and PostgreSQL. SQL is snake_case; a plugin of Kysely's maps the names.
 * Instants are ISO-8601 text in UTC, money is an integer of minor units, a day is `2026-01-31`.
 */
export interface Database {
  merchants: MerchantRow
  merchantMembers: MerchantMemberRow
  merchantInvitations: MerchantInvitationRow
  merchantLooks: MerchantLookRow
  preferences: PreferencesRow
  savedViews: SavedViewRow
  customers: CustomerRow
  transactions: TransactionRow
  transactionEvents: TransactionEventRow
  paymentAttempts: PaymentAttemptRow
  processorAccounts: ProcessorAccountRow
  processorEvents: ProcessorEventRow
  disputes: DisputeRow
  importedPayments: ImportedPaymentRow
  paymentLinks: PaymentLinkRow
  paymentLinkAnswers: PaymentLinkAnswerRow
  paymentLinkTries: PaymentLinkTryRow
  refunds: RefundRow
  refundEvents: RefundEventRow
  rollupRefundDays: RollupRefundDayRow
  rollupCustomerRefunds: RollupCustomerRefundRow
  sandboxOperations: SandboxOperationRow
  rollupDays: RollupDayRow
  rollupSlots: RollupSlotRow
  rollupCustomers: RollupCustomerRow
  rollupCustomerDays: RollupCustomerDayRow
  rollupCustomerMonths: RollupCustomerMonthRow
  rollupPayerMonths: RollupPayerMonthRow
  apiKeys: ApiKeyRow
  idempotencyKeys: IdempotencyKeyRow
  integrations: IntegrationRow
  auditLog: AuditLogRow
  searchTexts: SearchTextTable
  searchIndex: SearchIndexRow
  searchStale: SearchStaleRow
  searchLists: SearchListRow
  signInAttempts: SignInAttemptRow
  webhookEvents: WebhookEventRow
  webhookAttempts: WebhookAttemptRow
  requestLog: RequestLogRow
  mails: MailRow
  operatorRuns: OperatorRunRow
  databaseMoves: DatabaseMoveRow
  authUsers: AuthUserRow
  authSessions: AuthSessionRow
  authAccounts: AuthAccountRow
  authTwoFactors: AuthTwoFactorRow
  authVerifications: AuthVerificationRow
}

export type Db = Kysely<Database> | Transaction<Database>

/** Where a statement runs that the two databases write differently. */
export type DialectDb = { db: Db; dialect: Dialect }

/** Business days and their sums stand in two calendars for each merchant; see `MerchantRow.calendar`. */
export type Calendar = 0 | 1

export interface MerchantRow {
  id: string
  businessName: string
  businessType: string
  businessAddress: string | null
  businessPhone: string
  businessWebsite: string | null
  businessDescription: string | null
  estimatedVolume: string | null
  email: string
  verificationStatus: string
  currency: string
  /** What is offered beside the first currencies, as a JSON list of codes; null when nothing was chosen. */
  currencies: string | null
  timezone: string
  acceptedTermsAt: string
  /** Which of the two calendars counts: every figure, list and filter reads that one. */
  calendar: Generated<Calendar>
  /** Who is changing the zone or the reporting currency, and until when no other request may. */
  changeId: string | null
  changeUntil: string | null
  /** The zone of the other calendar while that is being made; null while none is. */
  newTimezone: string | null
  /** The reporting currency that it is being changed to. */
  newCurrency: string | null
  /** The last payment, by instant and id, and the last customer, by id, that the change has reached. */
  madeAt: string | null
  madeId: string | null
  madeCustomerId: string | null
  /** The last refund, by id, likewise. */
  madeRefundId: string | null
  /** Since when the other calendar holds sums that no query reads any more; null when it is empty. */
  staleSince: string | null
  /** 1 for a merchant whose payments are invented. */
  isDemo: Generated<number>
  /** JSON: by payment method the open account that takes payments; null while there is none. */
  processorAccounts: string | null
  /** The most that staff refund at once, and in a day; null for no limit. */
  staffRefundLimit: number | null
  staffRefundDayLimit: number | null
  /** In which both were set; null where there is none. */
  staffRefundCurrency: string | null
  /** Whether customers get mails, as 0 or 1; null where nobody chose, and then they do. */
  customerMails: number | null
  /** Of mails to customers; null where nobody chose, and then it follows from the zone. */
  customerLanguage: 'it' | 'en' | null
  /** Until when all payment links are paused, since many cards were declined; null where they are not. */
  linksPausedUntil: string | null
  /** Which of the two books of a business this is. */
  mode: Generated<'test' | 'live'>
  /** The other book, once there is one: each names the other. Members are those of the test book. */
  twinId: string | null
  createdAt: string
  updatedAt: string
}

/** Who may act for a merchant. A person is (provider, subject), never an e-mail address. */
export interface MerchantMemberRow {
  merchantId: string
  provider: string
  subject: string
  role: 'owner' | 'staff'
  createdAt: string
}

/** Of a person, whichever merchant they act for. */
export interface PreferencesRow {
  provider: string
  subject: string
  language: 'spec' | 'it' | 'en'
  updatedAt: string
}

/** A name that a person gave to a list of payments; `search` is JSON, as the page's address has it. */
export interface SavedViewRow {
  merchantId: string
  provider: string
  subject: string
  id: string
  list: 'transactions' | 'refunds' | 'payment_links'
  name: string
  search: string
  createdAt: string
}

/**
 * An offer to act for a merchant, open until it is accepted, revoked or expired. The token itself is
 * never stored: `tokenHash` is its SHA-256. `createdBy` and `acceptedBy` are people's `subject`.
 */
export interface MerchantInvitationRow {
  merchantId: string
  id: string
  tokenHash: string
  role: 'owner' | 'staff'
  /** The address that alone may accept it; null where the link is enough. */
  email: string | null
  createdBy: string
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
  acceptedBy: string | null
  revokedAt: string | null
}

export interface CustomerRow {
  merchantId: string
  id: string
  name: string
  email: string
  /** Lower-cased e-mail: one customer for each within a merchant. */
  emailKey: string
  status: 'active' | 'inactive'
  createdAt: string
  updatedAt: string
  /** When this customer was erased; from then on no row may name them. */
  erasedAt: string | null
  /** Since when payments and events are rid of the name; null once all are. */
  erasingSince: string | null
}

export interface TransactionRow {
  merchantId: string
  id: string
  /** The reference that people read: TXN-… */
  transactionId: string
  customerId: string
  customerName: string
  customerEmail: string
  amount: number
  currency: string
  paymentMethod: 'card' | 'paypal' | 'bank'
  description: string | null
  status: 'pending' | 'success' | 'failed'
  failureReason: string | null
  /**
   * Business day of `createdAt` and where in the week it fell, by calendar 0. While that one does not
   * count they may be out of date.
   */
  day: string
  weekday: number
  slot: number
  /** The same by calendar 1. */
  dayB?: string | null
  weekdayB?: number | null
  slotB?: number | null
  processor: string
  /** Null where the merchant needs none, as in the sandbox. */
  processorAccountId?: string | null
  /** What the processor calls it, once it was told of the payment. */
  processorRef?: string | null
  /** How far the payer is; null in rows of before there were stages, where the status says it. */
  stage?: PaymentStage | null
  /** `manual` where the money is authorised first, and captured when somebody asks for it. */
  captureMethod?: 'manual' | null
  amountAuthorized?: number | null
  /** Until when what is authorised can be captured. */
  captureBefore?: string | null
  /** JSON, texts by name: what the merchant's program notes of it. */
  metadata?: string | null
  /** JSON, a `Wish`: what somebody asked the processor to do with it, and what has no answer yet. */
  wish?: string | null
  /** What refunds returned, what they have reserved, and what a dispute withdrew. */
  amountRefunded?: number
  amountRefunding?: number
  amountDisputed?: number
  /** The payment link that it was made by. */
  linkId?: string | null
  /** When it was brought in from its processor, where it was not made here. */
  importedAt?: string | null
  /** Sealed: by which the processor's script in the merchant's own page goes on. */
  payerSecret?: string | null
  /** What its disputes come to, in one word; null where there are none. */
  disputeState?: DisputeState | null
  /** When a pending payment's outcome is asked for again; null once it is final. */
  nextCheckAt: string | null
  /** How often it was asked for in vain, and until when one worker is at it. */
  checkCount?: number
  leasedUntil?: string | null
  createdAt: string
  updatedAt: string
  settledAt: string | null
}

/** Append-only. `sequence` counts from 1 within a transaction. */
export interface TransactionEventRow {
  merchantId: string
  transactionId: string
  sequence: number
  at: string
  type: 'created' | 'status_changed'
  status: 'pending' | 'success' | 'failed'
  reason: string | null
  actor: string
}

/** The secret itself is never stored: `hash` is its SHA-256. */
export interface ApiKeyRow {
  merchantId: string
  id: string
  name: string
  /** The visible beginning, `sk_test_AbCd`. */
  prefix: string
  last4: string
  hash: string
  /** `read` or `read,write` */
  scopes: string
  version: 'v1' | 'v2'
  replaces: string | null
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
}

/** The answer to a POST that was sent with a key; `status` is null while it runs. */
export interface IdempotencyKeyRow {
  merchantId: string
  key: string
  fingerprint: string
  /** What the answer is about, once it is known. */
  objectId: string | null
  status: number | null
  body: string | null
  createdAt: string
}

export interface IntegrationRow {
  merchantId: string
  id: string
  name: string
  version: 'v1' | 'v2'
  webhookUrl: string | null
  disabledAt: string | null
  lastSync: string | null
  /** Encrypted; null until a webhook URL is first saved. */
  secret: string | null
  secretLast4: string | null
  previousSecret: string | null
  previousSecretExpiresAt: string | null
  /** Since when nothing but failures came back. */
  failingSince: string | null
  /** The types of events that it is told of, with commas between; null for those of before one could choose. */
  events: string | null
  createdAt: string
  updatedAt: string
}

/** Append-only: who changed what, from where. `before` and `after` are JSON texts. */
export interface AuditLogRow {
  merchantId: string
  id: string
  at: string
  actor: string
  action: string
  objectId: string
  before: string | null
  after: string | null
  address: string | null
  requestId: string
}

/** A counter against guessing passwords; see the identity's throttle for what its key names. */
export interface SignInAttemptRow {
  key: string
  failures: number
  /** JSON: when what counts happened, in epoch milliseconds, oldest first. */
  times: string
  /** From when on the row says nothing any more. */
  expiresAt: string
}
