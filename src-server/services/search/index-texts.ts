import { inTransaction, type StoringWorld } from '#server/core/context.ts'
import { type HasTime, runInSlices, WRITE_SLICE_MS } from '#server/core/work/time-slices.ts'
import { hasNewTexts, indexTexts, mergeSegments } from './trigram-index.queries.ts'

/**
 * Continues the trigram index of SQLite until `hasTime` returns false. Returns true when the index contains all texts.
 * Earlier segments are merged before more are written: otherwise the index would split into ever more segments.
 */
async function continueIndexing({ db }: StoringWorld, hasTime: HasTime): Promise<boolean> {
  if (!(await mergeSegments(db, hasTime))) return false
  if (!(await hasNewTexts(db))) return true
  await indexTexts(db, hasTime)
  return false
}

/**
 * Adds new and changed texts to SQLite's trigram index, the index of the three-letter sequences in texts. It works in
 * short slices, so that payments continue in between. No search waits for it: a search reads newer texts straight from
 * `search_texts`. On PostgreSQL it does nothing.
 */
export async function indexNewTexts(world: StoringWorld, signal?: AbortSignal): Promise<void> {
  if (world.dialect !== 'sqlite' || !(await hasNewTexts(world.db))) return
  await indexInSlices(world, signal)
}

/**
 * Merges segments, the separately stored parts of SQLite's trigram index, that a killed process or another writer left.
 * On PostgreSQL it does nothing.
 */
export async function mergeIndex(world: StoringWorld, signal?: AbortSignal): Promise<void> {
  if (world.dialect === 'sqlite') await indexInSlices(world, signal)
}

/**
 * Longest duration of a slice: half of the usual limit, since indexing runs several times a second and delays payments.
 */
const SLICE_MS = WRITE_SLICE_MS / 2

const indexInSlices = (world: StoringWorld, signal?: AbortSignal) =>
  runInSlices((hasTime) => inTransaction(world, (inner) => continueIndexing(inner, hasTime)), {
    ms: SLICE_MS,
    signal,
  })
