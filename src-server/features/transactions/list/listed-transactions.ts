import type { Db } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { anyInSlots, anyOnDays } from '#server/services/rollups/any-payment.queries.ts'
import { countedOf } from '#server/services/rollups/places.ts'
import type { RollupFilter } from '#server/services/rollups/rollups.queries.ts'
import { findMatches } from '#server/services/search/find-matches.ts'
import { MAX_MATCHES } from '#server/services/search/search.queries.ts'
import { amountTermsOf, fold, termsOf } from '#server/services/search/search.rules.ts'
import { addDays, localMoment, startOfDayMs, toIso } from '#server/shared/day.ts'
import { minorFromDecimal } from '#server/shared/money/money.ts'
import { readSearchDay, type SearchDay } from '#server/shared/text/search-day.ts'
import type { TransactionFilter } from '../transactions.queries.ts'
import type { ExportTransactions } from '../transactions.schema.ts'
import { matchingIdsOf, sortedPlaces } from './scan-transactions.ts'

/** What narrows a list, as it was asked for. */
type Narrowing = Omit<ExportTransactions, 'layout' | 'language' | 'book' | 'metadata' | 'sort'>

/** What a list goes through: all that a filter describes or, of these ids, what it describes. */
export type Listed = { filter: TransactionFilter; ids?: string[] }

type Words = Pick<TransactionFilter, 'terms' | 'amountTerms'>

const wordsOf = (search: string): Words => ({
  terms: termsOf(search),
  amountTerms: amountTermsOf(search),
})

function filterOf(
  { merchant, dialect }: MerchantCtx,
  { search: _search, minAmount, maxAmount, ...rest }: Narrowing,
  words: Words,
): TransactionFilter {
  const { from, to } = rest
  const startOf = (day: string) => toIso(startOfDayMs(day, merchant.timezone))
  return {
    ...rest,
    ...countedOf(merchant),
    ...words,
    dialect,
    fromInstant: from && startOf(from),
    beforeInstant: to && startOf(addDays(to, 1)),
    minAmount: minAmount === undefined ? undefined : minorFromDecimal(minAmount),
    maxAmount: maxAmount === undefined ? undefined : minorFromDecimal(maxAmount),
  }
}

/** The filter as the day roll-ups know it; undefined where they lack a part of it. */
export function knownToRollups(filter: TransactionFilter): RollupFilter | undefined {
  const { merchantId, calendar, from, to, status, final, paymentMethod, currency } = filter
  const { customerId, linkId, minAmount, maxAmount, weekday, slot, terms } = filter
  const isUnknown =
    terms.length > 0 ||
    [customerId, linkId, minAmount, maxAmount, weekday, slot].some((part) => part !== undefined)
  if (isUnknown) return undefined
  return { merchantId, calendar, from, to, status, final, paymentMethod, currency }
}

/** Asks the sums first: what they have never counted need not be looked for. */
async function canMatch(db: Db, filter: TransactionFilter): Promise<boolean> {
  const { merchantId, calendar, weekday, slot } = filter
  const { from, to, status, final, paymentMethod, currency } = filter
  const known = { merchantId, calendar, from, to, status, final, paymentMethod, currency }
  const byDay = [from, to, status, final, paymentMethod, currency]
  if (byDay.some((part) => part !== undefined) && !(await anyOnDays(db, known))) return false
  if (weekday === undefined && slot === undefined) return true
  return anyInSlots(db, { merchantId, calendar, weekday, slot, currency, status, final })
}

/** The filter, with the ids of what its words find when it has any; undefined when nothing can match. */
async function found(
  { db, dialect }: MerchantCtx,
  filter: TransactionFilter,
): Promise<Listed | undefined> {
  if (!(await canMatch(db, filter))) return undefined
  const { merchantId, terms, amountTerms: otherTerms } = filter
  if (terms.length === 0) return { filter }
  const search = { merchantId, kind: 'transaction', terms, otherTerms } as const
  return { filter, ids: await findMatches(db, dialect, search) }
}

const onDay = (input: Narrowing, { day }: SearchDay): Narrowing => ({
  ...input,
  from: input.from !== undefined && input.from > day ? input.from : day,
  to: input.to !== undefined && input.to < day ? input.to : day,
})

/** The words of a search whose day is looked for as it is written, such as in a description. */
function writtenWords({ phrase, rest }: SearchDay): Words {
  const written = fold(phrase)
  const amountTerms = amountTermsOf(rest)
  return {
    terms: [written, ...termsOf(rest)],
    amountTerms: amountTerms && [written, ...amountTerms],
  }
}

/** Of what was found what is listed, by its ids: the newest, as many as a search looks at. */
async function idsOf({ db }: MerchantCtx, { filter, ids }: Listed): Promise<string[]> {
  if (ids === undefined) return matchingIdsOf(db, filter, MAX_MATCHES)
  return (await sortedPlaces(db, filter, { ids, sort: '-createdAt' })).map(({ id }) => id)
}

/**
 * What a list goes through; undefined when nothing can match. A day in the search is a filter by that day.
 * Texts that hold the same words are found too, so that "Rent 21/11/2026" is not hidden by it.
 */
export async function listedBy(ctx: MerchantCtx, input: Narrowing): Promise<Listed | undefined> {
  const search = input.search ?? ''
  const named = readSearchDay(search, localMoment(ctx.now(), ctx.merchant.timezone).day)
  if (!named) return found(ctx, filterOf(ctx, input, wordsOf(search)))
  const dated = onDay(input, named)
  const ofDay =
    dated.from === dated.to
      ? await found(ctx, filterOf(ctx, dated, wordsOf(named.rest)))
      : undefined
  const written = await found(ctx, filterOf(ctx, input, writtenWords(named)))
  if (!written?.ids?.length) return ofDay
  const ids = ofDay ? await idsOf(ctx, ofDay) : []
  return {
    filter: written.filter,
    ids: [...new Set([...written.ids, ...ids])].slice(0, MAX_MATCHES),
  }
}
