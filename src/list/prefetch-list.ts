import { todayIn } from '#client/lib/words/days.ts'
import { queries } from '#client/trpc.ts'
import { type ListState, listInput } from './list-search.ts'

type Asks<Input> = { list: (input: Input) => unknown; summary?: (input: Input) => unknown }

/** Asks for the rows and the summary of a list before it is drawn. */
export function prefetchList<Search extends ListState>(
  search: Search,
  { list, summary }: Asks<ReturnType<typeof listInput<Search>>>,
): void {
  // The days of a period are those of the merchant's zone, which is known once the guard let them in.
  const zone = queries.merchant.current.getData()?.timezone
  if (search.period && zone === undefined) return
  const input = listInput(search, todayIn(zone ?? 'UTC'))
  void list(input)
  // A visitor, whose zone is unknown, is not let in: for them it would be a failed request.
  if (zone !== undefined) void summary?.(input)
}
