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

/** A name that a person gave to a list; `search` is JSON, as in the URL of that list in the dashboard. */
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
