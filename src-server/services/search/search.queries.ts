import { type SelectQueryBuilder, sql } from 'kysely'
import { insertMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { SearchTextTable } from '#db/tables/search-tables.ts'
import type { Database, Db } from '#db/tables.ts'
import { MAX_MATCHES } from '#server/core/lists/list-definition.ts'
import { SAMPLE_EVERY, TRIGRAM, tokenOf, trigramsOf } from './search.rules.ts'

type Kind = SearchTextTable['kind']

type SearchText = { merchantId: string; kind: Kind; objectId: string; text: string }

const textKey = ['merchantId', 'kind', 'objectId'] as const

/** Stores or replaces the texts by which objects are found. */
export const putSearchTexts: (db: Db, rows: readonly SearchText[]) => Promise<unknown> = insertMany(
  'searchTexts',
  { columns: [...textKey, 'text'], onConflict: { key: textKey, set: ['text'] } },
)

/**
 * A search among one merchant's objects of one kind. All of the folded words in `terms` must occur in an object's text.
 */
export type Search = {
  merchantId: string
  kind: Kind
  terms: readonly string[]
  /** Alternative terms: objects that contain all of these are found too. */
  otherTerms?: readonly string[] | undefined
}

type Ids = SelectQueryBuilder<Database, 'searchTexts', { objectId: string }>

/** Selects one merchant's texts of one kind: the texts whose `seq` is in `seqRange`, or all. */
function selectTexts(
  db: Db,
  { merchantId, kind }: Pick<Search, 'merchantId' | 'kind'>,
  seqRange?: SeqRange,
): Ids {
  const query = db
    .selectFrom('searchTexts')
    .select('searchTexts.objectId')
    .where('searchTexts.merchantId', '=', merchantId)
    .where('searchTexts.kind', '=', kind)
  return seqRange
    ? query
        .where('searchTexts.seq', '>', seqRange.after)
        .where('searchTexts.seq', '<=', seqRange.to)
    : query
}

const longTerms = ({ terms }: Search): string[] =>
  terms.filter((term) => [...term].length >= TRIGRAM)

/**
 * Returns whether a term has three letters or more, so that the trigram index can find it. Without such a term, only
 * the newest rows are read.
 */
export const hasTrigram = (search: Search): boolean => longTerms(search).length > 0

/** Returns the newest ids of objects that contain all terms, on PostgreSQL. */
export function findNewestMatches(db: Db, search: Search): Promise<{ objectId: string }[]> {
  if (!hasTrigram(search)) {
    const recent = selectTexts(db, search)
      .clearSelect()
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(MAX_MATCHES)
    const newest = selectTexts(db, search).where('searchTexts.seq', 'in', recent)
    return whereContaining(newest, 'postgres', search.terms).execute()
  }
  let query = selectTexts(db, search).orderBy('searchTexts.seq', 'desc').limit(MAX_MATCHES)
  for (const term of longTerms(search)) {
    query = query.where('searchTexts.text', 'like', `%${escapeLike(term)}%`)
  }
  return whereContaining(query, 'postgres', search.terms).execute()
}

/** Range of texts by `seq`, their number in the order of storage. `after` itself is excluded, `to` is included. */
export type SeqRange = { after: number; to: number }

/**
 * Returns the `seq` of the last stored text, 0 without texts, and the `seq` of the last text in the trigram index.
 * SQLite only.
 */
export async function readSearchEnds(db: Db): Promise<{ last: number; indexedTo: number }> {
  const row = await db
    .selectFrom('searchIndex')
    .select((eb) => [
      'indexedTo',
      eb
        .selectFrom('searchTexts')
        .select((inner) => inner.fn.max('seq').as('last'))
        .as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { last: row.last ?? 0, indexedTo: row.indexedTo }
}

/**
 * Maximum number of trigrams in one query of the index. More trigrams leave fewer texts to compare, but take longer to
 * look up.
 */
const MAX_TRIGRAMS = 3
/** Estimated cost of comparing one text: the number of entries of a trigram's list that are read in the same time. */
const COMPARISON_COST = 200

/**
 * A trigram, a sequence of three letters, in a query of SQLite's index. The index splits the texts of a frequent
 * trigram into several lists. `lists` contains the first `seq` of each list except the first list.
 */
export type QueryTrigram = { trigram: string; lists: readonly number[] }

/**
 * Trigrams with which the index is queried, the rarest first. `share` is the estimated share of all texts, from 0 to 1,
 * that contain all of these trigrams.
 */
export type TrigramQuery = { trigrams: readonly QueryTrigram[]; share: number }

/**
 * Returns the rarest trigrams of all terms, to query SQLite's index with. Trigrams with several lists are used only
 * when every trigram has several, since one list is read quickly. A trigram in nearly every text, such as one of a mail
 * domain, would take long to read and exclude almost no text. `indexed`: the last indexed `seq`. Read it before this
 * call, because a list that begins later is not in the index yet.
 */
export async function findRarestTrigrams(
  db: Db,
  search: Search,
  indexed: number,
): Promise<TrigramQuery> {
  const trigrams = [...new Set(longTerms(search).flatMap(trigramsOf))]
  const { rows } = await sql<{ trigram: string; texts: number; lists: number }>`
    select asked.value as trigram, coalesce(counts.count, 0) * ${sql.lit(SAMPLE_EVERY)} as texts,
      coalesce(lists, 0) as lists
    from json_each(${JSON.stringify(trigrams)}) as asked
    left join search_trigram_counts as counts on counts.trigram = asked.value
    order by texts limit ${sql.lit(MAX_TRIGRAMS)}
  `.execute(db)
  const short = rows.filter(({ lists }) => lists === 0)
  const { picked, share } = pickTrigrams(short.length > 0 ? short : rows, Math.max(indexed, 1))
  const lists = await listsOf(
    db,
    picked.map(({ trigram }) => trigram),
  )
  return {
    share,
    trigrams: picked.map(({ trigram }) => ({
      trigram,
      lists: lists.filter((list) => list.trigram === trigram).map(({ fromSeq }) => fromSeq),
    })),
  }
}

/**
 * Picks the trigrams that are worth a lookup. Each further one must exclude more texts than reading its lists costs.
 * Trigrams of one word occur together far more often than by chance. A trigram in a hundredth of all texts is therefore
 * expected to leave a tenth.
 */
function pickTrigrams<T extends { texts: number }>(rarestFirst: readonly T[], all: number) {
  const picked: T[] = []
  let share = 1
  for (const trigram of rarestFirst) {
    if (picked.length > 0 && share * all * COMPARISON_COST < trigram.texts) break
    const part = Math.min(1, trigram.texts / all)
    share *= picked.length > 0 ? Math.sqrt(part) : part
    picked.push(trigram)
  }
  return { picked, share }
}

const listsOf = (db: Db, trigrams: readonly string[]) =>
  db
    .selectFrom('searchLists')
    .select(['trigram', 'fromSeq'])
    .where('trigram', 'in', trigrams)
    .orderBy('fromSeq')
    .execute()

/**
 * Returns the FTS5 expression that finds the texts with all of these trigrams in a range of `seq`. It names only the
 * lists that overlap the range.
 */
export function buildTrigramExpression(
  { trigrams }: TrigramQuery,
  { after, to }: SeqRange,
): string {
  const words = trigrams.map(({ trigram, lists }) => {
    const overlapping = [null, ...lists].filter((from, at) => {
      const next = lists[at]
      return (from ?? 0) <= to && (next === undefined || next > after + 1)
    })
    return `(${overlapping.map((from) => `"${tokenOf(trigram, from)}"`).join(' OR ')})`
  })
  return words.join(' AND ')
}

/**
 * Returns the `seq` before the first text of the rarest trigram's list that contains `seq`. A window must end there,
 * because the index reads each list as a whole.
 */
export const listBefore = ({ trigrams: [rarest] }: TrigramQuery, seq: number): number =>
  (rarest?.lists.findLast((from) => from <= seq) ?? 1) - 1

/** Selects matching objects whose changed texts are not in the index yet, newest first. SQLite only. */
export const selectStaleMatches = (db: Db, search: Search) => {
  const stale = db.selectFrom('searchStale').select('searchStale.seq')
  const read = selectTexts(db, search).where('searchTexts.seq', 'in', stale)
  return whereContaining(read.orderBy('searchTexts.seq', 'desc'), 'sqlite', search.terms)
}

/**
 * Returns the objects in a window whose texts contain all terms, newest first. With an `expression` it reads the
 * trigram index; without an expression it reads all texts of the window. SQLite only.
 */
export async function findInWindow(
  db: Db,
  search: Search,
  { seqRange, expression }: { seqRange: SeqRange; expression?: string | undefined },
): Promise<{ objectId: string }[]> {
  const parameters = windowParameters(search, seqRange)
  if (expression === undefined) return readTexts(db, parameters)
  // The index reads its lists faster forwards than backwards.
  return (await readIndexedTexts(db, { ...parameters, expression })).toReversed()
}

/**
 * Parameters of a window's query. A search reads up to a thousand windows, so the query is built once for each number
 * of terms.
 */
type WindowParameters = Pick<Search, 'merchantId' | 'kind'> & SeqRange
const TERM = 'term'
const termsIn = (parameters: WindowParameters): string[] =>
  Object.entries(parameters).flatMap(([name, term]) =>
    name.startsWith(TERM) ? [term as string] : [],
  )

/** Returns the parameters of a window's query. The terms are named `term0`, `term1` and so on. */
export const windowParameters = (
  { merchantId, kind, terms }: Search,
  seqRange: SeqRange,
): WindowParameters => ({
  merchantId,
  kind,
  ...seqRange,
  ...Object.fromEntries(terms.map((term, at) => [`${TERM}${at}`, term])),
})

const readTexts = prepareQuery((db, parameters: WindowParameters) =>
  whereContaining(
    selectTexts(db, parameters, parameters).orderBy('searchTexts.seq', 'desc'),
    'sqlite',
    termsIn(parameters),
  ),
)

/** Selects the matching texts of a window through the trigram index, oldest first. SQLite only. */
export function selectIndexedTexts(
  db: Db,
  parameters: WindowParameters & { expression: string },
): Ids {
  const indexed = db
    .selectFrom(sql<{ rowid: number }>`search_trigrams`.as('trigrams'))
    // Joined in this order: SQLite would otherwise query the index about each text of the window.
    .crossJoin('searchTexts')
    .whereRef('searchTexts.seq', '=', 'trigrams.rowid')
    .select('searchTexts.objectId')
    .where(sql<boolean>`trigrams.search_trigrams match ${parameters.expression}`)
    .where('trigrams.rowid', '>', parameters.after)
    .where('trigrams.rowid', '<=', parameters.to)
    .where('searchTexts.merchantId', '=', parameters.merchantId)
    .where('searchTexts.kind', '=', parameters.kind)
    .orderBy('trigrams.rowid')
  return whereContaining(indexed as unknown as Ids, 'sqlite', termsIn(parameters))
}

const readIndexedTexts = prepareQuery(selectIndexedTexts)

/**
 * Returns the `seq` of the text before the merchant's newest `count` texts up to `to`; 0 when there is no such text.
 */
export async function findSeqBefore(
  db: Db,
  search: Search,
  { to, count }: { to: number; count: number },
): Promise<number> {
  const row = await selectTexts(db, search)
    .clearSelect()
    .select('seq')
    .where('seq', '<=', to)
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(count)
    .executeTakeFirst()
  return row?.seq ?? 0
}

const whereContaining = (query: Ids, dialect: Dialect, terms: readonly string[]): Ids =>
  terms.reduce((all, term) => all.where(containsTerm(dialect, term)), query)

const escapeLike = (term: string): string => term.replace(/[\\%_]/g, '\\$&')

const containsTerm = (dialect: Dialect, term: string) =>
  dialect === 'sqlite'
    ? sql<boolean>`instr(search_texts.text, ${term}) > 0`
    : sql<boolean>`strpos(search_texts.text, ${term}) > 0`
