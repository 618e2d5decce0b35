import { sql } from 'kysely'
import { insertMany } from '#db/many-rows.ts'
import type { ClosedMonthLineRow, ClosedMonthRow } from '#db/tables/month-tables.ts'
import type { Db } from '#db/tables.ts'
import type { MonthLine } from './months.rules.ts'

type MonthRef = { merchantId: string; month: string }

/** Lists the closed months, the newest first. */
export const listClosedMonths = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('closedMonths')
    .select(['month', 'closedAt', 'hash'])
    .where('merchantId', '=', merchantId)
    .orderBy('month', 'desc')
    .execute()

export const findClosedMonth = (
  db: Db,
  { merchantId, month }: MonthRef,
): Promise<ClosedMonthRow | undefined> =>
  db
    .selectFrom('closedMonths')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('month', '=', month)
    .executeTakeFirst()

const lineColumns = [
  'section',
  'subject',
  'day',
  'name',
  'kind',
  'currency',
  'count',
  'amount',
] as const

const withNumbers = <Row extends { count: number; amount: number }>(row: Row): Row => ({
  ...row,
  count: Number(row.count),
  amount: Number(row.amount),
})

/** Lists the frozen lines of a closed month, in their order. */
export async function listFrozenLines(
  db: Db,
  { merchantId, month }: MonthRef,
): Promise<MonthLine[]> {
  const rows = await db
    .selectFrom('closedMonthRows')
    .select(lineColumns)
    .where('merchantId', '=', merchantId)
    .where('month', '=', month)
    .orderBy('position')
    .execute()
  return rows.map(withNumbers)
}

/** Sums the frozen payments and refunds of all closed months by the month that they are about. */
export async function sumFrozenTakings(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<MonthLine[]> {
  const rows = await db
    .selectFrom('closedMonthRows')
    .select([
      'section',
      'subject',
      'name',
      'kind',
      'currency',
      sql<number>`cast(sum(count) as bigint)`.as('count'),
      sql<number>`cast(sum(amount) as bigint)`.as('amount'),
    ])
    .where('merchantId', '=', merchantId)
    .where('section', 'in', ['gross', 'refunds'])
    .groupBy(['section', 'subject', 'name', 'kind', 'currency'])
    .execute()
  return rows.map((row) => ({ ...withNumbers(row), day: null }))
}

/** Inserts a closed month. Returns false when another request has already closed it. */
export async function insertClosedMonth(db: Db, row: ClosedMonthRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('closedMonths')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const insertFrozenLines: (db: Db, rows: readonly ClosedMonthLineRow[]) => Promise<unknown> =
  insertMany('closedMonthRows', {
    columns: ['merchantId', 'month', 'position', ...lineColumns],
  })

/** Lists some closed months of all merchants after a given month, for the check of their hashes. */
export const listMonthsAfter = (
  db: Db,
  after: { merchantId: string; month: string } | undefined,
  limit: number,
): Promise<ClosedMonthRow[]> => {
  const query = db
    .selectFrom('closedMonths')
    .selectAll()
    .orderBy('merchantId')
    .orderBy('month')
    .limit(limit)
  if (!after) return query.execute()
  const { merchantId, month } = after
  return query
    .where((eb) =>
      eb.or([
        eb('merchantId', '>', merchantId),
        eb.and([eb('merchantId', '=', merchantId), eb('month', '>', month)]),
      ]),
    )
    .execute()
}
