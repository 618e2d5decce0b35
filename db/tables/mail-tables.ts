export type MailStatus = 'waiting' | 'sent' | 'failed'

/** What is to be mailed: written in the transaction of the change it tells, sent by a worker. */
export interface MailRow {
  id: string
  /** Null for mails of the sign-in, which belong to nobody. */
  merchantId: string | null
  /** Whose name or address the mail holds: it goes when the customer is erased. */
  customerId: string | null
  kind: string
  /** What it is about; an object has one mail of each kind. */
  objectId: string | null
  recipient: string
  language: 'it' | 'en'
  subject: string
  /** Sealed with SECRET_KEY, for links in it open what they lead to. Null once it is sent or given up. */
  text: string | null
  html: string | null
  status: MailStatus
  attempts: number
  nextAttemptAt: string | null
  /** Until then one worker is at it. */
  leasedUntil: string | null
  /** From then on it is of no use, as when its link has expired. */
  notAfter: string | null
  /** A word of ours, never the mail server's. */
  lastError: string | null
  createdAt: string
  sentAt: string | null
}
