import type { Generated } from 'kysely'

/** On SQLite alone, where it has one row. */
export interface SearchIndexRow {
  /** The texts up to this one are in the trigram index. */
  indexedTo: number
}

/** On SQLite alone: a text that was changed after it came into the trigram index, and has left it. */
export interface SearchStaleRow {
  seq: number
}

/** On SQLite alone: where a list of a trigram begins, of one that fills more than the list for all texts. */
export interface SearchListRow {
  trigram: string
  /** The first text that may be in it; the last is the one before the next list. */
  fromSeq: number
}

export interface SearchTextTable {
  /** Counts up with each row, on both databases. */
  seq: Generated<number>
  merchantId: string
  kind: 'transaction' | 'customer' | 'refund' | 'payment_link'
  objectId: string
  /** Folded: lower case, no accents. */
  text: string
}
