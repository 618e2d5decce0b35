import type { Db } from '#db/tables.ts'

/** Range of rows of an account that were stored since an instant, about events after `createdAfter`. */
type News = { merchantId: string; balanceAccountId: string; since: string; createdAfter: string }

/** Upper limit of rows that one reading finds; older rows are too old for a notice. */
const LIMIT = 100

/** Returns payouts that were paid or failed. */
export const listEndedPayouts = (
  db: Db,
  { merchantId, balanceAccountId, since, createdAfter }: News,
) =>
  db
    .selectFrom('payouts')
    .select(['id', 'status', 'amount', 'currency'])
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', balanceAccountId)
    .where('status', 'in', ['paid', 'failed'])
    .where('createdAt', '>=', createdAfter)
    .where('updatedAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .limit(LIMIT)
    .execute()

/** Returns entries of the kinds for which Incasso has no type, one entry for each of the processor's words. */
export async function listUnknownKinds(
  db: Db,
  { merchantId, balanceAccountId, since, createdAfter }: News,
) {
  const rows = await db
    .selectFrom('balanceEntries')
    .select(['rawType', 'amount', 'currency'])
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', balanceAccountId)
    .where('type', '=', 'other')
    .where('createdAt', '>=', createdAfter)
    .where('recordedAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .limit(LIMIT)
    .execute()
  return [...new Map(rows.map((row) => [row.rawType, row])).values()]
}
