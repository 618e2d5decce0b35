import { todayIn } from '#client/lib/words/days.ts'
import { queries, whenMerchantKnown } from '#client/trpc.ts'
import { type ListState, listInput } from './list-search.ts'

type ListRequests<Input> = { list: (input: Input) => unknown; summary?: (input: Input) => unknown }

/** Requests the rows and the summary of a list before it renders. */
export function prefetchList<Search extends ListState>(
  search: Search,
  requests: ListRequests<ReturnType<typeof listInput<Search>>>,
): void {
  const zone = queries.merchant.current.getData()?.timezone
  // The days of a period depend on the merchant's time zone; other rows share a batch with the merchant.
  const isListKnown = zone !== undefined || !search.period
  if (isListKnown) void requests.list(listInput(search, todayIn(zone ?? 'UTC')))
  void prefetchRest(search, requests, isListKnown)
}

async function prefetchRest<Search extends ListState>(
  search: Search,
  { list, summary }: ListRequests<ReturnType<typeof listInput<Search>>>,
  isListRequested: boolean,
) {
  const merchant = queries.merchant.current.getData() ?? (await whenMerchantKnown())
  // A visitor has no merchant, and the requests would fail.
  if (!merchant) return
  const input = listInput(search, todayIn(merchant.timezone))
  if (!isListRequested) void list(input)
  void summary?.(input)
}
