import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import type { HasTime } from '#server/core/work/time-slices.ts'
import { SAMPLE_EVERY, TEXTS_PER_LIST, tokenOf, trigramsOf } from './search.rules.ts'

/** Number of texts that are indexed between two checks of the time limit. Other writers wait meanwhile. */
const INDEX_BATCH = 16

type Text = { seq: number; text: string }

/** Returns whether any new or changed text is missing from SQLite's trigram index. */
export async function hasNewTexts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select exists (select 1 from search_stale)
      or (select max(seq) from search_texts) > (select indexed_to from search_index) as waiting
  `.execute(db)
  return rows[0]?.waiting === 1
}

/**
 * Adds texts to SQLite's trigram index until `hasTime` returns false, changed texts first. Returns true when none is
 * left. FTS5 writes a segment at each savepoint, so the trigrams are counted once, at the end.
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
    isDone = texts.length < INDEX_BATCH
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
    .limit(INDEX_BATCH)
    .execute()

/** Adds at most INDEX_BATCH changed texts to SQLite's trigram index again; returns their number. */
export async function indexStaleTexts(db: Db): Promise<number> {
  const texts = await db
    .selectFrom('searchStale')
    .innerJoin('searchTexts', 'searchTexts.seq', 'searchStale.seq')
    .select(['searchTexts.seq', 'searchTexts.text'])
    .orderBy('searchStale.seq')
    .limit(INDEX_BATCH)
    .execute()
  if (texts.length === 0) return 0
  for (const text of texts) {
    // The text goes into the lists of its original `seq`, where a search expects it.
    await putTrigrams(db, [text], await listsAt(db, [text], { seq: text.seq, lists: new Map() }))
  }
  const indexedSeqs = texts.map(({ seq }) => seq)
  await db.deleteFrom('searchStale').where('seq', 'in', indexedSeqs).execute()
  return texts.length
}

/** First `seq` of the list that a text is added to, by trigram. Null is the trigram's first list. */
type OpenLists = Map<string, number | null>

/** Adds the lists that contain `seq` to `lists`, for the trigrams of the texts that `lists` lacks. */
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
  // Passed as one parameter: the number of parameters of a statement is limited.
  await sql`
    insert into search_trigrams (rowid, trigrams)
    select value ->> 0, value ->> 1 from json_each(${JSON.stringify(rows)})
  `.execute(db)
}

/** Number of database pages that one merge step writes, in a few milliseconds. */
const MERGED_PAGES = 8

/**
 * Merges segments, the separately stored parts of SQLite's trigram index, until `hasTime` returns false. Returns true
 * when none is left to merge. Segments that are left make searches slower, not wrong.
 */
export async function mergeSegments(db: Db, hasTime: HasTime): Promise<boolean> {
  while (hasTime()) {
    const before = await totalChanges(db)
    await sql`
      insert into search_trigrams (search_trigrams, rank) values ('merge', ${sql.lit(MERGED_PAGES)})
    `.execute(db)
    // FTS5 documents that a merge which changes fewer than two rows had nothing to do.
    if ((await totalChanges(db)) - before < 2) return true
  }
  return false
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Returns whether a text is counted in the sample, by the upper bits of a product. Every thirty-second `seq` would not
 * do: when payers pay in a regular order, it would show only a few of them.
 */
const isSampled = (seq: number): boolean =>
  Math.imul(seq, 0x9e3779b1) >>> 0 < 2 ** 32 / SAMPLE_EVERY

/** Counts trigrams. A trigram whose list is full gets another list, which begins with the next text. */
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
  const filledLists = sql`count * ${sql.lit(SAMPLE_EVERY)} / ${sql.lit(TEXTS_PER_LIST)}`
  const { rows: full } = await sql<{ trigram: string }>`
    update search_trigram_counts set lists = ${filledLists}
    where trigram in (select value from json_each(${JSON.stringify([...counts.keys()])}))
      and lists < ${filledLists}
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
