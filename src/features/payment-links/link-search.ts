import { z } from 'zod'
import { pageDefaults, pageSearch, reachablePage, searchedText } from '#client/lib/list-search.ts'
import { daysOfPeriod, Period } from '#client/lib/periods.ts'
import {
  AmountKind,
  LinkSort,
  LinkStatus,
} from '#server/features/payment-links/payment-link-enums.schema.ts'
import type { ListPaymentLinks } from '#server/features/payment-links/payment-links.schema.ts'
import { Day } from '#server/shared/day.ts'
import { Currency } from '#server/shared/money.ts'

export const linkDefaults = { sort: '-createdAt', ...pageDefaults } as const

const filter = {
  search: searchedText.optional().catch(undefined),
  status: LinkStatus.optional().catch(undefined),
  amountKind: AmountKind.optional().catch(undefined),
  currency: Currency.optional().catch(undefined),
  customerId: z.string().min(1).max(64).optional().catch(undefined),
  period: Period.optional().catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
}

/** The list's state in its address. What makes no sense there is left out silently. */
const ListState = z.object({
  ...filter,
  sort: LinkSort.default(linkDefaults.sort).catch(linkDefaults.sort),
  ...pageSearch,
})

const settled = <T extends z.infer<typeof ListState>>(search: T): T => ({
  ...search,
  // A period says its days by itself.
  ...(search.period && { from: undefined, to: undefined }),
  page: reachablePage(search),
})

export const LinkSearch = ListState.transform(settled)
export type LinkSearch = z.infer<typeof LinkSearch>

/** Beside the list's state: whether the form for a new link is open. */
export const LinksPageSearch = ListState.extend({
  add: z.literal(true).optional().catch(undefined),
}).transform(settled)

export type LinkListInput = Partial<ListPaymentLinks>

/** What the server is asked for: a period as the days that it means today, in the merchant's zone. */
export function linkListInput({ period, ...search }: LinkSearch, today: Day): LinkListInput {
  return { ...search, ...(period && daysOfPeriod(period, today)) }
}

/** The payments that a link's page shows, asked for by its loader and by what draws them. */
export const latestOfLink = (linkId: string) => ({ linkId, limit: 10 })
