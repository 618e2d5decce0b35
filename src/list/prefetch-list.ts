import { todayIn } from '#client/lib/words/days.ts'
import { queries } from '#client/trpc.ts'
import { type ListState, listInput } from './list-search.ts'

type ListRequests<Input> = { list: (input: Input) => unknown; summary?: (input: Input) => unknown }

/** Requests the rows and the summary of a list before it renders. */
export function prefetchList<Search extends ListState>(
  search: Search,
  { list, summary }: ListRequests<ReturnType<typeof listInput<Search>>>,
): void {
  // A period's days depend on the merchant's time zone, which is known once the guard has admitted the person.
  const zone = queries.merchant.current.getData()?.timezone
  if (search.period && zone === undefined) return
  const input = listInput(search, todayIn(zone ?? 'UTC'))
  void list(input)
  // For a visitor, whose zone is unknown, the request would fail.
  if (zone !== undefined) void summary?.(input)
}
