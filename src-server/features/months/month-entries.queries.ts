import { sql } from 'kysely'
import type { BalanceEntryRow } from '#db/tables/balance-tables.ts'
import type { Db } from '#db/tables.ts'
import type { DisputeSum, EntrySum } from './month-entries.rules.ts'
import { bigSum, type Instants } from './month-sums.queries.ts'

/** Limits entries to those that were recorded before an instant. */
export type RecordedBefore = { before?: string | undefined }

/** Sums the entries of a span by type, processor and currency. */
export async function sumEntriesOf(
  db: Db,
  { merchantId, from, to }: Instants,
  { before }: RecordedBefore,
): Promise<EntrySum[]> {
  let query = db
    .selectFrom('balanceEntries')
    .select([
      'type',
      'processor',
      'currency',
      sql<number>`cast(count(*) as bigint)`.as('count'),
      bigSum('amount').as('amount'),
      bigSum('fee').as('fee'),
      sql<number>`cast(sum(case when fee <> 0 or type = 'fee' then 1 else 0 end) as bigint)`.as(
        'costCount',
      ),
    ])
    .where('merchantId', '=', merchantId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .groupBy(['type', 'processor', 'currency'])
  if (before !== undefined) query = query.where('recordedAt', '<', before)
  return (await query.execute()).map((row) => ({
    ...row,
    count: Number(row.count),
    amount: Number(row.amount),
    fee: Number(row.fee),
    costCount: Number(row.costCount),
  }))
}

const disputeTypes = ['dispute', 'dispute_reversal'] as const

/** Sums the money that disputes took, less what came back, by payment method and the currency of the payment. */
export async function sumDisputesOf(
  db: Db,
  { merchantId, from, to }: Instants,
  { before }: RecordedBefore,
): Promise<DisputeSum[]> {
  let query = db
    .selectFrom('balanceEntries as e')
    .leftJoin('transactions as t', (join) =>
      join.onRef('t.merchantId', '=', 'e.merchantId').onRef('t.id', '=', 'e.transactionId'),
    )
    .select([
      sql<string>`coalesce(t.payment_method, '')`.as('name'),
      sql<string>`coalesce(e.original_currency, e.currency)`.as('currency'),
      sql<number>`cast(sum(case when e.type = 'dispute' then 1 else 0 end) as bigint)`.as('count'),
      sql<number>`cast(-sum(coalesce(e.original_amount, e.amount)) as bigint)`.as('amount'),
    ])
    .where('e.merchantId', '=', merchantId)
    .where('e.type', 'in', [...disputeTypes])
    .where('e.createdAt', '>=', from)
    .where('e.createdAt', '<', to)
    .groupBy([sql`coalesce(t.payment_method, '')`, sql`coalesce(e.original_currency, e.currency)`])
  if (before !== undefined) query = query.where('e.recordedAt', '<', before)
  return (await query.execute()).map((row) => ({
    ...row,
    count: Number(row.count),
    amount: Number(row.amount),
  }))
}

/** Finds the time of a merchant's first entry. */
export async function findFirstEntry(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('balanceEntries')
    .select('createdAt')
    .where('merchantId', '=', merchantId)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

/** Entries that were recorded after the instant `after` and, when it is given, before the instant `before`. */
export type Recordings = RecordedBefore & { after: string }

/** Columns of an entry from which lines of a month are made. A dispute's money is in the currency of its payment. */
export type RecordedEntry = Pick<
  BalanceEntryRow,
  | 'id'
  | 'recordedAt'
  | 'createdAt'
  | 'type'
  | 'processor'
  | 'currency'
  | 'amount'
  | 'fee'
  | 'originalCurrency'
  | 'originalAmount'
> & { paymentMethod: string | null }

/**
 * Lists the entries that were recorded in a span, in the order of recording; `last` is the last entry of the page
 * before.
 */
export function listRecorded(
  db: Db,
  { merchantId, after, before }: Recordings & { merchantId: string },
  { last, limit }: { last: RecordedEntry | undefined; limit: number },
): Promise<RecordedEntry[]> {
  let query = db
    .selectFrom('balanceEntries as e')
    .leftJoin('transactions as t', (join) =>
      join
        .onRef('t.merchantId', '=', 'e.merchantId')
        .onRef('t.id', '=', 'e.transactionId')
        .on('e.type', 'in', [...disputeTypes]),
    )
    .select([
      'e.id',
      'e.recordedAt',
      'e.createdAt',
      'e.type',
      'e.processor',
      'e.currency',
      'e.amount',
      'e.fee',
      'e.originalCurrency',
      'e.originalAmount',
      't.paymentMethod',
    ])
    .where('e.merchantId', '=', merchantId)
    .orderBy('e.recordedAt')
    .orderBy('e.createdAt')
    .orderBy('e.id')
    .limit(limit)
  query = last
    ? query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('e.recordedAt', 'e.createdAt', 'e.id'),
          '>',
          tuple(last.recordedAt, last.createdAt, last.id),
        ),
      )
    : query.where('e.recordedAt', '>', after)
  if (before !== undefined) query = query.where('e.recordedAt', '<', before)
  return query.execute()
}

/**
 * Counts the entries that were recorded until an instant. Subtracts the later entries from the stored total, so that
 * only the later entries are read.
 */
export async function countRecordedUntil(
  db: Db,
  { merchantId, until }: { merchantId: string; until: string },
): Promise<number> {
  // Both counts are of the same moment, because a single statement reads them.
  const row = await db
    .selectFrom('balanceTotals')
    .select([
      sql<number>`cast(coalesce(sum(count), 0) as bigint) - (
        select count(*) from balance_entries
        where merchant_id = ${merchantId} and recorded_at > ${until})`.as('count'),
    ])
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
