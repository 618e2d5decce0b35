import type { Db } from '#db/tables.ts'
import { type MerchantCtx, shopIdOf } from '#server/core/context.ts'
import {
  type ListFilter,
  type ListFilterInput,
  type ListScope,
  MAX_MATCHES,
} from '#server/core/lists/list-definition.ts'
import { listFilter } from '#server/core/lists/list-filter.ts'
import { sortedPositions } from '#server/core/lists/scan-list.ts'
import {
  hasPaymentInSlots,
  hasPaymentOnDays,
} from '#server/services/rollups/any-payment.queries.ts'
import { findMatches } from '#server/services/search/find-matches.ts'
import { amountTermsOf, fold, termsOf } from '#server/services/search/search.rules.ts'
import { localMoment } from '#server/shared/day.ts'
import { normalizeReferences } from '#server/shared/money/creditor-reference.ts'
import { UNREPORTED_METHOD } from '#server/shared/money/used-method.ts'
import { readSearchDays, type SearchDays } from '#server/shared/text/search-day.ts'
import type { TransactionList } from './transactions.list.ts'
import { listIdsByLastFour } from './transactions.queries.ts'
import type { ListTransactions } from './transactions.schema.ts'
import { lastFourIn } from './used-method.rules.ts'

type OwnFilter = Pick<
  ListTransactions,
  | 'status'
  | 'final'
  | 'waitingFor'
  | 'paymentMethod'
  | 'methodType'
  | 'brand'
  | 'currency'
  | 'customerId'
  | 'linkId'
  | 'reference'
  | 'weekday'
  | 'slot'
  | 'settled'
>

export type TransactionListInput = OwnFilter & ListFilterInput

/**
 * Filter for the database. A shop's key finds the payments of its shop only. Search terms have already been resolved to
 * payment ids.
 */
export type TransactionFilter = ListFilter &
  OwnFilter & {
    shopId?: string | undefined
    /** Set for payments whose type of method was not reported, and for payments of the sandbox. */
    isUnreported?: true | undefined
  }

/** Search terms, in lower case and without accents. `otherTerms` are the same, with amounts in their stored form. */
type SearchTerms = {
  terms: string[]
  otherTerms: string[] | undefined
  /** Last four digits of a card or an account, when the search is nothing else. */
  last4?: string | undefined
}

const searchTermsOf = (search: string): SearchTerms => ({
  terms: termsOf(search),
  otherTerms: amountTermsOf(search),
  last4: lastFourIn(search),
})

/**
 * Returns the filter for the database. Replaces "not final" by the status `pending`, which has an index. Returns
 * undefined when nothing can match: a filter by step with another status than `pending`, since only pending payments
 * wait for a step.
 */
function filterOf(ctx: MerchantCtx, input: TransactionListInput): TransactionFilter | undefined {
  const shopId = shopIdOf(ctx.actor)
  const filter: TransactionFilter = { ...listFilter(ctx, input), ...(shopId && { shopId }) }
  if (filter.methodType === UNREPORTED_METHOD) {
    filter.methodType = undefined
    filter.isUnreported = true
  }
  if (filter.waitingFor !== undefined) {
    const { status = 'pending', final = false } = filter
    if (status !== 'pending' || final) return undefined
    return { ...filter, status: undefined, final: undefined }
  }
  const isPending = filter.final === false && filter.status === undefined
  return isPending ? { ...filter, final: undefined, status: 'pending' } : filter
}

/** Returns false when the stored sums count no payment for the filter, which then needs no search. */
async function canMatch(db: Db, { waitingFor, ...others }: TransactionFilter): Promise<boolean> {
  const filter = waitingFor === undefined ? others : { ...others, status: 'pending' as const }
  const { from, to, status, final, paymentMethod, currency, weekday, slot } = filter
  const dayFilters = [from, to, status, final, paymentMethod, currency]
  if (dayFilters.some((part) => part !== undefined) && !(await hasPaymentOnDays(db, filter)))
    return false
  if (weekday === undefined && slot === undefined) return true
  return hasPaymentInSlots(db, filter)
}

/** Returns the filter and, for a search with words, the matching ids; undefined when nothing can match. */
async function findScope(
  { db, dialect }: MerchantCtx,
  filter: TransactionFilter | undefined,
  searchTerms: SearchTerms,
): Promise<ListScope<TransactionFilter> | undefined> {
  if (!filter || !(await canMatch(db, filter))) return undefined
  if (searchTerms.terms.length === 0) return { filter }
  const { merchantId } = filter
  const { last4, ...search } = searchTerms
  const ids = await findMatches(db, dialect, { merchantId, kind: 'transaction', ...search })
  if (last4 === undefined) return { filter, ids }
  const byLast4 = await listIdsByLastFour(db, { merchantId, last4, limit: MAX_MATCHES })
  return { filter, ids: [...new Set([...ids, ...byLast4.map(({ id }) => id)])] }
}

const limitToDays = (input: TransactionListInput, { from, to }: SearchDays) => ({
  ...input,
  from: input.from !== undefined && input.from > from ? input.from : from,
  to: input.to !== undefined && input.to < to ? input.to : to,
})

/** Returns search words that include the day as the user wrote it, to find it in a description, for example. */
function termsWithPhrase(phrase: string, rest: string): SearchTerms {
  const asWritten = fold(phrase)
  const otherTerms = amountTermsOf(rest)
  return {
    terms: [asWritten, ...termsOf(rest)],
    otherTerms: otherTerms && [asWritten, ...otherTerms],
  }
}

/**
 * Resolves the filters of a payment list; returns undefined when nothing can match. A day in the search filters by that
 * day. Texts that contain the same words are found too, so that the filter does not hide "Rent 21/11/2026".
 */
export async function transactionScope(
  ctx: MerchantCtx,
  list: TransactionList,
  input: TransactionListInput,
): Promise<ListScope<TransactionFilter> | undefined> {
  // Normalizes references before it reads days: a date that a bank statement prints beside a reference is not the
  // payment's date.
  const search = normalizeReferences(input.search ?? '')
  const searchDays = readSearchDays(search, localMoment(ctx.now(), ctx.merchant.timezone).day)
  if (!searchDays) return findScope(ctx, filterOf(ctx, input), searchTermsOf(search))
  const { phrase, rest } = searchDays
  const datedInput = limitToDays(input, searchDays)
  const dayScope =
    datedInput.from <= datedInput.to
      ? await findScope(ctx, filterOf(ctx, datedInput), searchTermsOf(rest))
      : undefined
  const asWritten =
    phrase === undefined
      ? undefined
      : await findScope(ctx, filterOf(ctx, input), termsWithPhrase(phrase, rest))
  const { filter, ids = [] } = asWritten ?? {}
  if (!filter || ids.length === 0) return dayScope
  if (!dayScope) return { filter, ids }
  const idsOfDay = await findIdsOf(ctx.db, list, dayScope, ids)
  return { ...dayScope, others: { filter, ids: ids.filter((id) => !idsOfDay.has(id)) } }
}

/** Returns the ids whose payments are in the scope. */
async function findIdsOf(
  db: Db,
  list: TransactionList,
  scope: ListScope<TransactionFilter>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { filter } = scope
  const scopeIds = scope.ids && new Set(scope.ids)
  const positions = await sortedPositions(db, list, { filter, ids, sort: '-createdAt' })
  return new Set(positions.map(({ id }) => id).filter((id) => scopeIds?.has(id) ?? true))
}
