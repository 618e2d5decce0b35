import type { Dialect } from '#db/portable.ts'
import type { Db } from '#db/tables.ts'
import { MAX_MATCHES } from '#server/core/lists/list-definition.ts'
import { READ_PIECE_MS, readPiece, timeFor } from '#server/core/work/pieces.ts'
import {
  type AskedTrigrams,
  findInWindow,
  hasTrigram,
  listBefore,
  newestMatches,
  rarestTrigrams,
  type Search,
  searchEnds,
  seqBefore,
  staleMatches,
  trigramExpression,
} from './search.queries.ts'

/** Texts in the first window, before the duration of a comparison is known. */
const FIRST_WINDOW = 1000
const MIN_WINDOW = 200
const MAX_WINDOW = 100_000

/** Returns the ids of objects that contain all terms, or all of the other terms. */
export async function findMatches(
  db: Db,
  dialect: Dialect,
  { otherTerms, ...search }: Search,
): Promise<string[]> {
  const ids = await findHolding(db, dialect, search)
  if (!otherTerms) return ids
  const others = await findHolding(db, dialect, { ...search, terms: otherTerms })
  return [...new Set([...ids, ...others])]
}

/**
 * Returns the ids of objects that contain all terms: the newest MAX_MATCHES. SQLite reads texts in windows, newest
 * first. A word in very many texts, or in those of another merchant, therefore blocks no other request. Texts that are
 * too new for the index are read directly.
 */
async function findHolding(db: Db, dialect: Dialect, search: Search): Promise<string[]> {
  if (dialect === 'postgres') {
    return (await readPiece(() => newestMatches(db, search))).map(({ objectId }) => objectId)
  }
  const { last, indexedTo } = await searchEnds(db)
  if (!hasTrigram(search)) {
    return inWindows(db, search, {
      last,
      first: await seqBefore(db, search, { to: last, count: MAX_MATCHES }),
    })
  }
  const lately = await inWindows(db, search, { last, first: indexedTo })
  const stale = await readPiece(() => staleMatches(db, search).execute())
  const asked = await rarestTrigrams(db, search, indexedTo)
  const indexed = await inWindows(db, search, { last: Math.min(last, indexedTo), first: 0, asked })
  // A changed text may have returned to the index meanwhile, so ids may repeat.
  const ids = [...lately, ...stale.map(({ objectId }) => objectId), ...indexed]
  return [...new Set(ids)].slice(0, MAX_MATCHES)
}

type Texts = { last: number; first: number; asked?: AskedTrigrams }

async function inWindows(db: Db, search: Search, { last, first, asked }: Texts): Promise<string[]> {
  const ids: string[] = []
  const rest = { to: last, window: asked ? Math.ceil(FIRST_WINDOW / asked.held) : FIRST_WINDOW }
  while (rest.to > first && ids.length < MAX_MATCHES) {
    await readPiece(async () => {
      const hasTime = timeFor(READ_PIECE_MS)
      while (hasTime() && rest.to > first && ids.length < MAX_MATCHES) {
        const inList = asked ? listBefore(asked, rest.to) : first
        const place = { after: Math.max(first, inList, rest.to - rest.window), to: rest.to }
        const expression = asked && trigramExpression(asked, place)
        const beganMs = performance.now()
        const found = await findInWindow(db, search, { place, expression })
        for (const { objectId } of found) ids.push(objectId)
        rest.to = place.after
        const tookMs = performance.now() - beganMs
        rest.window = adapted(rest.window, { width: place.to - place.after, tookMs })
        // A list of the index is short, however many texts lie between those that it names.
        if (!asked) rest.window = Math.min(MAX_WINDOW, rest.window)
      }
    })
  }
  return ids.slice(0, MAX_MATCHES)
}

/**
 * Returns the width of window that fits into the time of a piece, by the duration of the last window. A window that was
 * cut short by the end of a list does not reduce it.
 */
function adapted(window: number, { width, tookMs }: { width: number; tookMs: number }): number {
  const wanted = Math.round(width * Math.min(4, READ_PIECE_MS / Math.max(tookMs, 0.1)))
  return Math.max(MIN_WINDOW, tookMs < READ_PIECE_MS ? Math.max(window, wanted) : wanted)
}
