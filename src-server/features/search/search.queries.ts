import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { prepared } from '#db/prepared.ts'
import type { Dialect } from '#db/portable.ts'
import type { Database, Db, SearchTextTable } from '#db/tables.ts'
import { TRIGRAM } from './search.rules.ts'

/** A search looks at this many of the newest matches, so that a common word costs no more than a rare one. */
export const MAX_MATCHES = 10_000

type Kind = SearchTextTable['kind']

type SearchText = { merchantId: string; kind: Kind; objectId: string; text: string }

export const putSearchText = prepared((db, row: SearchText) =>
  db
    .insertInto('searchTexts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'kind', 'objectId'])
        .doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
    ),
)

export type Search = { merchantId: string; kind: Kind; terms: readonly string[] }

type Ids = SelectQueryBuilder<Database, 'searchTexts', { objectId: string }>

/**
 * The ids of what holds all terms: the newest MAX_MATCHES, and on SQLite what came too lately to be
 * indexed.
 */
export function matchingIds(db: Db, dialect: Dialect, search: Search): Ids {
  const { terms } = search
  const long = terms.filter((term) => [...term].length >= TRIGRAM)
  const short = terms.filter((term) => [...term].length < TRIGRAM)
  const newest = db.selectFrom('searchTexts').select('searchTexts.objectId')
  const of = (query: Ids) =>
    query
      .where('searchTexts.merchantId', '=', search.merchantId)
      .where('searchTexts.kind', '=', search.kind)

  if (long.length === 0) {
    // No index knows one or two letters, so only the newest rows are read.
    const recent = of(newest).clearSelect().select('seq').orderBy('seq', 'desc').limit(MAX_MATCHES)
    return holding(of(newest).where('searchTexts.seq', 'in', recent), dialect, short)
  }
  if (dialect === 'postgres') {
    let query = of(newest).orderBy('searchTexts.seq', 'desc').limit(MAX_MATCHES)
    for (const term of long) {
      query = query.where('searchTexts.text', 'like', `%${escapeLike(term)}%`)
    }
    return holding(query, dialect, short)
  }
  // Read from the index itself, which yields its matches newest first: the limit ends the reading.
  const indexed = db
    .selectFrom(sql<{ rowid: number }>`search_trigrams`.as('trigrams'))
    .innerJoin('searchTexts', 'searchTexts.seq', 'trigrams.rowid')
    .select('searchTexts.objectId')
    .where(sql<boolean>`trigrams.search_trigrams match ${rarestTrigrams(long)}`)
    .orderBy('trigrams.rowid', 'desc')
    // Another table leads, but what is selected and filtered is the same.
    .limit(MAX_MATCHES) as unknown as Ids
  const notYet = of(newest).where('searchTexts.seq', '>', (eb) =>
    eb.selectFrom('searchIndex').select('indexedTo'),
  )
  return db
    .selectFrom(holding(of(indexed), dialect, terms).as('indexed'))
    .select('objectId')
    .unionAll(holding(notYet, dialect, terms)) as unknown as Ids
}

const holding = (query: Ids, dialect: Dialect, terms: readonly string[]): Ids =>
  terms.reduce((all, term) => all.where(containing(dialect, term)), query)

const escapeLike = (term: string): string => term.replace(/[\\%_]/g, '\\$&')

const containing = (dialect: Dialect, term: string) =>
  dialect === 'sqlite'
    ? sql<boolean>`instr(search_texts.text, ${term}) > 0`
    : sql<boolean>`strpos(search_texts.text, ${term}) > 0`

/** More of them leave fewer texts to compare, but are more to look up. */
const ASKED_TRIGRAMS = 3

/**
 * An expression for the index: the rarest trigrams of all terms. One that is in every text, such as
 * those of a mail domain, would be read through from end to end and tell next to nothing.
 */
function rarestTrigrams(terms: readonly string[]): RawBuilder<string> {
  const trigrams = new Set(terms.flatMap(trigramsOf))
  return sql`(
    select group_concat(quoted, ' AND ') from (
      select '"' || replace(asked.trigram, '"', '""') || '"' as quoted
      from (${sql.join(
        [...trigrams].map((trigram) => sql`select ${trigram} as trigram`),
        sql` union all `,
      )}) as asked
      left join search_trigram_counts as counts on counts.trigram = asked.trigram
      order by coalesce(counts.count, 0) limit ${sql.lit(ASKED_TRIGRAMS)}
    )
  )`
}

function trigramsOf(term: string): string[] {
  const letters = [...term]
  return letters
    .slice(0, letters.length - TRIGRAM + 1)
    .map((_, at) => letters.slice(at, at + TRIGRAM).join(''))
}

/** How many texts go into the index at once: other writers wait meanwhile. */
const INDEXED_AT_ONCE = 200

/** Puts the next texts into the trigram index of SQLite, and says whether those were the last. */
export async function indexTexts(db: Db, limit = INDEXED_AT_ONCE): Promise<{ isDone: boolean }> {
  const { indexedTo } = await db
    .selectFrom('searchIndex')
    .select('indexedTo')
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('searchTexts')
    .select('seq')
    .where('seq', '>', indexedTo)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (!last) return { isDone: true }
  await sql`
    insert into search_trigrams (rowid, text)
    select seq, text from search_texts where seq > ${indexedTo} and seq <= ${last.seq}
  `.execute(db)
  await countTrigrams(db, { after: indexedTo, to: last.seq })
  await db.updateTable('searchIndex').set({ indexedTo: last.seq }).execute()
  return { isDone: rows.length < limit }
}

/** One text out of so many tells how common a trigram is. */
const SAMPLED = 32

async function countTrigrams(db: Db, { after, to }: { after: number; to: number }): Promise<void> {
  const rows = await db
    .selectFrom('searchTexts')
    .select('text')
    .where('seq', '>', after)
    .where('seq', '<=', to)
    .where(sql<boolean>`seq % ${sql.lit(SAMPLED)} = 0`)
    .execute()
  const counts = new Map<string, number>()
  for (const { text } of rows) {
    for (const trigram of new Set(trigramsOf(text))) {
      counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
    }
  }
  if (counts.size === 0) return
  // As one parameter: a statement takes only so many.
  await sql`
    insert into search_trigram_counts (trigram, count)
    select value ->> 0, value ->> 1 from json_each(${JSON.stringify([...counts])}) where true
    on conflict (trigram) do update set count = count + excluded.count
  `.execute(db)
}
