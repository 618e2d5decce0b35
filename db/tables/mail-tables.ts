export type MailStatus = 'waiting' | 'sent' | 'failed'

/** A queued mail: written in the transaction of the change that it reports, sent by a worker. */
export interface MailRow {
  id: string
  /** Null for mails of the sign-in, which belong to no merchant. */
  merchantId: string | null
  /** The customer whose name or e-mail address the mail contains: it is deleted when the customer is erased. */
  customerId: string | null
  kind: string
  /** The object that the mail is about; an object has one mail of each kind. */
  objectId: string | null
  recipient: string
  language: 'it' | 'en'
  subject: string
  /** Sealed with SECRET_KEY, because the links in it grant access. Null once the mail is sent or given up. */
  text: string | null
  html: string | null
  status: MailStatus
  attempts: number
  nextAttemptAt: string | null
  /** End of a worker's lease. */
  leasedUntil: string | null
  /** Time after which the mail is useless, for example because its link has expired. */
  notAfter: string | null
  /** Our own word for the error, never the mail server's. */
  lastError: string | null
  createdAt: string
  sentAt: string | null
}
