import { setTimeout as wait } from 'node:timers/promises'
import type { World } from '#server/core/context.ts'
import { addLinkOpened, type LinkRow } from '../links.queries.ts'

type LinkKey = Pick<LinkRow, 'merchantId' | 'id'>
/**
 * Pause between writes. A write waits for the disk, and on SQLite all other writes wait too, so at most one is made a
 * second.
 */
const WRITE_INTERVAL_MS = 1000

type OpenCount = LinkKey & { times: number }

/**
 * Counts how often links are opened, without delaying responses. A page that waited for its count would wait for the
 * disk and for all other counts. The first count is written at once; later counts are written together a second later.
 */
export class OpenedCounts {
  readonly #world: Pick<World, 'db' | 'log'>
  readonly #counts = new Map<string, OpenCount>()
  readonly #settling = new AbortController()
  #writing: Promise<void> | undefined

  constructor(world: Pick<World, 'db' | 'log'>) {
    this.#world = world
  }

  record({ merchantId, id }: LinkKey): void {
    this.#add({ merchantId, id, times: 1 })
    this.#writing ??= this.#write()
  }

  /** Writes the collected counts at once, and resolves when done. Call it before the database closes. */
  async settle(): Promise<void> {
    this.#settling.abort()
    await this.#writing
  }

  #add({ merchantId, id, times }: OpenCount): void {
    const before = this.#counts.get(id)?.times ?? 0
    this.#counts.set(id, { merchantId, id, times: before + times })
  }

  async #write(): Promise<void> {
    // Responses of this event-loop tick go out first.
    await new Promise(setImmediate)
    while (this.#counts.size > 0) {
      const counts = [...this.#counts.values()]
      this.#counts.clear()
      for (const opened of counts) await this.#writeOne(opened)
      // `settle` ends this wait early, so that a server that stops writes the last counts at once.
      await wait(WRITE_INTERVAL_MS, undefined, { signal: this.#settling.signal }).catch(
        () => undefined,
      )
    }
    this.#writing = undefined
  }

  async #writeOne(opened: OpenCount): Promise<void> {
    try {
      await addLinkOpened(this.#world.db, opened)
    } catch (error) {
      this.#world.log.warn(error, 'a link was opened and could not be counted')
    }
  }
}
