import type { Expression, ExpressionBuilder, Insertable, SqlBool, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { PaymentLinkRow } from '#db/tables/link-tables.ts'
import type { Database, Db } from '#db/tables.ts'
import { narrowed } from '#server/core/work/key-range.ts'
import type { LinkRow } from '#server/features/payment-links/links.queries.ts'
import type { Cursor } from '#server/shared/cursor.ts'
import type { AmountKind, LinkSort, LinkStatus } from './payment-link-enums.schema.ts'

/** A filter as the database sees it. `ids` are those that the words of a search have found. */
export type LinkFilter = {
  merchantId: string
  /** The instant at which links have their status. */
  now: string
  areAllPaused: boolean
  status?: LinkStatus | undefined
  amountKind?: AmountKind | undefined
  currency?: string | undefined
  customerId?: string | undefined
  fromInstant?: string | undefined
  beforeInstant?: string | undefined
  ids?: readonly string[] | undefined
}

type Builder = ExpressionBuilder<Database, 'paymentLinks'>

/** As `linkStatus` has it, in the words of both databases. */
const statusAt = ({ now, areAllPaused }: LinkFilter) => sql<LinkStatus>`case
  when closed_at is not null then 'closed'
  when max_uses is not null and payments - failed - lapsed >= max_uses then 'closed'
  when expires_at is not null and expires_at <= ${now} then 'expired'
  when paused_at is not null and (paused_until is null or paused_until > ${now}) then 'paused'
  else ${sql.lit(areAllPaused ? 'paused' : 'active')} end`

function matches(eb: Builder, filter: LinkFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('merchantId', '=', filter.merchantId)]
  for (const column of ['amountKind', 'currency', 'customerId'] as const) {
    const value = filter[column]
    if (value !== undefined) conditions.push(eb(column, '=', value as never))
  }
  if (filter.status) conditions.push(eb(statusAt(filter), '=', filter.status))
  if (filter.fromInstant) conditions.push(eb('createdAt', '>=', filter.fromInstant))
  if (filter.beforeInstant) conditions.push(eb('createdAt', '<', filter.beforeInstant))
  if (filter.ids) conditions.push(eb('id', 'in', [...filter.ids]))
  return eb.and(conditions)
}

export const linkSortColumn = (sort: LinkSort) =>
  sort.replace('-', '') as 'createdAt' | 'title' | 'paid'

export type LinkSlice = {
  sort: LinkSort
  limit: number
  offset?: number
  after?: Pick<Cursor, 'value' | 'id'> | undefined
}

export function listLinks(
  db: Db,
  wanted: LinkFilter,
  { sort, limit, offset = 0, ...ends }: LinkSlice,
): Promise<LinkRow[]> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = linkSortColumn(sort)
  const { filter, after } = narrowed(wanted, { column, direction, ...ends })
  let query = db
    .selectFrom('paymentLinks')
    .selectAll()
    .where((eb) => matches(eb, filter))
    .orderBy(column, direction)
    // The id makes the order total, so rows that share a value are neither skipped nor repeated.
    .orderBy('id', direction)
    .limit(limit)
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.refTuple(column, 'id'),
        direction === 'desc' ? '<' : '>',
        eb.tuple(after.value as never, after.id),
      ),
    )
  }
  return (offset > 0 ? query.offset(offset) : query).execute()
}

/** How many match, up to `limit`. */
export async function countLinks(db: Db, filter: LinkFilter, limit: number): Promise<number> {
  const row = await db
    .selectFrom((some) =>
      some
        .selectFrom('paymentLinks')
        .select('id')
        .where((eb) => matches(eb, filter))
        .limit(limit)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Sums some of the links that match, by status and currency, in the order of their ids after one of them. */
export async function sumSomeLinks(
  db: Db,
  filter: LinkFilter,
  { after, limit }: { after: string; limit: number },
) {
  const rows = await db
    .selectFrom((some) =>
      some
        .selectFrom('paymentLinks')
        .select(['id', 'currency', 'paid', 'paidAmount', statusAt(filter).as('status')])
        .where((eb) => matches(eb, filter))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .as('some'),
    )
    .select(({ fn }) => [
      'status',
      'currency',
      fn.max('id').as('lastId'),
      sql<number>`cast(${fn.countAll()} as bigint)`.as('count'),
      sql<number>`cast(${fn.sum('paid')} as bigint)`.as('paid'),
      sql<number>`cast(${fn.sum('paidAmount')} as bigint)`.as('paidAmount'),
    ])
    .groupBy(['status', 'currency'])
    .execute()
  return rows.map(({ count, paid, paidAmount, ...row }) => ({
    ...row,
    count: Number(count),
    paid: Number(paid),
    paidAmount: Number(paidAmount),
  }))
}

export const insertLink = (db: Db, row: Insertable<PaymentLinkRow>): Promise<LinkRow> =>
  db.insertInto('paymentLinks').values(row).returningAll().executeTakeFirstOrThrow()

export const updateLink = (
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
  change: Updateable<PaymentLinkRow>,
): Promise<LinkRow> =>
  db
    .updateTable('paymentLinks')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
