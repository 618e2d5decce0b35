import type { InsertObject } from 'kysely'
import type { Database, Db } from '#db/tables.ts'

/** SQLite allows some thousands of parameters in a statement; the widest row here has twenty. */
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

/** Tables in the order of deletion, children before their parents. */
const tablesOfMerchant = [
  'disputeEvents',
  'disputeDrafts',
  'disputeFiles',
  'disputeSettings',
  'disputeChecks',
  'disputes',
  'refundEvents',
  'refunds',
  'rollupRefundDays',
  'rollupCustomerRefunds',
  'sandboxOperations',
  'sandboxOpenFacts',
  'closedMonthRows',
  'closedMonths',
  'ledgerBalances',
  'ledgerPostings',
  'ledgerTransfers',
  'ledgerAccounts',
  'balanceEntries',
  'balanceTotals',
  'payouts',
  'balanceAccounts',
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
  'rollupMethodDays',
  'rollupCustomers',
  'rollupCustomerDays',
  'rollupCustomerMonths',
  'rollupPayerMonths',
  'searchTexts',
  'idempotencyKeys',
  'apiKeys',
  'requestLog',
  // Deleting events also deletes their attempts.
  'webhookEvents',
  'listenerEvents',
  'webhookListeners',
  'webhookEndpoints',
  'mails',
  'notices',
  'noticeChoices',
  'integrations',
  'auditLog',
  'merchantInvitations',
  'savedViews',
  'merchantLooks',
  'merchantMembers',
] as const

/** Deletes a merchant with all its rows. Call it for demos only. */
export async function deleteMerchantWhole(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<void> {
  for (const table of tablesOfMerchant) {
    await db.deleteFrom(table).where('merchantId', '=', merchantId).execute()
  }
  await db.deleteFrom('merchants').where('id', '=', merchantId).where('isDemo', '=', 1).execute()
}
