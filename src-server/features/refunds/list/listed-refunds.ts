import type { MerchantCtx } from '#server/core/context.ts'
import { countedOf } from '#server/services/rollups/places.ts'
import { findMatches } from '#server/services/search/find-matches.ts'
import { amountTermsOf, termsOf } from '#server/services/search/search.rules.ts'
import { addDays, startOfDayMs, toIso } from '#server/shared/day.ts'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import type { ListRefunds } from '../refunds.schema.ts'
import type { RefundFilter } from './refund-list.queries.ts'

/** What narrows a list, as it was asked for. */
export type RefundNarrowing = Omit<ListRefunds, 'sort' | 'limit' | 'page' | 'cursor'>

/** The filter of a list as the database sees it; undefined when nothing can match. */
export async function refundFilterOf(
  { db, dialect, merchant }: MerchantCtx,
  { search = '', minAmount, maxAmount, ...rest }: RefundNarrowing,
): Promise<RefundFilter | undefined> {
  const { from, to } = rest
  const startOf = (day: string) => toIso(startOfDayMs(day, merchant.timezone))
  const filter: RefundFilter = {
    ...rest,
    ...countedOf(merchant),
    fromInstant: from === undefined ? undefined : startOf(from),
    beforeInstant: to === undefined ? undefined : startOf(addDays(to, 1)),
    minAmount: minAmount === undefined ? undefined : minorFromDecimal(minAmount),
    maxAmount: maxAmount === undefined ? undefined : minorFromDecimal(maxAmount),
  }
  const terms = termsOf(search)
  if (terms.length === 0) return filter
  const otherTerms = amountTermsOf(search)
  const found = { merchantId: merchant.id, kind: 'refund', terms, otherTerms } as const
  const ids = await findMatches(db, dialect, found)
  return ids.length === 0 ? undefined : { ...filter, ids }
}
