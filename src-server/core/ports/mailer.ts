import type { MailLanguage } from '#server/shared/language.ts'

/** Content of a mail; `text` contains everything that `html` does. */
export type Letter = { subject: string; text: string; html?: string | undefined }

/** A mail to one address. `id` gives the Message-ID: when a mail is sent twice, its receiver can drop the second. */
export type Mail = Letter & { id: string; to: string }

/** A mail was not accepted. `word` is the reason; it contains nothing of the mail server's own message. */
export class MailError extends Error {
  readonly word: string
  /** True when the mail server would refuse the mail again tomorrow. */
  readonly isFinal: boolean

  constructor(word: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(`the mail server did not take a mail (${word})`)
    this.word = word
    this.isFinal = isFinal
  }
}

/**
 * Sends mails. `send` resolves once the mail server has accepted the mail; it rejects on a refusal or when the signal
 * aborts.
 */
export type Mailer = {
  send: (mail: Mail, signal?: AbortSignal) => Promise<void>
  /** True when mails are printed to the server's own output, and so reach no mailbox. */
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
  'notice',
  'notice_digest',
] as const
export type MailKind = (typeof mailKinds)[number]

/** A mail to queue. `merchantId` is null for mails about the sign-in, such as a password reset. */
export type MailDraft = {
  kind: MailKind
  to: string
  language: MailLanguage
  letter: Letter
  merchantId: string | null
  /** Id of the object that the mail is about, such as a refund: each object gets one mail of each kind. */
  objectId?: string
  /** Customer whose name or e-mail address the mail contains. */
  customerId?: string
  /** Epoch milliseconds after which the mail is of no use and is not sent. */
  notAfterMs?: number
}
