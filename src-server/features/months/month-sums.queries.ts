import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import { settledCondition } from '#server/features/transactions/settle/settled-amounts.queries.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import { toIso } from '#server/shared/day.ts'

/** Span from the instant `from` (inclusive) to `to` (exclusive). */
export type Instants = { merchantId: string; from: string; to: string }

/** Tables whose rows of a month are too many for one slice of work. */
export type SummedTable = 'balanceEntries' | 'transactions' | 'refunds'

/** Finds the instant right after the `count`-th row of a span; undefined when the span has fewer rows. */
export async function findInstantAfter(
  db: Db,
  table: SummedTable,
  { merchantId, from, to }: Instants,
  count: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select('createdAt')
    .where('merchantId', '=', merchantId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .orderBy('createdAt')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst()
  // A slice ends after all rows of the same instant, so that the next slice begins with later rows.
  return row && toIso(Date.parse(row.createdAt) + 1)
}

/** Sums a column. PostgreSQL would return a number of unlimited size, as text. */
export const bigSum = (column: string) =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

type TakingSum = { name: string; currency: string; count: number; amount: number }

const rowsWithNumbers = <Row extends { count: number; amount: number }>(rows: Row[]): Row[] =>
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
  return rowsWithNumbers(rows)
}

/** An instant, and the first payment id of that instant: payments with a smaller id were stored before. */
export type KnownBefore = { at: string; id: string }

/** Sums the payments of a span that were stored and had succeeded before an instant. */
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
  return rowsWithNumbers(rows)
}

/** Sums the refunds of a span whose last step before an instant was their success. */
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
  return rowsWithNumbers(rows)
}

/** Sums successful payments of a span without a balance entry, at processors whose balance is read. */
export const sumUnsettled = async (db: Db, { merchantId, from, to }: Instants) =>
  rowsWithNumbers(
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
  rowsWithNumbers(
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
  rowsWithNumbers(
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
