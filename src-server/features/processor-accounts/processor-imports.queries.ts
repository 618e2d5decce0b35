import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type Account = Selectable<ProcessorAccountRow>
type AccountKey = { merchantId: string; id: string }

/** Columns set when an account is closed, which stop its import. */
export const IMPORT_STOPPED = { importDueAt: null, importLeasedUntil: null }

/**
 * Advances the import's cursor and locks the account until the transaction ends. Returns undefined when another process
 * has moved the cursor, or when the import has ended or was stopped.
 */
export const advanceImport = (
  db: Db,
  { merchantId, id, importCursor: cursor }: AccountKey & Pick<Account, 'importCursor'>,
  change: Pick<Account, 'importCursor' | 'importState' | 'importDueAt' | 'importLeasedUntil'>,
): Promise<Account | undefined> =>
  db
    .updateTable('processorAccounts')
    .set({ ...change, importFailures: 0 })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('importDueAt', 'is not', null)
    .where('importCursor', cursor === null ? 'is' : '=', cursor)
    .returningAll()
    .executeTakeFirst()

/** Reschedules a running import; an import that was stopped meanwhile stays stopped. */
export const postponeImport = (
  db: Db,
  { merchantId, id }: AccountKey,
  change: Partial<Pick<Account, 'importDueAt' | 'importFailures'>>,
) =>
  db
    .updateTable('processorAccounts')
    .set({ ...change, importLeasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('importDueAt', 'is not', null)
    .execute()
