import type { Generated } from 'kysely'

/** Progress of building the search index, in a single row. Only SQLite has this table. */
export interface SearchIndexRow {
  /** `seq` of the last text in the search index. */
  indexedTo: number
}

/** A text that changed after it was indexed and is no longer in the search index. Only SQLite has this table. */
export interface SearchStaleRow {
  seq: number
}

/**
 * The start of an additional list of the texts that contain a trigram (three consecutive characters). A frequent
 * trigram needs several lists. Only SQLite has this table.
 */
export interface SearchListRow {
  trigram: string
  /** `seq` of the first text that may be in this list. The list ends before the next list of the same trigram. */
  fromSeq: number
}

/** The searchable text of a payment, customer, refund, dispute or payment link. */
export interface SearchTextTable {
  /** Increases with each row, on both databases. */
  seq: Generated<number>
  merchantId: string
  kind: 'transaction' | 'customer' | 'refund' | 'dispute' | 'payment_link'
  objectId: string
  /** Folded: lower case, no accents. */
  text: string
}
