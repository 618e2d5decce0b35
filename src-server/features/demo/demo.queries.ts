import type { InsertObject } from 'kysely'
import type { Database, Db } from '#db/tables.ts'

/** SQLite takes some thousands of parameters in a statement; the widest row here has twenty. */
const BATCH = 100

export async function insertInBatches<T extends keyof Database>(
  db: Db,
  table: T,
  rows: InsertObject<Database, T>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + BATCH))
      .execute()
  }
}

/** Children before their parents. */
const tablesOfMerchant = [
  'refundEvents',
  'refunds',
  'rollupRefundDays',
  'rollupCustomerRefunds',
  'sandboxOperations',
  'paymentAttempts',
  'processorEvents',
  'processorAccounts',
  'paymentLinkAnswers',
  'paymentLinkTries',
  'paymentLinks',
  'transactionEvents',
  'transactions',
  'customers',
  'rollupDays',
  'rollupSlots',
  'rollupCustomers',
  'rollupCustomerDays',
  'rollupCustomerMonths',
  'rollupPayerMonths',
  'searchTexts',
  'idempotencyKeys',
  'apiKeys',
  'requestLog',
  // Attempts go with their events.
  'webhookEvents',
  'mails',
  'integrations',
  'auditLog',
  'merchantInvitations',
  'savedViews',
  'merchantLooks',
  'merchantMembers',
] as const

/** Removes a merchant with everything that is theirs. Only ever called for a demo. */
export async function deleteMerchantWhole(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<void> {
  for (const table of tablesOfMerchant) {
    await db.deleteFrom(table).where('merchantId', '=', merchantId).execute()
  }
  await db.deleteFrom('merchants').where('id', '=', merchantId).where('isDemo', '=', 1).execute()
}
