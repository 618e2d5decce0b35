import type { MerchantCtx } from '#server/core/context.ts'
import { areAllPaused } from '#server/features/payment-links/link-state.rules.ts'
import { findMatches } from '#server/services/search/find-matches.ts'
import { amountTermsOf, termsOf } from '#server/services/search/search.rules.ts'
import { addDays, startOfDayMs, toIso } from '#server/shared/day.ts'
import { paymentMethods } from '#server/shared/money/payment-method.ts'
import type { LinkFilter } from './payment-links.queries.ts'
import type { SummarizePaymentLinks } from './payment-links.schema.ts'

/** What a list goes through; undefined where nothing can match. */
export async function linkFilterOf(
  { db, dialect, merchant, now, processors }: MerchantCtx,
  { search = '', from, to, ...rest }: SummarizePaymentLinks,
): Promise<LinkFilter | undefined> {
  const startOf = (day: string) => toIso(startOfDayMs(day, merchant.timezone))
  const filter: LinkFilter = {
    ...rest,
    merchantId: merchant.id,
    now: toIso(now()),
    areAllPaused:
      areAllPaused(merchant, toIso(now())) ||
      paymentMethods.every((method) => !processors.routeOf(merchant, method)),
    fromInstant: from === undefined ? undefined : startOf(from),
    beforeInstant: to === undefined ? undefined : startOf(addDays(to, 1)),
  }
  const terms = termsOf(search)
  if (terms.length === 0) return filter
  const otherTerms = amountTermsOf(search)
  const found = { merchantId: merchant.id, kind: 'payment_link', terms, otherTerms } as const
  const ids = await findMatches(db, dialect, found)
  return ids.length === 0 ? undefined : { ...filter, ids: ids.slice(0, MOST_FOUND) }
}

/** More than anybody looks through, and a statement takes only so many parameters. */
const MOST_FOUND = 1000
