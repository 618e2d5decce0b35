import type { LinkListInput, LinkSearch } from './link-search.ts'

/** What narrows the list, by the names in its address. Apart from what reads it there, which every page loads. */
const linkFilterKeys = [
  'search',
  'status',
  'amountKind',
  'currency',
  'customerId',
  'period',
  'from',
  'to',
] as const satisfies readonly (keyof LinkSearch)[]

type LinkFilter = Pick<LinkSearch, (typeof linkFilterKeys)[number]>

export const noLinkFilter: LinkFilter = Object.fromEntries(
  linkFilterKeys.map((key) => [key, undefined]),
)

export const hasLinkFilters = (search: LinkFilter): boolean =>
  linkFilterKeys.some((key) => search[key] !== undefined)

/** What a summary of the list is asked for: its filter, of every status or of its own. */
export function linkSummaryInput(
  { page: _, limit: __, sort: ___, cursor: ____, ...filter }: LinkListInput,
  { status }: Pick<LinkListInput, 'status'> = {},
) {
  return { ...filter, status }
}
