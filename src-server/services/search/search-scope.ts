import type { SearchTextTable } from '#db/tables/search-tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { ListFilter, ListScope } from '#server/core/lists/list-definition.ts'
import { findMatches } from './find-matches.ts'
import { amountTermsOf, termsOf } from './search.rules.ts'

/**
 * Narrows a list to objects that contain all words of a search. Returns undefined when no object contains them, and the
 * unchanged filter when the search has no words.
 */
export async function searchScope<Filter extends ListFilter>(
  { db, dialect }: Pick<MerchantCtx, 'db' | 'dialect'>,
  filter: Filter,
  { kind, search = '' }: { kind: SearchTextTable['kind']; search: string | undefined },
): Promise<ListScope<Filter> | undefined> {
  const terms = termsOf(search)
  if (terms.length === 0) return { filter }
  const { merchantId } = filter
  const otherTerms = amountTermsOf(search)
  const ids = await findMatches(db, dialect, { merchantId, kind, terms, otherTerms })
  return ids.length === 0 ? undefined : { filter, ids }
}
