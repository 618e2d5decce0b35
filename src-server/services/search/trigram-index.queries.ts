import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import type { HasTime } from '#server/core/work/pieces.ts'
import { SAMPLE_EVERY, TEXTS_PER_LIST, tokenOf, trigramsOf } from './search.rules.ts'

/** How many texts go into the index before the clock is looked at: other writers wait meanwhile. */
const INDEXED_AT_ONCE = 16

type Text = { seq: number; text: string }

/** Whether texts wait to be put into the trigram index of SQLite. */
export async function hasNewTexts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select exists (select 1 from search_stale)
      or (select max(seq) from search_texts) > (select indexed_to from search_index) as waiting
  `.execute(db)
  return rows[0]?.waiting === 1
}

/**
 * Puts texts into the trigram index of SQLite for as long as there is time, those that were changed first,
 * and says whether none is left. FTS5 writes a segment at each savepoint, so the trigrams are counted once,
 * at the end.
 */
export async function indexTexts(db: Db, hasTime: HasTime): Promise<boolean> {
  const { indexedTo } = await db
    .selectFrom('searchIndex')
    .select('indexedTo')
    .executeTakeFirstOrThrow()
  const lists: OpenLists = new Map()
  const sample: string[] = []
  let to = indexedTo
  let isDone = false
  while (!isDone && hasTime()) {
    if ((await indexStaleTexts(db)) > 0) continue
    const texts = await textsAfter(db, to)
    if (texts[0])
      await putTrigrams(db, texts, await listsAt(db, texts, { seq: texts[0].seq, lists }))
    isDone = texts.length < INDEXED_AT_ONCE
    to = texts.at(-1)?.seq ?? to
    for (const { seq, text } of texts) if (isSampled(seq)) sample.push(text)
  }
  if (to > indexedTo) await db.updateTable('searchIndex').set({ indexedTo: to }).execute()
  await countTrigrams(db, sample, to + 1)
  return isDone
}

const textsAfter = (db: Db, seq: number): Promise<Text[]> =>
  db
    .selectFrom('searchTexts')
    .select(['seq', 'text'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(INDEXED_AT_ONCE)
    .execute()

/** Puts a few changed texts back into the trigram index of SQLite; answers how many. */
export async function indexStaleTexts(db: Db): Promise<number> {
  const texts = await db
    .selectFrom('searchStale')
    .innerJoin('searchTexts', 'searchTexts.seq', 'searchStale.seq')
    .select(['searchTexts.seq', 'searchTexts.text'])
    .orderBy('searchStale.seq')
    .limit(INDEXED_AT_ONCE)
    .execute()
  if (texts.length === 0) return 0
  for (const text of texts) {
    // It goes where it would have gone when it came: a search looks for it there.
    await putTrigrams(db, [text], await listsAt(db, [text], { seq: text.seq, lists: new Map() }))
  }
  const put = texts.map(({ seq }) => seq)
  await db.deleteFrom('searchStale').where('seq', 'in', put).execute()
  return texts.length
}

/** By trigram where the list begins that a text goes into; null is the first list, of all texts before others. */
type OpenLists = Map<string, number | null>

/** Looks up the lists of texts from a place on, for trigrams that are not among `lists` yet; they go there. */
async function listsAt(
  db: Db,
  texts: readonly Text[],
  { seq, lists }: { seq: number; lists: OpenLists },
): Promise<OpenLists> {
  const all = new Set(texts.flatMap(({ text }) => trigramsOf(text)))
  const unknown = [...all].filter((trigram) => !lists.has(trigram))
  if (unknown.length === 0) return lists
  const { rows } = await sql<{ trigram: string; fromSeq: number | null }>`
    select asked.value as trigram, (
      select max(from_seq) from search_lists where trigram = asked.value and from_seq <= ${seq}
    ) as from_seq from json_each(${JSON.stringify(unknown)}) as asked
  `.execute(db)
  for (const { trigram, fromSeq } of rows) lists.set(trigram, fromSeq)
  return lists
}

async function putTrigrams(db: Db, texts: readonly Text[], lists: OpenLists): Promise<void> {
  const rows = texts.map(({ seq, text }) => {
    const tokens = trigramsOf(text).map((trigram) => tokenOf(trigram, lists.get(trigram) ?? null))
    return [seq, tokens.join(' ')]
  })
  // As one parameter: a statement takes only so many.
  await sql`
    insert into search_trigrams (rowid, trigrams)
    select value ->> 0, value ->> 1 from json_each(${JSON.stringify(rows)})
  `.execute(db)
}

/** Pages that one step of merging writes, in a few milliseconds. */
const MERGED_PAGES = 8

/**
 * Merges segments of SQLite's trigram index for as long as there is time. Answers whether there is nothing
 * left to merge; what is left makes searches slower, not wrong.
 */
export async function mergeSegments(db: Db, hasTime: HasTime): Promise<boolean> {
  while (hasTime()) {
    const before = await totalChanges(db)
    await sql`
      insert into search_trigrams (search_trigrams, rank) values ('merge', ${sql.lit(MERGED_PAGES)})
    `.execute(db)
    // By FTS5's own account: a merge that changes fewer rows than two had nothing to do.
    if ((await totalChanges(db)) - before < 2) return true
  }
  return false
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** By the upper bits of a product: of payers who come by turns every thirty-second text would show but a few. */
const isSampled = (seq: number): boolean =>
  Math.imul(seq, 0x9e3779b1) >>> 0 < 2 ** 32 / SAMPLE_EVERY

/** Counts trigrams; of those whose list is full another one begins with the text that comes next. */
async function countTrigrams(db: Db, sample: readonly string[], nextSeq: number): Promise<void> {
  const counts = new Map<string, number>()
  for (const trigram of sample.flatMap(trigramsOf)) {
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  }
  if (counts.size === 0) return
  await sql`
    insert into search_trigram_counts (trigram, count)
    select value ->> 0, value ->> 1 from json_each(${JSON.stringify([...counts])}) where true
    on conflict (trigram) do update set count = count + excluded.count
  `.execute(db)
  const filled = sql`count * ${sql.lit(SAMPLE_EVERY)} / ${sql.lit(TEXTS_PER_LIST)}`
  const { rows: full } = await sql<{ trigram: string }>`
    update search_trigram_counts set lists = ${filled}
    where trigram in (select value from json_each(${JSON.stringify([...counts.keys()])}))
      and lists < ${filled}
    returning trigram
  `.execute(db)
  if (full.length === 0) return
  await db
    .insertInto('searchLists')
    .columns(['trigram', 'fromSeq'])
    .expression(
      sql`select value, ${nextSeq} from json_each(${JSON.stringify(full.map(({ trigram }) => trigram))})`,
    )
    .execute()
}
