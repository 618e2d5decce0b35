import type { Db } from '#db/tables.ts'

type ExaminedPayment = {
  id: string
  processorAccountId?: string | null | undefined
  processorRef?: string | null | undefined
  status: string
}

/** Returns payments whose ids are in a range, in the order of their ids. Reads the primary key only. */
export const listPaymentsById = (
  db: Db,
  {
    merchantId,
    after,
    before,
    limit,
  }: { merchantId: string; after: string; before: string; limit: number },
): Promise<ExaminedPayment[]> =>
  db
    .selectFrom('transactions')
    .select(['id', 'processorAccountId', 'processorRef', 'status'])
    .where('merchantId', '=', merchantId)
    .where('id', '>', after)
    .where('id', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns which of some payments have the entry of a charge. */
export async function listChargedPayments(
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('balanceEntries')
    .select('transactionId')
    .where('merchantId', '=', merchantId)
    .where('transactionId', 'in', [...ids])
    .where('type', '=', 'charge')
    .execute()
  return new Set(rows.map(({ transactionId }) => transactionId ?? ''))
}
