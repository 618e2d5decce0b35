import { formatMoney } from '#client/lib/words/format.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { type ListSum, type ListSummary, SHOWN_SUMS } from './list.ts'

/** Rows of one status and currency, as the server's summary counts them. */
export type SummaryGroup = { status: string; currency: Currency; count: number; amount: string }

type Summary = { isExact: boolean; groups: readonly SummaryGroup[] }

type Query = { data: Summary | undefined; isPlaceholderData: boolean; isError: boolean }

type Words<Search> = {
  countText: (shown: string, count: number) => string
  sumsOf: (groups: readonly SummaryGroup[]) => readonly ListSum<Search>[]
}

/** Returns the counts for a list's tabs and its sums, from the server's summary by status and currency. */
export function groupSummary<Search>(
  { data, isPlaceholderData, isError }: Query,
  { countText, sumsOf }: Words<Search>,
): ListSummary<Search> {
  const groups = data?.isExact ? data.groups : undefined
  return {
    counts: groups,
    isTooMany: data?.isExact === false,
    isStale: isPlaceholderData,
    isError,
    countText,
    sums: groups && sumsOf(groups),
  }
}

/** Returns the group's total amount as text. */
export const sumText = ({ amount, currency }: SummaryGroup): string => formatMoney(amount, currency)

/**
 * Returns the sums of a summary: a text by `wordsOf` with the amounts that are shown at first, then each further amount,
 * which is hidden until it is asked for.
 */
export function joinedSums<Search>(
  amounts: readonly string[],
  wordsOf: (amounts: string) => string,
): ListSum<Search>[] {
  if (amounts.length === 0) return []
  const shownCount = amounts.length > SHOWN_SUMS + 1 ? SHOWN_SUMS : amounts.length
  return [
    { key: 'first', text: wordsOf(amounts.slice(0, shownCount).join(' · ')) },
    ...amounts.slice(shownCount).map((text) => ({ key: text, text, isFurther: true })),
  ]
}

/** Returns the sums of the groups, in the order of `statuses`; each opens its own rows. */
export const sumsByStatus = <Search extends { status?: string | undefined }>(
  groups: readonly SummaryGroup[],
  statuses: readonly NonNullable<Search['status']>[],
  textOf: (status: NonNullable<Search['status']>, sum: string) => string,
): ListSum<Search>[] =>
  statuses.flatMap((status) =>
    groups
      .filter((group) => group.status === status)
      .map((group) => ({
        key: `${status} ${group.currency}`,
        text: textOf(status, sumText(group)),
        opens: { status, currency: group.currency } as unknown as Partial<Search>,
      })),
  )

type StatusWords<Status extends string> = {
  count: (shown: string, count: number) => string
  sums: Readonly<Record<Status, (sum: string) => string>>
}

/** Returns the summary of a list whose sums are the sums of its statuses, or of the chosen status. */
export const statusSummary = <Search extends { status?: string | undefined }>(
  query: Query,
  { status }: Search,
  statuses: readonly NonNullable<Search['status']>[],
  { count, sums }: StatusWords<NonNullable<Search['status']>>,
): ListSummary<Search> =>
  groupSummary<Search>(query, {
    countText: count,
    sumsOf: (groups) =>
      sumsByStatus<Search>(groups, status ? [status] : statuses, (each, sum) => sums[each](sum)),
  })
