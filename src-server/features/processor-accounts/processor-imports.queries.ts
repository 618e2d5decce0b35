import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type Account = Selectable<ProcessorAccountRow>
type Place = { merchantId: string; id: string }

/** Written to an account that is closed, so that nothing more of it is brought in. */
export const IMPORT_STOPPED = { importDueAt: null, importLeasedUntil: null }

/**
 * Moves the place in the processor's list on. Undefined where it is no longer where it was, since another process has
 * gone on with it, or where nothing more is to be brought in. The account is held until the transaction ends.
 */
export const moveImport = (
  db: Db,
  { merchantId, id, importCursor: from }: Place & Pick<Account, 'importCursor'>,
  change: Pick<Account, 'importCursor' | 'importState' | 'importDueAt' | 'importLeasedUntil'>,
): Promise<Account | undefined> =>
  db
    .updateTable('processorAccounts')
    .set({ ...change, importFailures: 0 })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('importDueAt', 'is not', null)
    .where('importCursor', from === null ? 'is' : '=', from)
    .returningAll()
    .executeTakeFirst()

/** Leaves what runs for later; what was stopped meanwhile stays so. */
export const putOffImport = (
  db: Db,
  { merchantId, id }: Place,
  change: Partial<Pick<Account, 'importDueAt' | 'importFailures'>>,
) =>
  db
    .updateTable('processorAccounts')
    .set({ ...change, importLeasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('importDueAt', 'is not', null)
    .execute()
