import { z } from 'zod'
import {
  cleaned,
  dayFilter,
  filterBy,
  firstPage,
  idFilter,
  orderSearch,
  searchFilter,
} from '#client/list/list-search.ts'
import {
  AmountKind,
  LinkSort,
  LinkStatus,
} from '#server/features/payment-links/payment-link-enums.schema.ts'
import { Currency } from '#server/shared/money/money.ts'

const filter = {
  ...searchFilter,
  status: filterBy(LinkStatus),
  amountKind: filterBy(AmountKind),
  currency: filterBy(Currency),
  customerId: idFilter,
  ...dayFilter,
}

/** Names of the list's filters in the URL. */
export const linkFilterKeys = Object.keys(filter) as (keyof typeof filter)[]

/** The list's initial order and page, which URLs omit. */
export const linkDefaults = firstPage

const LinkState = z.object({ ...filter, ...orderSearch(LinkSort, firstPage.sort) })

/** The list's state in the URL. */
export const LinkSearch = LinkState.transform(cleaned)
export type LinkSearch = z.infer<typeof LinkSearch>

/** The list's state, and whether the form for a new link is open. */
export const LinksPageSearch = LinkState.extend({
  add: z.literal(true).optional().catch(undefined),
}).transform(cleaned)

/** The input for a link's latest payments, shared by the page's loader and its component. */
export const latestOfLink = (linkId: string) => ({ linkId, limit: 10 })
