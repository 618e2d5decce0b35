import { sql } from 'kysely'
import { insertMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import type { MethodColumns } from '#db/tables/refund-tables.ts'
import type { Db, TransactionEventRow, TransactionRow } from '#db/tables.ts'
import type { ListConditions } from '#server/core/lists/list-definition.ts'
import { positionColumnsOf } from '#server/services/rollups/calendar-positions.ts'
import { settledCondition } from './settle/settled-amounts.queries.ts'
import type { TransactionFilter } from './transaction-scope.ts'

/** The step that a payment waits for, in SQL. The index `transactions_waiting` has this expression. */
const awaitedStepExpression = sql.raw<string>(`(case when status <> 'pending' then null
    when payment_method = 'bank' then 'transfer'
    when stage = 'authorized' then 'capture'
    when stage = 'awaiting_payer' or stage = 'requires_action' then 'customer' end)`)

/** Conditions in SQL for the filters of a payment list. */
export const transactionConditions: ListConditions<'transactions', TransactionFilter> = {
  status: 'equal',
  // `!= pending` instead of the two final statuses: with the two statuses, a planner may read the status index and then
  // sort.
  final: (eb, isFinal) => eb('status', isFinal ? '!=' : '=', 'pending'),
  waitingFor: (eb, step) => eb(awaitedStepExpression, '=', step),
  paymentMethod: 'equal',
  // The index leaves out the sandbox's payments. A planner uses it only for a query that repeats this condition.
  methodType: (eb, type) =>
    type === 'sandbox'
      ? eb('methodType', '=', type)
      : eb.and([eb('methodType', '=', type), eb('methodType', '<>', sql.lit('sandbox'))]),
  isUnreported: (eb) =>
    eb.or([eb('methodType', 'is', null), eb('methodType', '=', sql.lit('sandbox'))]),
  brand: (eb, brand) => eb('methodBrand', '=', brand),
  currency: 'equal',
  customerId: 'equal',
  linkId: 'equal',
  settled: settledCondition,
  shopId: 'equal',
  reference: (eb, reference) => eb('orderReference', '=', reference),
  weekday: (eb, weekday, { calendar }) => eb(positionColumnsOf(calendar).weekday, '=', weekday),
  slot: (eb, slot, { calendar }) => eb(positionColumnsOf(calendar).slot, '=', slot),
}

/** Columns that a list shows. The other columns would be a third of the data read. */
export const listedColumns = [
  'id',
  'transactionId',
  'customerId',
  'customerName',
  'customerEmail',
  'amount',
  'currency',
  'paymentMethod',
  'description',
  'status',
  'failureReason',
  'createdAt',
  'updatedAt',
  'settledAt',
] as const

export type ListedTransaction = Pick<TransactionRow, (typeof listedColumns)[number]>

/** Returns whole rows, for the few readers of a list that need more columns: version 2 and exports with metadata. */
export const listRowsByIds = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<TransactionRow[]> =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', 'in', [...ids])
    .execute()

/** Returns the quantities and tips that the payers of links chose, for each payment that has any. */
export const listPurchases = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
) =>
  db
    .selectFrom('paymentLinkAnswers')
    .select(['transactionId', 'lines', 'tip'])
    .where('merchantId', '=', merchantId)
    .where('transactionId', 'in', [...ids])
    .where((eb) => eb.or([eb('lines', 'is not', null), eb('tip', 'is not', null)]))
    .execute()

/** Returns the ids of the newest payments by a card or an account with these last four digits, at most `limit`. */
export const listIdsByLastFour = (
  db: Db,
  { merchantId, last4, limit }: { merchantId: string; last4: string; limit: number },
): Promise<{ id: string }[]> =>
  db
    .selectFrom('transactions')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('methodLast4', '=', last4)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()

/** Finds a payment by id or by reference (with or without its #). */
export function findTransaction(
  db: Db,
  { merchantId, key }: { merchantId: string; key: string },
): Promise<TransactionRow | undefined> {
  const isId = key.startsWith('txn_')
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where(isId ? 'id' : 'transactionId', '=', isId ? key : key.replace(/^#/, '').toUpperCase())
    .executeTakeFirst()
}

/** Finds a payment by id and locks its row until the transaction ends, so that a change sees the current state. */
export function findTransactionToChange(
  db: Db,
  dialect: Dialect,
  where: { merchantId: string; id: string },
): Promise<TransactionRow | undefined> {
  const query = db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/**
 * Inserts payments and returns the ids of the inserted rows. A row is skipped when another payment of the merchant has
 * its `transactionId`, or when an open or successful payment has its order reference.
 */
export const insertTransactions: (
  db: Db,
  rows: readonly TransactionRow[],
) => Promise<{ id: string }[]> = insertMany('transactions', {
  columns: [
    'merchantId',
    'id',
    'transactionId',
    'customerId',
    'customerName',
    'customerEmail',
    'amount',
    'currency',
    'paymentMethod',
    'description',
    'status',
    'failureReason',
    'day',
    'weekday',
    'slot',
    'dayB',
    'weekdayB',
    'slotB',
    'stage',
    'captureMethod',
    'amountAuthorized',
    'captureBefore',
    'methodType',
    'methodBrand',
    'methodLast4',
    'methodWallet',
    'methodCountry',
    'methodFunding',
    'metadata',
    'orderReference',
    'returnUrl',
    'cancelUrl',
    'locale',
    'expiresAt',
    'linkId',
    'shopId',
    'processor',
    'processorAccountId',
    'processorRef',
    'nextCheckAt',
    'createdAt',
    'updatedAt',
    'settledAt',
    'importedAt',
  ],
  onConflict: 'any key',
  returning: ['id'],
})

/**
 * Makes a pending payment final. Returns undefined when it was final already, or when its amount was changed or is
 * being changed: the outcome may then come from a page of the processor with the old amount.
 */
export const settleTransaction = (
  db: Db,
  where: Pick<TransactionRow, 'merchantId' | 'id' | 'amountChanges'>,
  outcome: Pick<
    TransactionRow,
    'status' | 'stage' | 'amount' | 'failureReason' | 'settledAt' | 'updatedAt'
  > &
    Partial<
      Pick<TransactionRow, 'customerName' | 'customerEmail' | 'amountAuthorized'> & MethodColumns
    >,
) =>
  db
    .updateTable('transactions')
    .set({
      ...outcome,
      nextCheckAt: null,
      leasedUntil: null,
      wish: null,
      payerSecret: null,
      pendingReason: null,
    })
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .where('status', '=', 'pending')
    .where('amountChanges', '=', where.amountChanges ?? 0)
    .where((eb) => eb.or([eb('wish', 'is', null), eb('wish', 'not like', '{"kind":"amount"%')]))
    .returningAll()
    .executeTakeFirst()

/** Changes a payment while it is pending. Returns undefined when it is final. */
export const changeOpenTransaction = (
  db: Db,
  where: { merchantId: string; id: string },
  change: Partial<
    Pick<
      TransactionRow,
      | 'customerName'
      | 'customerEmail'
      | 'stage'
      | 'amount'
      | 'amountChanges'
      | 'amountAuthorized'
      | 'captureBefore'
      | 'processorRef'
      | 'payerSecret'
      | 'pendingReason'
      | 'wish'
      | 'nextCheckAt'
      | 'checkCount'
      | 'leasedUntil'
      | 'updatedAt'
    > &
      MethodColumns
  >,
) =>
  db
    .updateTable('transactions')
    .set(change)
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

export const insertEvents: (db: Db, rows: readonly TransactionEventRow[]) => Promise<unknown> =
  insertMany('transactionEvents', {
    columns: ['merchantId', 'transactionId', 'sequence', 'at', 'type', 'status', 'reason', 'actor'],
  })

export const listEvents = (db: Db, where: { merchantId: string; transactionId: string }) =>
  db
    .selectFrom('transactionEvents')
    .selectAll()
    .where('merchantId', '=', where.merchantId)
    .where('transactionId', '=', where.transactionId)
    .orderBy('sequence')
    .execute()

export async function lastSequence(
  db: Db,
  where: { merchantId: string; transactionId: string },
): Promise<number> {
  const row = await db
    .selectFrom('transactionEvents')
    .select('sequence')
    .where('merchantId', '=', where.merchantId)
    .where('transactionId', '=', where.transactionId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}
