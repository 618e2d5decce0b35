import { inTransaction, type StoringWorld } from '#server/core/context.ts'
import { type HasTime, inPieces, WRITE_PIECE_MS } from '#server/core/work/pieces.ts'
import { hasNewTexts, indexTexts, mergeSegments } from './trigram-index.queries.ts'

/**
 * Goes on with the trigram index of SQLite for as long as there is time, and says whether it is done. What
 * was written before is merged before more is written: otherwise the index would fall into ever more
 * segments.
 */
async function goOnIndexing({ db }: StoringWorld, hasTime: HasTime): Promise<boolean> {
  if (!(await mergeSegments(db, hasTime))) return false
  if (!(await hasNewTexts(db))) return true
  await indexTexts(db, hasTime)
  return false
}

/**
 * Brings the trigram index of SQLite up to date, a few texts at a time, so that payments go on
 * between. A search finds what is not indexed yet by reading it, so no search waits for this.
 */
export async function indexNewTexts(world: StoringWorld, signal?: AbortSignal): Promise<void> {
  if (world.dialect !== 'sqlite' || !(await hasNewTexts(world.db))) return
  await goOn(world, signal)
}

/** Merges what other writers left behind in SQLite's trigram index, such as a process that was killed. */
export async function mergeIndex(world: StoringWorld, signal?: AbortSignal): Promise<void> {
  if (world.dialect === 'sqlite') await goOn(world, signal)
}

/** Half of what others may take: it comes round several times a second, and payments wait for it. */
const PIECE_MS = WRITE_PIECE_MS / 2

const goOn = (world: StoringWorld, signal?: AbortSignal) =>
  inPieces((hasTime) => inTransaction(world, (inner) => goOnIndexing(inner, hasTime)), {
    ms: PIECE_MS,
    signal,
  })
