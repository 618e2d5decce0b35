import type { Selectable } from 'kysely'
import { insertMany } from '#db/many-rows.ts'
import type { BalanceEntryRow, BalanceTotalRow } from '#db/tables/balance-tables.ts'
import type { Db } from '#db/tables.ts'

/** An entry as it is inserted. A job posts it to the ledger later. */
export type NewEntryRow = Omit<Selectable<BalanceEntryRow>, 'ledgerGeneration'>

const totalKey = ['merchantId', 'balanceAccountId', 'currency', 'balanceType', 'type'] as const

/**
 * Inserts entries. Entries that are already stored, by the processor's id, stay unchanged. Returns the inserted
 * entries.
 */
export const insertEntries: (
  db: Db,
  rows: readonly NewEntryRow[],
) => Promise<Pick<NewEntryRow, 'id' | 'ref'>[]> = insertMany('balanceEntries', {
  columns: [
    'merchantId',
    'id',
    'balanceAccountId',
    'processor',
    'ref',
    'type',
    'rawType',
    'balanceType',
    'amount',
    'fee',
    'net',
    'currency',
    'feeDetails',
    'originalAmount',
    'originalCurrency',
    'transactionId',
    'refundId',
    'disputeId',
    'payoutId',
    'sourceRef',
    'description',
    'createdAt',
    'availableAt',
    'recordedAt',
  ],
  onConflict: { key: ['merchantId', 'processor', 'ref'] },
  returning: ['id', 'ref'],
})

export const addToTotals: (db: Db, rows: readonly BalanceTotalRow[]) => Promise<unknown> =
  insertMany('balanceTotals', {
    columns: [...totalKey, 'count', 'amount', 'fee', 'net'],
    onConflict: { key: totalKey, add: ['count', 'amount', 'fee', 'net'] },
  })
