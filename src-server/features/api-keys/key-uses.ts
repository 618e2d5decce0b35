import type { Db } from '#db/tables.ts'
import { toIso } from '#server/shared/day.ts'
import { storeKeyUse } from './api-keys.queries.ts'

export type KeyUse = { merchantId: string; id: string; atMs: number }

/** Collects the last use of each key for periodic writing, so that requests need no write of their own. */
export class KeyUses {
  readonly #uses = new Map<string, KeyUse>()

  record(merchantId: string, id: string, atMs: number): void {
    this.#uses.set(id, { merchantId, id, atMs })
  }

  /** Passes the collected uses to `write`, and starts an empty collection. */
  async flush(write: (uses: readonly KeyUse[]) => Promise<void>): Promise<void> {
    const uses = [...this.#uses.values()]
    this.#uses.clear()
    if (uses.length > 0) await write(uses)
  }
}

export async function storeKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  for (const use of uses) await storeKeyUse(db, use, toIso(use.atMs))
}
