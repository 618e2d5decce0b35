import { inTransaction, type StoringWorld } from '#server/core/context.ts'
import { type HasTime, runInPieces, WRITE_PIECE_MS } from '#server/core/work/pieces.ts'
import { hasNewTexts, indexTexts, mergeSegments } from './trigram-index.queries.ts'

/**
 * Continues the trigram index of SQLite for as long as there is time; returns whether it is complete. Earlier segments
 * are merged before more are written: otherwise the index would split into ever more segments.
 */
async function continueIndexing({ db }: StoringWorld, hasTime: HasTime): Promise<boolean> {
  if (!(await mergeSegments(db, hasTime))) return false
  if (!(await hasNewTexts(db))) return true
  await indexTexts(db, hasTime)
  return false
}

/**
 * Updates the trigram index of SQLite, a few texts at a time, so that payments continue in between. A search reads
 * texts that are not indexed yet, so no search waits for this.
 */
export async function indexNewTexts(world: StoringWorld, signal?: AbortSignal): Promise<void> {
  if (world.dialect !== 'sqlite' || !(await hasNewTexts(world.db))) return
  await indexInPieces(world, signal)
}

/** Merges segments that other writers left in SQLite's trigram index, such as a process that was killed. */
export async function mergeIndex(world: StoringWorld, signal?: AbortSignal): Promise<void> {
  if (world.dialect === 'sqlite') await indexInPieces(world, signal)
}

/** Half of the usual time: this job runs several times a second, and payments wait for it. */
const PIECE_MS = WRITE_PIECE_MS / 2

const indexInPieces = (world: StoringWorld, signal?: AbortSignal) =>
  runInPieces((hasTime) => inTransaction(world, (inner) => continueIndexing(inner, hasTime)), {
    ms: PIECE_MS,
    signal,
  })
