/** Settings of a person, for every merchant that they act for. */
export interface PreferencesRow {
  provider: string
  subject: string
  language: 'spec' | 'it' | 'en'
  updatedAt: string
}

/** A name that a person gave to a list; `search` is JSON, as in the page's URL. */
export interface SavedViewRow {
  merchantId: string
  provider: string
  subject: string
  id: string
  list: 'transactions' | 'refunds' | 'payment_links' | 'disputes'
  name: string
  search: string
  createdAt: string
}
