/** A month that was closed: its rows are frozen, and its hash proves them. */
export interface ClosedMonthRow {
  merchantId: string
  /** `2026-01`. */
  month: string
  /** The zone in which its days were counted. */
  timezone: string
  closedAt: string
  /** The actor who closed the month. */
  closedBy: string
  /** JSON: tax amounts per rate, entered by the person who closed the month. */
  taxes: string
  rowCount: number
  /** SHA-256 of the canonical form of the month and its rows. */
  hash: string
}

/** A figure of a closed month. `position` counts from 1 within a month. */
export interface ClosedMonthLineRow {
  merchantId: string
  month: string
  position: number
  section: 'gross' | 'refunds' | 'disputes' | 'fees' | 'payouts' | 'other' | 'open'
  /** The month that the figure is about: an earlier one in a correction. */
  subject: string
  /** Null for a figure of the whole month. */
  day: string | null
  /** Payment method or processor. */
  name: string
  /** Kind of balance entry, or of open item; empty for payments and refunds. */
  kind: string
  currency: string
  count: number
  amount: number
}

export interface MonthTables {
  closedMonths: ClosedMonthRow
  closedMonthRows: ClosedMonthLineRow
}
