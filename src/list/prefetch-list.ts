import { todayIn } from '#client/lib/words/days.ts'
import { queries, whenMerchantKnown } from '#client/trpc.ts'
import { type ListState, listInput } from './list-search.ts'

type ListRequests<Input> = { list: (input: Input) => unknown; summary?: (input: Input) => unknown }

/** Requests the rows and the summary of a list before it renders. */
export function prefetchList<Search extends ListState>(
  search: Search,
  { list, summary }: ListRequests<ReturnType<typeof listInput<Search>>>,
): void {
  const zone = queries.merchant.current.getData()?.timezone
  const inputIn = (timezone: string) => listInput(search, todayIn(timezone))
  if (zone !== undefined) {
    void list(inputIn(zone))
    void summary?.(inputIn(zone))
    return
  }
  // The days of a period depend on the merchant's time zone; other rows share a batch with the merchant.
  if (!search.period) void list(inputIn('UTC'))
  // A visitor has no merchant, and the request would fail.
  void whenMerchantKnown().then((merchant) => {
    if (!merchant) return
    if (search.period) void list(inputIn(merchant.timezone))
    void summary?.(inputIn(merchant.timezone))
  })
}
