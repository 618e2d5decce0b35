import { z } from 'zod'
import { LookupKey } from '#server/shared/id.ts'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'
import { line, withoutNull } from '#server/shared/text/text.ts'

/** Maximum number of saved views: no more fit above a list. */
export const MAX_VIEWS = 50

/** Lists whose filters a person can save as views. Each list has its own views. */
export const ViewList = z.enum([
  'transactions',
  'refunds',
  'payment_links',
  'disputes',
  'balance_entries',
  'payouts',
])
export type ViewList = z.infer<typeof ViewList>

const list = ViewList.default('transactions')

export const ListViews = z.strictObject({ list }).prefault({})
const MAX_SEARCH = 2000

const Value = withoutNull(z.string().max(300, 'must have at most 300 characters')).refine(
  (text) => !holdsCardNumber(text),
  { error: 'must not hold a card number' },
)

/**
 * Search parameters of a list, as in the URL of a list in the dashboard. The dashboard checks them when it opens the
 * view.
 */
const Search = z
  .record(z.string().regex(/^[a-zA-Z]{1,40}$/), z.union([Value, z.number(), z.boolean()]))
  .refine((search) => JSON.stringify(search).length <= MAX_SEARCH, { error: 'is too long' })

export const SavedView = z.strictObject({ id: z.string(), name: z.string(), search: Search })
export type SavedView = z.infer<typeof SavedView>

export const NewView = z.strictObject({ list, name: line(60), search: Search })
export type NewView = z.infer<typeof NewView>

export const ViewName = z.strictObject({ id: LookupKey, name: line(60) })
export type ViewName = z.infer<typeof ViewName>

export const ViewRef = z.strictObject({ id: LookupKey })
