import { type SelectQueryBuilder, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Database, Db, SearchTextTable } from '#db/tables.ts'
import { TRIGRAM } from './search.rules.ts'

/** A search looks at this many of the newest matches, so that a common word costs no more than a rare one. */
export const MAX_MATCHES = 10_000

type Kind = SearchTextTable['kind']

export const putSearchText = (
  db: Db,
  row: { merchantId: string; kind: Kind; objectId: string; text: string },
) =>
  db
    .insertInto('searchTexts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'kind', 'objectId'])
        .doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
    )
    .execute()

export type Search = { merchantId: string; kind: Kind; terms: readonly string[] }

/** The ids of what holds all terms, newest first, at most MAX_MATCHES. */
export function matchingIds(
  db: Db,
  dialect: Dialect,
  search: Search,
): SelectQueryBuilder<Database, 'searchTexts', { objectId: string }> {
  const { merchantId, kind, terms } = search
  const long = terms.filter((term) => [...term].length >= TRIGRAM)
  const short = terms.filter((term) => [...term].length < TRIGRAM)
  let query = db
    .selectFrom('searchTexts')
    .select('searchTexts.objectId')
    .where('searchTexts.merchantId', '=', merchantId)
    .where('searchTexts.kind', '=', kind)
    .orderBy('searchTexts.seq', 'desc')
    .limit(MAX_MATCHES)

  if (long.length === 0) {
    // No index knows one or two letters, so only the newest rows are read.
    const recent = db
      .selectFrom('searchTexts')
      .select('seq')
      .where('merchantId', '=', merchantId)
      .where('kind', '=', kind)
      .orderBy('seq', 'desc')
      .limit(MAX_MATCHES)
    query = query.where('searchTexts.seq', 'in', recent)
  } else if (dialect === 'sqlite') {
    const phrase = long.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ')
    // Read from the index itself, which yields its matches newest first: the limit ends the reading.
    query = db
      .selectFrom(sql<{ rowid: number }>`search_trigrams`.as('trigrams'))
      .innerJoin('searchTexts', 'searchTexts.seq', 'trigrams.rowid')
      .select('searchTexts.objectId')
      .where(sql<boolean>`trigrams.search_trigrams match ${phrase}`)
      .where('searchTexts.merchantId', '=', merchantId)
      .where('searchTexts.kind', '=', kind)
      .orderBy('trigrams.rowid', 'desc')
      // Another table leads, but what is selected and filtered below is the same.
      .limit(MAX_MATCHES) as unknown as typeof query
  } else {
    for (const term of long)
      query = query.where('searchTexts.text', 'like', `%${escapeLike(term)}%`)
  }
  for (const term of short) query = query.where(containing(dialect, term))
  return query
}

const escapeLike = (term: string): string => term.replace(/[\\%_]/g, '\\$&')

const containing = (dialect: Dialect, term: string) =>
  dialect === 'sqlite'
    ? sql<boolean>`instr(search_texts.text, ${term}) > 0`
    : sql<boolean>`strpos(search_texts.text, ${term}) > 0`
