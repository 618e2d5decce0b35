import type { Book } from '#server/shared/book.ts'
import type { Currency, Minor } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'

/** A permission of a key, and whether the key has it. */
export type TriedPermission = {
  name: string
  needs: 'read' | 'write'
  /** Without it no payment comes to its end. */
  isNeeded: boolean
  /** `unknown`: the processor did not answer. */
  state: 'allowed' | 'missing' | 'unknown'
  /** The processor's own words about a permission that is missing. */
  says: string | null
}

/** An event of a processor as it is stored: its names, and none of its content. */
export type ProcessorEvent = {
  ref: string
  type: string
  objectRef: string
  /** Our refund or payment, or the processor's payment where the object does not name ours. */
  subject: string | null
  /** The payment whose facts are to be read: at once, or where no refund of ours is the subject. */
  paymentOfFacts: string | null
  isOfFacts: boolean
}

/** A payment that came to its end at a processor without us. */
export type PastPayment = {
  ref: string
  /** The id that it had here before, where it names one: its row was lost with what came after a backup. */
  ownId: string | null
  email: string
  name: string
  amount: Minor
  currency: Currency
  paymentMethod: PaymentMethod
  description: string | null
  /** Null where it succeeded. */
  failureReason: DeclineCode | null
  atMs: number
  /** True where it has refunds or disputes, which are read afterwards. */
  hasMoreToRead: boolean
}

/** Reasons why a payment is not imported; `other`: it belongs to another merchant of the same account. */
export type LeftOut = 'ours' | 'other' | 'open' | 'currency' | 'amount' | 'address'

export type ImportContext = {
  nowMs: number
  merchantId: string
  /** Ids of the merchant's payments that are here. */
  own: ReadonlySet<string>
}

/** A payment in a processor's own list. */
export type ListedPayment = {
  ref: string
  createdAtMs: number
  isPaid: boolean
  /** Our id of it; null where it names no payment of this merchant's. */
  ownIdOf: (merchantId: string) => string | null
  /** Sums as the processor has them, in hundredths. @throws where they are in no currency that is known here. */
  sums: () => { captured: Minor; refunded: Minor; currency: Currency }
  /** Makes the payment that is imported, or says why none is. */
  imported: (known: ImportContext) => PastPayment | LeftOut
}

/** Instants between which payments were made. */
export type Span = { since: string; until: string }

/**
 * Access to the accounts that merchants have at a processor, with their own keys. Every call may throw what
 * `core/ports/processor.ts` names, and nothing that holds a key.
 */
export type AccountAccess = {
  /** Payments that go to a connected account. */
  paymentMethod: PaymentMethod
  isOfMode: (key: string, mode: Book) => boolean
  /** Shortens a key to what may be shown of it. */
  hintOf: (secretKey: string) => string
  /** Tries permissions with calls that change nothing: all of them, where none is named. */
  tryPermissions: (secretKey: string, names?: readonly string[]) => Promise<TriedPermission[]>
  /** Permissions without which the earlier payments cannot be listed. */
  neededForHistory: readonly string[]
  /** Reads the processor's name of the account; null where the key may not ask. */
  refOf: (secretKey: string) => Promise<string | null>
  /** Tell whether the key can read an event or a payment; only a key of the account can. */
  canReadEvent: (secretKey: string, ref: string) => Promise<boolean>
  canReadPayment: (secretKey: string, ref: string) => Promise<boolean>
  newestEventRef: (secretKey: string) => Promise<string | null>
  /** Its secret is in the answer to this, and in none after it; null where the processor gave none. */
  createWebhook: (
    secretKey: string,
    endpoint: { url: string; onceKey: string },
  ) => Promise<{ secret: string; ref: string } | null>
  deleteWebhook: (secretKey: string, ref: string) => Promise<void>
  /**
   * Events after the one that is known, oldest first; all since `sinceMs` where none is, or where the processor has
   * forgotten it. `lastRef` is of the last that was read, also of one that is of no use.
   */
  eventsAfter: (
    secretKey: string,
    known: { ref: string | null; sinceMs: number },
  ) => Promise<{ events: ProcessorEvent[]; lastRef: string | null; isMore: boolean }>
  /**
   * The event that a call holds; null where it is of no use, and undefined where none of the secrets signed it. It
   * takes as long without a secret as with one.
   */
  signedEvent: (call: {
    body: Buffer
    headers: Readonly<Record<string, string | string[] | undefined>>
    secrets: readonly string[]
    nowMs: number
  }) => Promise<ProcessorEvent | null | undefined>
  /** Payments of a time, newest first: a page of them after the one that is known. */
  payments: (
    secretKey: string,
    span: Span,
    after: string | null,
  ) => Promise<{ payments: ListedPayment[]; isMore: boolean }>
}
