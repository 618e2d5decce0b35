import { type Insertable, sql, type Updateable } from 'kysely'
import type { PaymentLinkRow } from '#db/tables/link-tables.ts'
import type { Db } from '#db/tables.ts'
import { buildCondition, inList } from '#server/core/lists/list.queries.ts'
import type {
  ListConditions,
  ListedTable,
  ListFilter,
  ListScope,
} from '#server/core/lists/list-definition.ts'
import type { LinkRow } from './links.queries.ts'
import type { AmountKind, LinkSort, LinkStatus } from './payment-link-enums.schema.ts'

/** Instant for which the status of links is computed. */
export type LinkClock = { now: string; areAllPaused: boolean }

/** Filter of links for the database. */
export type LinkFilter = ListFilter & {
  status?: (LinkClock & { is: LinkStatus }) | undefined
  amountKind?: AmountKind | undefined
  currency?: string | undefined
  customerId?: string | undefined
}

/** Computes the same status as `linkStatus`, in SQL that both databases accept. */
const statusAt = ({ now, areAllPaused }: LinkClock) => sql<LinkStatus>`case
  when closed_at is not null then 'closed'
  when max_uses is not null and payments - failed - lapsed >= max_uses then 'closed'
  when expires_at is not null and expires_at <= ${now} then 'expired'
  when paused_at is not null and (paused_until is null or paused_until > ${now}) then 'paused'
  else ${sql.lit(areAllPaused ? 'paused' : 'active')} end`

/** Conditions in SQL for the filters of a link list. */
export const linkConditions: ListConditions<'paymentLinks', LinkFilter> = {
  status: (eb, { is, ...clock }) => eb(statusAt(clock), '=', is),
  amountKind: 'equal',
  currency: 'equal',
  customerId: 'equal',
}

type SomeLinks = ListScope<LinkFilter> & {
  list: ListedTable<LinkRow, LinkFilter, LinkSort>
  clock: LinkClock
  after: string
  limit: number
}

/** Sums the next `limit` matching links by status and currency. They are read by id, starting behind `after`. */
export async function sumSomeLinks(db: Db, { filter, ids, list, clock, after, limit }: SomeLinks) {
  const rows = await db
    .selectFrom((eb) => {
      const query = eb
        .selectFrom('paymentLinks')
        .select(['id', 'currency', 'paid', 'paidAmount', statusAt(clock).as('status')])
        .where(buildCondition(list, filter) as never)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
      const matching = ids ? query.where('id', 'in', inList(filter.dialect, ids)) : query
      return matching.as('some')
    })
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
