import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import {
  findCalledAccount,
  findProcessorAccount,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { BoundedMap } from '#server/shared/bounded-map.ts'
import { toIso } from '#server/shared/day.ts'

type Account = Selectable<ProcessorAccountRow>

/** As many accounts as one process remembers. One that is forgotten costs a look at every shard once more. */
const MOST_ACCOUNTS = 10_000
/** The moment at which something was heard is shown to the second; to write it more often would be in vain. */
const NOTE_EVERY_MS = 1000

/**
 * What one process remembers of the accounts that processors call: whose each is, which never changes, and when it was
 * last noted as heard. So a crowd of events asks one shard, and does not queue for the row of its account.
 */
export class CalledAccounts {
  /** By account. What is being looked up is there as well, so that a crowd of first events asks every shard once. */
  readonly #merchants = new BoundedMap<string, Promise<string | undefined>>(MOST_ACCOUNTS)
  readonly #notedMs = new BoundedMap<string, number>(MOST_ACCOUNTS)

  /** The account of this id, as it is now; undefined when there is none, or it is closed. */
  async find(db: World['db'], id: string): Promise<Account | undefined> {
    const merchantId = await (this.#merchants.get(id) ?? this.#lookUp(db, id))
    if (merchantId === undefined) return undefined
    const account = await findProcessorAccount(db, { merchantId, id })
    return account?.closedAt === null ? account : undefined
  }

  #lookUp(db: World['db'], id: string): Promise<string | undefined> {
    const found = findCalledAccount(db, { id }).then((account) => {
      if (!account) this.#merchants.delete(id)
      return account?.merchantId
    })
    this.#merchants.set(id, found)
    found.catch(() => this.#merchants.delete(id))
    return found
  }

  /** Writes down that the account was heard, when this was not done within the last second. */
  async note({ db, now }: Pick<World, 'db' | 'now'>, account: Account): Promise<void> {
    const nowMs = now()
    const { id, heardAt } = account
    const notedMs = this.#notedMs.get(id) ?? (heardAt === null ? 0 : Date.parse(heardAt))
    if (nowMs - notedMs < NOTE_EVERY_MS) return
    this.#notedMs.set(id, nowMs)
    await updateProcessorAccount(db, account, { heardAt: toIso(nowMs) })
  }
}
