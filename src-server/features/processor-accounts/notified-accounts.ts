import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import {
  findAccountOfNotification,
  findProcessorAccount,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { BoundedMap } from '#server/shared/bounded-map.ts'
import { toIso } from '#server/shared/day.ts'

type Account = Selectable<ProcessorAccountRow>

/** Accounts cached per process. An evicted account costs another query of every shard. */
const MAX_ACCOUNTS = 10_000
/** Pages show the time of the last notification, `heardAt`, to the second. So it is written at most once per second. */
const STORE_EVERY_MS = 1000

/**
 * Caches each account's merchant, which never changes, and the time at which `heardAt` was last written. A burst of
 * notifications then queries one shard only, and does not queue for the account's row.
 */
export class NotifiedAccounts {
  /**
   * Merchants by account id. Pending lookups are cached too, so simultaneous first notifications query every shard
   * once.
   */
  readonly #merchants = new BoundedMap<string, Promise<string | undefined>>(MAX_ACCOUNTS)
  readonly #storedMs = new BoundedMap<string, number>(MAX_ACCOUNTS)

  /** Returns the account in its current state; undefined when it does not exist or is closed. */
  async find(db: World['db'], id: string): Promise<Account | undefined> {
    const merchantId = await (this.#merchants.get(id) ?? this.#lookUp(db, id))
    if (merchantId === undefined) return undefined
    const account = await findProcessorAccount(db, { merchantId, id })
    return account?.closedAt === null ? account : undefined
  }

  #lookUp(db: World['db'], id: string): Promise<string | undefined> {
    const lookup = findAccountOfNotification(db, { id }).then((account) => {
      if (!account) this.#merchants.delete(id)
      return account?.merchantId
    })
    this.#merchants.set(id, lookup)
    lookup.catch(() => this.#merchants.delete(id))
    return lookup
  }

  /** Stores the time of a notification in `heardAt`, unless one was stored within the last second. */
  async storeTime({ db, now }: Pick<World, 'db' | 'now'>, account: Account): Promise<void> {
    const nowMs = now()
    const { id, heardAt } = account
    const storedMs = this.#storedMs.get(id) ?? (heardAt === null ? 0 : Date.parse(heardAt))
    if (nowMs - storedMs < STORE_EVERY_MS) return
    this.#storedMs.set(id, nowMs)
    await updateProcessorAccount(db, account, { heardAt: toIso(nowMs) })
  }
}
