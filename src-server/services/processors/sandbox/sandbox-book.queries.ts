import type { Kysely } from 'kysely'
import type { SandboxOperationRow } from '#db/tables/refund-tables.ts'
import type { Database, Db } from '#db/tables.ts'
import { toIso } from '#server/shared/day.ts'

/**
 * `end`: captured, cancelled or declined, whichever came first; `payer`: approved or declined; else a refund's id.
 */
export type Operation = Pick<SandboxOperationRow, 'key' | 'kind' | 'amount'> & { atMs: number }

type Payment = { merchantId: string; id: string }

/**
 * What the sandbox did beyond what follows from an amount. It is the acquirer's own book: each operation
 * commits by itself, as at a processor elsewhere, and nothing else of the product reads it.
 */
export type SandboxBook = {
  find: (payment: Payment) => Promise<Operation[]>
  /** Once for each key: what stands there already stays. */
  put: (payment: Payment, operation: Operation) => Promise<void>
}

export const sandboxBook = (db: Kysely<Database> | Db): SandboxBook => ({
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
