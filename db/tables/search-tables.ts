import type { Generated } from 'kysely'

/** Progress of the indexing, on SQLite only, in a single row. */
export interface SearchIndexRow {
  /** The last text in the trigram index. */
  indexedTo: number
}

/** A text, on SQLite only, that changed after it was indexed, and has left the index. */
export interface SearchStaleRow {
  seq: number
}

/** The beginning of a further list of a trigram, on SQLite only: the trigram fills more than the list for all texts. */
export interface SearchListRow {
  trigram: string
  /** The first text that may be in the list; the last is the one before the next list. */
  fromSeq: number
}

export interface SearchTextTable {
  /** Increases with each row, on both databases. */
  seq: Generated<number>
  merchantId: string
  kind: 'transaction' | 'customer' | 'refund' | 'payment_link'
  objectId: string
  /** Folded: lower case, no accents. */
  text: string
}
