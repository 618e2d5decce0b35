/** A notice to a merchant's members. Its texts are made when it is read, from its kind and its facts. */
export interface NoticeRow {
  merchantId: string
  id: string
  kind: string
  /** The object that the notice is about, such as a dispute. */
  objectId: string
  /**
   * Distinguishes causes of one object, such as two deadlines of a dispute; empty where an object has a single cause.
   */
  occurrence: string
  /** JSON, a `NoticeFacts`. It names no customer, so an erasure need not change it. */
  facts: string
  /** Time from which members see the notice. It may be in the future, as for a deadline. */
  createdAt: string
  /** Time from which the cause is gone, and members do not see the notice any more; null while it lasts. */
  goneAt: string | null
  /** Time of the next step: mailing the notice, or removing it from open pages; null when no step is left. */
  dueAt: string | null
  /** End of a worker's lease. */
  leasedUntil: string | null
  /** Time at which its mails were queued; also set when no member chose mail. */
  mailedAt: string | null
}

/** A member has read a notice. */
export interface NoticeReadRow {
  merchantId: string
  provider: string
  subject: string
  noticeId: string
  readAt: string
}

/** A member's choice for a kind of notice, in test mode and live mode. `merchantId` is the test-mode merchant. */
export interface NoticeChoiceRow {
  merchantId: string
  provider: string
  subject: string
  kind: string
  choice: 'page' | 'mail' | 'both' | 'none'
}

export interface NoticeTables {
  notices: NoticeRow
  noticeReads: NoticeReadRow
  noticeChoices: NoticeChoiceRow
}
