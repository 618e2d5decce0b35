import type { Mode } from '#server/shared/mode.ts'
import type { Currency, Minor } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { UsedMethod } from '#server/shared/money/used-method.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { MoneyAccess } from './money-access.ts'

/** A permission at the processor, and whether a merchant's secret key has it. */
export type PermissionResult = {
  name: string
  needs: 'read' | 'write'
  /** True when no payment can be completed without the permission. */
  isNeeded: boolean
  /** `unknown`: the processor did not respond. */
  state: 'allowed' | 'missing' | 'unknown'
  /** The processor's own words about a missing permission. */
  says: string | null
}

/**
 * Methods that a processor's page can offer, and whether the account has each switched on there. `methods` is null when
 * the key may not read them; `says` is then the processor's own words.
 */
export type AccountMethods =
  | { methods: { type: string; isOn: boolean }[]; says: null }
  | { methods: null; says: string }

/** An event of a processor as it is stored: its ids (`ref`, `objectRef`) and its type, and none of its content. */
export type ProcessorEvent = {
  ref: string
  type: string
  objectRef: string
  /** Our id of the refund or payment; the processor's id of the payment when the object contains no id of ours. */
  subject: string | null
  /**
   * Payment whose refunds or disputes the event is about. Incasso reads the refunds and disputes of this payment at
   * once when `readsPaymentNow` is true. Otherwise the event is about a refund of ours, which is checked instead; the
   * payment is read only if that refund has failed or is unknown.
   */
  paymentToRead: string | null
  readsPaymentNow: boolean
  /** True when the event reports that the payer's money was taken. */
  isOfCapture: boolean
}

/** A payment that reached its final state at a processor without Incasso, and that is imported. */
export type PastPayment = {
  ref: string
  /**
   * Our id, when the processor's data contain one: Incasso stored the payment before, and lost it with a restored
   * backup.
   */
  ownId: string | null
  email: string
  name: string
  amount: Minor
  currency: Currency
  paymentMethod: PaymentMethod
  /** Method that the payer used; null when the processor does not name it. */
  method: UsedMethod | null
  description: string | null
  /** Null when the payment succeeded. */
  failureReason: DeclineCode | null
  atMs: number
  /** True when the payment has refunds or disputes, which are read later. */
  hasMoreToRead: boolean
}

/** Reasons why a payment is not imported; `other`: another merchant of the same processor account owns the payment. */
export type SkipReason = 'ours' | 'other' | 'open' | 'currency' | 'amount' | 'address'

/** Details of a merchant that decide whether a payment of the processor's list is imported. */
export type ImportContext = {
  nowMs: number
  merchantId: string
  /** Ids of the merchant's payments that are stored here. */
  own: ReadonlySet<string>
}

/** A payment in a processor's own list. */
export type ListedPayment = {
  ref: string
  createdAtMs: number
  isPaid: boolean
  /** Returns our id of the payment from the processor's data; null when they name no payment of this merchant. */
  ownIdOf: (merchantId: string) => string | null
  /**
   * Returns the captured and refunded sums in hundredths of the currency.
   * @throws Error when Incasso does not support the currency.
   */
  sums: () => { captured: Minor; refunded: Minor; currency: Currency }
  /** Returns the payment to import, or the reason why it is not imported. */
  imported: (known: ImportContext) => PastPayment | SkipReason
}

/** Start and end, as ISO-8601, of the period whose payments are listed. */
export type Period = { since: string; until: string }

/**
 * Access to merchants' accounts at a processor, with their own keys. Every call may throw the errors of
 * `core/ports/processor.ts`, and no error that contains a key.
 */
export type AccountAccess = {
  /** Method of the payments that go to a connected account. */
  paymentMethod: PaymentMethod
  /**
   * Returns false when the key belongs to the other mode, test or live. Returns undefined while the processor does not
   * report the key's mode.
   */
  isKeyForMode: (key: string, mode: Mode) => boolean | Promise<boolean | undefined>
  /** Shortens a key to the part that may be shown. */
  maskKey: (secretKey: string) => string
  /** Tests permissions with calls that change nothing; tests all of them when `names` is missing. */
  tryPermissions: (secretKey: string, names?: readonly string[]) => Promise<PermissionResult[]>
  /** Permissions that are necessary to list earlier payments. */
  neededForHistory: readonly string[]
  /**
   * Additional methods whose payments a merchant may send to the account, each with the type of method that must be
   * switched on there.
   */
  additionalMethods?: Readonly<Partial<Record<PaymentMethod, string>>>
  /** Reads the methods that the processor's page can offer; missing when the page offers only one method. */
  methods?: (secretKey: string) => Promise<AccountMethods>
  /** Reads the processor's id of the account; null when the key may not read it. */
  refOf: (secretKey: string) => Promise<string | null>
  /** Returns true when the key can read the event `ref`: then the key belongs to the event's account. */
  canReadEvent: (secretKey: string, ref: string) => Promise<boolean>
  /** Returns true when the key can read the payment `ref`: then the key belongs to the payment's account. */
  canReadPayment: (secretKey: string, ref: string) => Promise<boolean>
  newestEventRef: (secretKey: string) => Promise<string | null>
  /**
   * Creates a webhook at the processor and returns its signing secret and id. No later call returns the secret. Returns
   * null when the processor's response has no secret.
   */
  createWebhook: (
    secretKey: string,
    endpoint: { url: string; onceKey: string },
  ) => Promise<{ secret: string; ref: string } | null>
  deleteWebhook: (secretKey: string, ref: string) => Promise<void>
  /**
   * Returns the events after the event `ref`, oldest first. Returns all events since `sinceMs` when `ref` is null, or
   * when the processor has deleted that event. `lastRef` is the last event read, even when it is irrelevant.
   */
  eventsAfter: (
    secretKey: string,
    known: { ref: string | null; sinceMs: number },
    nowMs: number,
  ) => Promise<{ events: ProcessorEvent[]; lastRef: string | null; isMore: boolean }>
  /**
   * Returns the event of a notification; null when the event is irrelevant, undefined when none of the secrets signed
   * it. The check takes as long without a secret as with one.
   */
  signedEvent: (call: {
    body: Buffer
    headers: Readonly<Record<string, string | string[] | undefined>>
    secrets: readonly string[]
    nowMs: number
    /** Decrypts the account's secret key, for a check by a call to the processor; null for an unknown account. */
    openKey: () => string | null
  }) => Promise<ProcessorEvent | null | undefined>
  /**
   * Returns a page of the payments of a period, newest first, after the payment with the id `after`. Missing when the
   * processor has no such list: then earlier payments cannot be imported.
   */
  payments?: (
    secretKey: string,
    span: Period,
    after: string | null,
  ) => Promise<{ payments: ListedPayment[]; isMore: boolean }>
  /** Reads balance, entries and payouts; missing when they are not read from the processor. */
  money?: MoneyAccess
}
