import type { Dialect } from '#db/portable.ts'
import type { Db } from '#db/tables.ts'
import { MAX_MATCHES } from '#server/core/lists/list-definition.ts'
import { READ_SLICE_MS, readInSlice, timeLimit } from '#server/core/work/time-slices.ts'
import {
  buildTrigramExpression,
  findInWindow,
  findNewestMatches,
  findRarestTrigrams,
  findSeqBefore,
  hasTrigram,
  listBefore,
  readSearchEnds,
  type Search,
  selectStaleMatches,
  type TrigramQuery,
} from './search.queries.ts'

/** Number of texts that the first query of a search reads, on SQLite. Later numbers follow from its duration. */
const FIRST_WINDOW = 1000
/** Smallest and largest window, in texts. Windows that are read through the trigram index may be larger. */
const MIN_WINDOW = 200
const MAX_WINDOW = 100_000

/**
 * Returns the ids of objects whose texts contain all of `terms`, or all of `otherTerms`: at most MAX_MATCHES of each.
 */
export async function findMatches(
  db: Db,
  dialect: Dialect,
  { otherTerms, ...search }: Search,
): Promise<string[]> {
  const ids = await findContaining(db, dialect, search)
  if (!otherTerms) return ids
  const others = await findContaining(db, dialect, { ...search, terms: otherTerms })
  return [...new Set([...ids, ...others])]
}

/**
 * Returns the ids of the newest MAX_MATCHES objects whose texts contain all terms. SQLite reads texts in windows,
 * ranges of consecutive texts, newest first. A frequent word, or a merchant with very many texts, therefore blocks no
 * other request. Texts that are too new for the trigram index are read straight from `search_texts`.
 */
async function findContaining(db: Db, dialect: Dialect, search: Search): Promise<string[]> {
  if (dialect === 'postgres') {
    return (await readInSlice(() => findNewestMatches(db, search))).map(({ objectId }) => objectId)
  }
  const { last, indexedTo } = await readSearchEnds(db)
  if (!hasTrigram(search)) {
    return searchInWindows(db, search, {
      last,
      first: await findSeqBefore(db, search, { to: last, count: MAX_MATCHES }),
    })
  }
  const recentIds = await searchInWindows(db, search, { last, first: indexedTo })
  const stale = await readInSlice(() => selectStaleMatches(db, search).execute())
  const trigramQuery = await findRarestTrigrams(db, search, indexedTo)
  const indexed = await searchInWindows(db, search, {
    last: Math.min(last, indexedTo),
    first: 0,
    trigramQuery,
  })
  // A changed text may have returned to the index meanwhile, so ids may repeat.
  const ids = [...recentIds, ...stale.map(({ objectId }) => objectId), ...indexed]
  return [...new Set(ids)].slice(0, MAX_MATCHES)
}

type TextSpan = { last: number; first: number; trigramQuery?: TrigramQuery }

async function searchInWindows(
  db: Db,
  search: Search,
  { last, first, trigramQuery }: TextSpan,
): Promise<string[]> {
  const ids: string[] = []
  const cursor = {
    to: last,
    window: trigramQuery ? Math.ceil(FIRST_WINDOW / trigramQuery.share) : FIRST_WINDOW,
  }
  while (cursor.to > first && ids.length < MAX_MATCHES) {
    await readInSlice(async () => {
      const hasTime = timeLimit(READ_SLICE_MS)
      while (hasTime() && cursor.to > first && ids.length < MAX_MATCHES) {
        const inList = trigramQuery ? listBefore(trigramQuery, cursor.to) : first
        const seqRange = {
          after: Math.max(first, inList, cursor.to - cursor.window),
          to: cursor.to,
        }
        const expression = trigramQuery && buildTrigramExpression(trigramQuery, seqRange)
        const beganMs = performance.now()
        const found = await findInWindow(db, search, { seqRange, expression })
        for (const { objectId } of found) ids.push(objectId)
        cursor.to = seqRange.after
        const tookMs = performance.now() - beganMs
        cursor.window = adaptWidth(cursor.window, { width: seqRange.to - seqRange.after, tookMs })
        // A list of the index is short, however many texts lie between the texts that it names.
        if (!trigramQuery) cursor.window = Math.min(MAX_WINDOW, cursor.window)
      }
    })
  }
  return ids.slice(0, MAX_MATCHES)
}

/**
 * Returns the width of the next window, in texts, so that reading it takes at most READ_SLICE_MS. It follows from the
 * duration of the last window. A window that was cut short by the end of a list does not reduce it.
 */
function adaptWidth(window: number, { width, tookMs }: { width: number; tookMs: number }): number {
  const wanted = Math.round(width * Math.min(4, READ_SLICE_MS / Math.max(tookMs, 0.1)))
  return Math.max(MIN_WINDOW, tookMs < READ_SLICE_MS ? Math.max(window, wanted) : wanted)
}
