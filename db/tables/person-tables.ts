/** Settings of a person, for every merchant that they act for. */
export interface PreferencesRow {
  provider: string
  subject: string
  language: 'spec' | 'it' | 'en'
  updatedAt: string
}

/** Lists whose views a person can save. */
export type ViewedList =
  | 'transactions'
  | 'refunds'
  | 'disputes'
  | 'payment_links'
  | 'balance_entries'
  | 'payouts'

/** A view of a list that a person saved: `search` is JSON, the filters and order as in the list's URL. */
export interface SavedViewRow {
  merchantId: string
  provider: string
  subject: string
  id: string
  list: ViewedList
  name: string
  search: string
  createdAt: string
}
