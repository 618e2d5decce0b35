import { sql } from 'kysely'
import type { EntryType } from '#db/tables/balance-tables.ts'
import type { Db } from '#db/tables.ts'
import { settledCondition } from '#server/features/transactions/settle/settled-amounts.queries.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'

/** Instants from the first to before the second. */
export type Instants = { merchantId: string; from: string; to: string }

/** Entries that were recorded within these times; the first is excluded, the second as well. */
export type RecordingSpan = { after?: string | undefined; before?: string | undefined }

export type EntrySum = {
  type: EntryType
  processor: string
  currency: string
  count: number
  /** Number of entries with a cost. */
  costCount: number
  amount: number
  fee: number
}

const bigSum = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/** Sums entries of some time by type, processor and currency. */
export async function sumEntriesOf(
  db: Db,
  { merchantId, from, to }: Instants,
  { after, before }: RecordingSpan,
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
  if (after !== undefined) query = query.where('recordedAt', '>', after)
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
  { after, before }: RecordingSpan,
) {
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
  if (after !== undefined) query = query.where('e.recordedAt', '>', after)
  if (before !== undefined) query = query.where('e.recordedAt', '<', before)
  return (await query.execute()).map((row) => ({
    ...row,
    count: Number(row.count),
    amount: Number(row.amount),
  }))
}

/** Finds the earliest entry before an instant that was recorded after another; undefined without one. */
export async function findEarliestLate(
  db: Db,
  { merchantId, before, after }: { merchantId: string; before: string; after: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('balanceEntries')
    .select(({ fn }) => fn.min<string | null>('createdAt').as('first'))
    .where('merchantId', '=', merchantId)
    .where('recordedAt', '>', after)
    .where('createdAt', '<', before)
    .executeTakeFirst()
  return row?.first ?? undefined
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

type TakingSum = { name: string; currency: string; count: number; amount: number }

const numbered = <Row extends { count: number; amount: number }>(rows: Row[]): Row[] =>
  rows.map((row) => ({ ...row, count: Number(row.count), amount: Number(row.amount) }))

const rollups = { gross: 'rollupDays', refunds: 'rollupRefundDays' } as const

/** Sums payments, or refunds, of the days before a day by month, from the stored sums by day. */
export async function sumMonthsBefore(
  db: Db,
  section: keyof typeof rollups,
  { merchantId, calendar, before }: MerchantCalendar & { before: string },
): Promise<(TakingSum & { subject: string })[]> {
  const rows = await db
    .selectFrom(rollups[section])
    .select([
      sql<string>`substr(day, 1, 7)`.as('subject'),
      'paymentMethod as name',
      'currency',
      bigSum('count').as('count'),
      bigSum('amount').as('amount'),
    ])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('status', '=', 'success')
    .where('day', '<', before)
    .groupBy([sql`substr(day, 1, 7)`, 'paymentMethod', 'currency'])
    .execute()
  return numbered(rows)
}

/** An instant, and the first payment id of that instant: payments with a smaller id were stored before. */
export type KnownBefore = { at: string; id: string }

/** Sums the payments of some time that were stored and had succeeded before an instant. */
export async function sumPaymentsKnown(
  db: Db,
  { merchantId, from, to }: Instants,
  known: KnownBefore,
): Promise<TakingSum[]> {
  const rows = await db
    .selectFrom('transactions')
    .select([
      'paymentMethod as name',
      'currency',
      sql<number>`cast(count(*) as bigint)`.as('count'),
      bigSum('amount').as('amount'),
    ])
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'success')
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .where('settledAt', '<', known.at)
    .where('id', '<', known.id)
    .groupBy(['paymentMethod', 'currency'])
    .execute()
  return numbered(rows)
}

/** Sums the refunds of some time whose last step before an instant was their success. */
export async function sumRefundsKnown(
  db: Db,
  { merchantId, from, to }: Instants,
  known: KnownBefore,
): Promise<TakingSum[]> {
  const rows = await db
    .selectFrom('refunds')
    .select([
      'paymentMethod as name',
      'currency',
      sql<number>`cast(count(*) as bigint)`.as('count'),
      bigSum('amount').as('amount'),
    ])
    .where('merchantId', '=', merchantId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .where(
      sql<boolean>`(select e.status from refund_events e
        where e.merchant_id = refunds.merchant_id and e.refund_id = refunds.id
          and e.at < ${known.at}
        order by e.sequence desc limit 1) = 'success'`,
    )
    .groupBy(['paymentMethod', 'currency'])
    .execute()
  return numbered(rows)
}

/** Sums successful payments of some time without an entry, at processors whose balance is read. */
export const sumUnsettled = async (db: Db, { merchantId, from, to }: Instants) =>
  numbered(
    await db
      .selectFrom('transactions')
      .select([
        'currency',
        sql<number>`cast(count(*) as bigint)`.as('count'),
        bigSum('amount').as('amount'),
      ])
      .where('merchantId', '=', merchantId)
      .where('createdAt', '>=', from)
      .where('createdAt', '<', to)
      .where((eb) => settledCondition(eb, 'false'))
      .groupBy('currency')
      .execute(),
  )

/** Sums the disputes that were opened before an instant and are not decided, by state. */
export const sumOpenDisputes = async (
  db: Db,
  { merchantId, before }: { merchantId: string; before: string },
) =>
  numbered(
    await db
      .selectFrom('disputes')
      .select([
        'state as kind',
        'currency',
        sql<number>`cast(count(*) as bigint)`.as('count'),
        bigSum('amount').as('amount'),
      ])
      .where('merchantId', '=', merchantId)
      .where('state', 'in', ['needs_response', 'under_review'])
      .where('createdAt', '<', before)
      .groupBy(['state', 'currency'])
      .execute(),
  )

/** Sums the refunds that were made before an instant and are not final. */
export const sumPendingRefunds = async (
  db: Db,
  { merchantId, before }: { merchantId: string; before: string },
) =>
  numbered(
    await db
      .selectFrom('refunds')
      .select([
        'currency',
        sql<number>`cast(count(*) as bigint)`.as('count'),
        bigSum('amount').as('amount'),
      ])
      .where('merchantId', '=', merchantId)
      .where('status', '=', 'pending')
      .where('createdAt', '<', before)
      .groupBy('currency')
      .execute(),
  )
