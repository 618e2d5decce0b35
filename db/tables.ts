import type { Generated, Kysely, Transaction } from 'kysely'
import type { Dialect } from './portable.ts'
import type {
  AuthAccountRow,
  AuthSessionRow,
  AuthTwoFactorRow,
  AuthUserRow,
  AuthVerificationRow,
  SignInAttemptRow,
} from './tables/auth-tables.ts'
import type { BalanceTables } from './tables/balance-tables.ts'
import type { MerchantBrandingRow } from './tables/branding-tables.ts'
import type {
  DisputeCheckRow,
  DisputeDraftRow,
  DisputeEventRow,
  DisputeFileRow,
  DisputeRow,
  DisputeSettingsRow,
  DisputeState,
} from './tables/dispute-tables.ts'
import type {
  PaymentLinkAnswerRow,
  PaymentLinkRow,
  PaymentLinkTryRow,
} from './tables/link-tables.ts'
import type { ListenerTables } from './tables/listener-tables.ts'
import type { MailRow } from './tables/mail-tables.ts'
import type { MonthTables } from './tables/month-tables.ts'
import type { NoticeTables } from './tables/notice-tables.ts'
import type { DatabaseMoveRow, OperatorRunRow } from './tables/operating-tables.ts'
import type { PreferencesRow, SavedViewRow } from './tables/person-tables.ts'
import type {
  ImportedPaymentRow,
  LateCaptureRow,
  LateRefundRow,
  PaymentAttemptRow,
  PaymentColumns,
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
  RollupMethodDayRow,
  RollupPayerMonthRow,
  RollupSlotRow,
} from './tables/rollup-tables.ts'
import type {
  SearchIndexRow,
  SearchListRow,
  SearchStaleRow,
  SearchTextTable,
} from './tables/search-tables.ts'
import type {
  IntegrationRow,
  RequestLogRow,
  WebhookAttemptRow,
  WebhookEndpointRow,
  WebhookEventRow,
} from './tables/webhook-tables.ts'

/**
 * The schema of both SQLite and PostgreSQL. SQL uses snake_case; a plugin of Kysely's maps the names. Instants are
 * ISO-8601 text in UTC, money is an integer in minor units, a day is `2026-01-31`.
 */
export interface Database extends BalanceTables, ListenerTables, MonthTables, NoticeTables {
  merchants: MerchantRow
  merchantMembers: MerchantMemberRow
  merchantInvitations: MerchantInvitationRow
  merchantLooks: MerchantBrandingRow
  preferences: PreferencesRow
  savedViews: SavedViewRow
  customers: CustomerRow
  transactions: TransactionRow
  transactionEvents: TransactionEventRow
  paymentAttempts: PaymentAttemptRow
  processorAccounts: ProcessorAccountRow
  processorEvents: ProcessorEventRow
  disputes: DisputeRow
  disputeEvents: DisputeEventRow
  disputeDrafts: DisputeDraftRow
  disputeFiles: DisputeFileRow
  disputeSettings: DisputeSettingsRow
  disputeChecks: DisputeCheckRow
  importedPayments: ImportedPaymentRow
  lateCaptures: LateCaptureRow
  lateRefunds: LateRefundRow
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
  rollupMethodDays: RollupMethodDayRow
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
  webhookEndpoints: WebhookEndpointRow
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

/** The database, or an open transaction of it. */
export type Db = Kysely<Database> | Transaction<Database>

/** The database and its kind, for statements that SQLite and PostgreSQL write differently. */
export type DialectDb = { db: Db; dialect: Dialect }

/**
 * Number of a calendar. A merchant has two sets of business days and daily sums: one is in use, and a change of time
 * zone or reporting currency builds the other.
 */
export type Calendar = 0 | 1

/** A merchant. A business has one row for test mode and, once it exists, another for live mode. */
export interface MerchantRow {
  id: string
  businessName: string
  businessType: string
  businessAddress: string | null
  businessPhone: string
  businessWebsite: string | null
  businessDescription: string | null
  /** The VAT number and the tax code, as receipts show them; null if the merchant entered none. */
  vatNumber: string | null
  taxCode: string | null
  estimatedVolume: string | null
  email: string
  verificationStatus: string
  currency: string
  /**
   * JSON list of currency codes, offered in addition to the currencies that every merchant has; null if none were
   * chosen.
   */
  currencies: string | null
  timezone: string
  acceptedTermsAt: string
  /** The set of business days and daily sums in use: every figure, list and filter reads it. */
  calendar: Generated<Calendar>
  /**
   * ID of the running change of time zone or reporting currency, and the time until which no other request may change
   * them.
   */
  changeId: string | null
  changeUntil: string | null
  /** Time zone of the other calendar while it is being built; null otherwise. */
  newTimezone: string | null
  /** The reporting currency that the change sets. */
  newCurrency: string | null
  /**
   * Progress of the change: the last payment in the other calendar, by instant and id, and the last customer, by id.
   */
  madeAt: string | null
  madeId: string | null
  madeCustomerId: string | null
  /** Progress of the change: the last refund, by id. */
  madeRefundId: string | null
  /** Time since which the unused calendar contains sums that no query reads any more; null when it is empty. */
  staleSince: string | null
  /** 1 for a merchant whose payments are samples. */
  isDemo: Generated<number>
  /** JSON: the open processor account for each payment method; null if there is none. */
  processorAccounts: string | null
  /** Maximum amounts that staff may refund, at once and in a day; null for no limit. */
  staffRefundLimit: number | null
  staffRefundDayLimit: number | null
  /** Currency in which both limits were set; null if there are no limits. */
  staffRefundCurrency: string | null
  /** 1 if customers get mails, 0 if not; null if unset, and then they get them. */
  customerMails: number | null
  /** Language of mails to customers; null if unset, and then it follows from the time zone. */
  customerLanguage: 'it' | 'en' | null
  /** 1 if keys of this mode may be used by assistants, 0 if not; null if unset: then only in test mode. */
  assistantAccess: number | null
  /** End of a pause of all payment links, caused by many declined cards; null if they are not paused. */
  linksPausedUntil: string | null
  /** Test mode (no real money) or live mode (real money). */
  mode: Generated<'test' | 'live'>
  /**
   * ID of the same business's merchant in the other mode; null until it exists. Members belong to the test-mode
   * merchant.
   */
  twinId: string | null
  createdAt: string
  updatedAt: string
}

/** Rights of a member: owners have all; accountants read the books and close months. */
export type MemberRole = 'owner' | 'staff' | 'accountant'

/** A person who may act for a merchant. A person is (provider, subject), never an e-mail address. */
export interface MerchantMemberRow {
  merchantId: string
  provider: string
  subject: string
  role: MemberRole
  createdAt: string
}

/**
 * An invitation to act for a merchant, open until it is accepted, revoked or expired. The token itself is never stored:
 * `tokenHash` is its SHA-256. `createdBy` and `acceptedBy` are people's `subject`.
 */
export interface MerchantInvitationRow {
  merchantId: string
  id: string
  tokenHash: string
  role: MemberRole
  /** The only e-mail address that may accept it; null if the link is enough. */
  email: string | null
  createdBy: string
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
  acceptedBy: string | null
  revokedAt: string | null
}

/** A customer of a merchant. */
export interface CustomerRow {
  merchantId: string
  id: string
  name: string
  email: string
  /** Lower-cased e-mail address, unique among a merchant's customers. */
  emailKey: string
  status: 'active' | 'inactive'
  createdAt: string
  updatedAt: string
  /** Time of the customer's erasure; from then on no row may name them. */
  erasedAt: string | null
  /** Time since which the name is being removed from payments and events; null once it is removed from all. */
  erasingSince: string | null
}

/** A payment, with its current state. */
export interface TransactionRow extends PaymentColumns {
  merchantId: string
  id: string
  /** The reference for people: TXN-… */
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
   * Business day, weekday and slot of `createdAt` in calendar 0. They may be out of date while that calendar is not in
   * use.
   */
  day: string
  weekday: number
  slot: number
  /** Business day, weekday and slot of `createdAt` in calendar 1. */
  dayB?: string | null
  weekdayB?: number | null
  slotB?: number | null
  processor: string
  /** Null if the processor needs no account of the merchant, as the sandbox. */
  processorAccountId?: string | null
  /** The payment's id at the processor, once the processor has reported it. */
  processorRef?: string | null
  /** The payer's progress; null in rows older than this column, where the status contains it. */
  stage?: PaymentStage | null
  /** `manual` if the money is authorized first, and captured on request. */
  captureMethod?: 'manual' | null
  amountAuthorized?: number | null
  /** Time until which the authorized amount can be captured. */
  captureBefore?: string | null
  /** JSON, texts by name: the merchant's own metadata. */
  metadata?: string | null
  /** JSON: the requested capture or cancellation, until the processor has responded. */
  wish?: string | null
  /** Amounts that refunds returned, that refunds have reserved, and that a dispute withdrew. */
  amountRefunded?: number
  amountRefunding?: number
  amountDisputed?: number
  /** ID of the payment link by which the payment was made. */
  linkId?: string | null
  /** Time of the payment's import from the processor; null if it was made here. */
  importedAt?: string | null
  /** Sealed: the client secret for the processor's script in the merchant's own page. */
  payerSecret?: string | null
  /** Reason why the processor holds the money of a payment in stage `processing`; null if it names none. */
  pendingReason?: string | null
  /** Summary of its disputes, in one word; null if it has none. */
  disputeState?: DisputeState | null
  /** Time of the next poll for a pending payment's outcome; null in a final state. */
  nextCheckAt: string | null
  /** Number of polls without an outcome, and the end of a worker's lease. */
  checkCount?: number
  /**
   * Number of changes of the amount. An outcome is stored only if the amount has not changed since it was requested.
   */
  amountChanges?: number
  leasedUntil?: string | null
  createdAt: string
  updatedAt: string
  settledAt: string | null
}

/** A step in a payment's history, append-only. `sequence` counts from 1 within a payment. */
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

/** An API key. The secret itself is never stored: `hash` is its SHA-256. */
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
  /**
   * The shop of an API key with scope `shop`: the id of the first key in its chain of rotated keys. Null for keys
   * without that scope.
   */
  shopId: string | null
  version: 'v1' | 'v2'
  /** ID of the key that this one replaces; null if it replaces none. */
  replaces: string | null
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
}

/** The response to a POST with an idempotency key; `status` is null while the request runs. */
export interface IdempotencyKeyRow {
  merchantId: string
  key: string
  /** Hash of the procedure and its input. A request with the same key and another hash is refused. */
  fingerprint: string
  /** The object that the response is about, once it is known. */
  objectId: string | null
  status: number | null
  body: string | null
  createdAt: string
}

/**
 * An entry of the append-only audit log: the actor, the change and the IP address. `before` and `after` are JSON texts.
 */
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
