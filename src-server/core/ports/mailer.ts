import type { MailLanguage } from '#server/shared/language.ts'

/** What is written; `text` says everything that `html` does. */
export type Letter = { subject: string; text: string; html?: string | undefined }

/** `id` is the row's: a mail that is sent twice has one Message-ID, by which its receiver drops the second. */
export type Mail = Letter & { id: string; to: string }

/** Why a mail was not taken, in a word that holds nothing of what the mail server says. */
export class MailError extends Error {
  readonly word: string
  /** Whether the mail server would say the same tomorrow. */
  readonly isFinal: boolean

  constructor(word: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(`the mail server did not take a mail (${word})`)
    this.word = word
    this.isFinal = isFinal
  }
}

/** Resolves once the mail server has taken the mail; rejects when it did not, or when the signal comes first. */
export type Mailer = {
  send: (mail: Mail, signal?: AbortSignal) => Promise<void>
  /** Whether mails go to the server's own output, and so reach no mailbox. */
  isPrinting?: true
}

export const mailKinds = [
  'reset',
  'verification',
  'existing_account',
  'password_changed',
  'invitation',
  'refund_receipt',
  'refund_failure',
  'refund_cancelled',
  'payment_receipt',
  'payment_request',
  'payment_reminder',
  'link_paused',
] as const
export type MailKind = (typeof mailKinds)[number]

/** A mail that is to be sent. Without a merchant it is one of the sign-in. */
export type MailDraft = {
  kind: MailKind
  to: string
  language: MailLanguage
  letter: Letter
  merchantId: string | null
  /** What it is about: of each kind an object gets one mail. */
  objectId?: string
  /** Whose name or address it holds. */
  customerId?: string
  /** Epoch milliseconds after which it is of no use. */
  notAfterMs?: number
}
