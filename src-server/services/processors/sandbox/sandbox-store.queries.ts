import type { Kysely } from 'kysely'
import type { SandboxOperationRow } from '#db/tables/refund-tables.ts'
import type { Database, Db } from '#db/tables.ts'
import { toIso } from '#server/shared/day.ts'

/**
 * An operation on a payment in the sandbox. Its key is `end` (captured, cancelled or declined, whichever came first),
 * `payer` (approved or declined), or a refund's id.
 */
export type Operation = Pick<SandboxOperationRow, 'key' | 'kind' | 'amount'> & { atMs: number }

type Payment = { merchantId: string; id: string }

/**
 * Stored operations of the sandbox, except outcomes that follow from a payment's amount. As at an external processor,
 * each operation commits separately, and no other code reads it.
 */
export type SandboxStore = {
  find: (payment: Payment) => Promise<Operation[]>
  /** Stores an operation, unless one with the same key is stored already. */
  put: (payment: Payment, operation: Operation) => Promise<void>
}

/** Stores the sandbox's operations in our database. */
export const createSandboxStore = (db: Kysely<Database> | Db): SandboxStore => ({
  find: async ({ merchantId, id }) => {
    const rows = await db
      .selectFrom('sandboxOperations')
      .select(['key', 'kind', 'amount', 'at'])
      .where('merchantId', '=', merchantId)
      .where('transactionId', '=', id)
      .execute()
    return rows.map(({ at, ...row }) => ({ ...row, atMs: Date.parse(at) }))
  },
  put: async ({ merchantId, id }, { atMs, ...operation }) => {
    await db
      .insertInto('sandboxOperations')
      .values({ merchantId, transactionId: id, ...operation, at: toIso(atMs) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
})
