import { setImmediate as turn } from 'node:timers/promises'
import { inTransaction, type World } from '../../context.ts'
import { indexTexts } from './search.queries.ts'

/**
 * Brings the trigram index of SQLite up to date, a few texts at a time, so that payments go on
 * between. A search finds what is not indexed yet by reading it, so nobody waits for this.
 */
export async function indexNewTexts(world: World, signal?: AbortSignal): Promise<void> {
  if (world.dialect !== 'sqlite') return
  for (;;) {
    if (signal?.aborted === true) return
    const { isDone } = await inTransaction(world, ({ db }) => indexTexts(db))
    if (isDone) return
    await turn()
  }
}
