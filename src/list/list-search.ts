import { z } from 'zod'
import {
  type PageSize,
  pageDefaults,
  pageSearch,
  reachablePage,
  searchedAmount,
  searchedText,
} from '#client/lib/list-search.ts'
import { daysOfPeriod, Period } from '#client/lib/words/periods.ts'
import { Day } from '#server/shared/day.ts'

/** The part of a list's URL that every list has. */
export type ListState = {
  page: number
  limit: PageSize
  sort: string
  search?: string | undefined
  status?: string | undefined
  period?: Period | undefined
  from?: Day | undefined
  to?: Day | undefined
}

/** Makes a filter of a URL optional; invalid values are ignored. */
export const filterBy = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** The search text in a list's URL. */
export const searchFilter = { search: filterBy(searchedText) }
/** An id, such as a customer's, in a list's URL. */
export const idFilter = filterBy(z.string().min(1).max(64))
/** A period, or a first and a last day, in a list's URL. */
export const dayFilter = { period: filterBy(Period), from: filterBy(Day), to: filterBy(Day) }
/** The smallest and the largest amount in a list's URL. */
export const amountFilter = {
  minAmount: filterBy(searchedAmount),
  maxAmount: filterBy(searchedAmount),
}

/** The order and the page of a list in its URL, in addition to its filters. */
export const orderSearch = <S extends z.ZodType<string>>(sort: S, first: z.infer<S>) => ({
  sort: sort.default(first as never).catch(first as never),
  ...pageSearch,
})

/** The initial order and page of a list, which URLs omit. */
export const firstPage = { sort: '-createdAt', ...pageDefaults } as const

/** Cleans the values of a URL: a period replaces its days, and no page lies beyond the last. */
export const cleaned = <S extends ListState>(search: S): S => ({
  ...search,
  ...(search.period && { from: undefined, to: undefined }),
  page: reachablePage(search),
})

/** The input of a list's query. */
export type ListInput<S extends ListState> = Omit<S, 'period'>

/**
 * Returns the input of a list's query. A period becomes its days as of today, in the merchant's time zone.
 */
export function listInput<S extends ListState>({ period, ...search }: S, today: Day): ListInput<S> {
  return { ...search, ...(period && daysOfPeriod(period, today)) }
}

/** Returns a request for one row of a list, which is not kept. */
export const oneRow = <I extends object>(input: I) =>
  [
    { ...input, page: 1, limit: 1 },
    { staleTime: 0, gcTime: 0 },
  ] as const

/** Returns the input of a summary from the input of a list: its filters, with `status` or with any status. */
export function summaryInput<
  I extends { page?: unknown; limit?: unknown; sort?: unknown; cursor?: unknown; status?: unknown },
>(
  { page: _, limit: __, sort: ___, cursor: ____, ...filter }: I,
  status?: I['status'],
): Omit<I, 'page' | 'limit' | 'sort' | 'cursor'> {
  return { ...filter, status } as Omit<I, 'page' | 'limit' | 'sort' | 'cursor'>
}
