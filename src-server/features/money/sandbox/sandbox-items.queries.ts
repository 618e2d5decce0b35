import { sql } from 'kysely'
import { deleteMany, insertMany } from '#db/many-rows.ts'
import type { SandboxOpenItemRow } from '#db/tables/balance-tables.ts'
import type { Db, DialectDb } from '#db/tables.ts'
import { inList } from '#server/core/lists/list.queries.ts'
import type { SandboxDispute, SandboxPayment, SandboxRefund } from './sandbox-entries.rules.ts'

/** Position of a row in the order of creation. */
export type Position = { createdAt: string; id: string }

type Range = { merchantId: string; after: Position; before: string; limit: number }

const paymentColumns = [
  'id',
  'transactionId',
  'status',
  'amount',
  'currency',
  'paymentMethod',
  'processor',
  'createdAt',
  'settledAt',
] as const

const hasSucceeded = sql<number>`case when exists (
  select 1 from refund_events e where e.merchant_id = refunds.merchant_id
    and e.refund_id = refunds.id and e.status = 'success') then 1 else 0 end`.as('hasSucceeded')

const refundColumns = [
  'id',
  'transactionId',
  'reference',
  'status',
  'amount',
  'currency',
  'processor',
  'nextCheckAt',
  'createdAt',
  'updatedAt',
  'settledAt',
] as const

const withBoolean = <Row extends { hasSucceeded: number }>({
  hasSucceeded: count,
  ...row
}: Row) => ({
  ...row,
  hasSucceeded: Number(count) === 1,
})

/** Returns the payments created after a position and before an instant, oldest first. */
export const listPayments = (
  db: Db,
  { merchantId, after, before, limit }: Range,
): Promise<SandboxPayment[]> =>
  db
    .selectFrom('transactions')
    .select(paymentColumns)
    .where('merchantId', '=', merchantId)
    .where((eb) => eb(eb.refTuple('createdAt', 'id'), '>', eb.tuple(after.createdAt, after.id)))
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the refunds created after a position and before an instant, oldest first. */
export async function listRefunds(
  db: Db,
  { merchantId, after, before, limit }: Range,
): Promise<SandboxRefund[]> {
  const rows = await db
    .selectFrom('refunds')
    .select([...refundColumns, hasSucceeded])
    .where('merchantId', '=', merchantId)
    .where((eb) => eb(eb.refTuple('createdAt', 'id'), '>', eb.tuple(after.createdAt, after.id)))
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(withBoolean)
}

type Ids = { merchantId: string; ids: readonly string[] }

export const findPayments = (
  { db, dialect }: DialectDb,
  { merchantId, ids }: Ids,
): Promise<SandboxPayment[]> =>
  db
    .selectFrom('transactions')
    .select(paymentColumns)
    .where('merchantId', '=', merchantId)
    .where('id', 'in', inList(dialect, ids))
    .execute()

export async function findRefunds(
  { db, dialect }: DialectDb,
  { merchantId, ids }: Ids,
): Promise<SandboxRefund[]> {
  const rows = await db
    .selectFrom('refunds')
    .select([...refundColumns, hasSucceeded])
    .where('merchantId', '=', merchantId)
    .where('id', 'in', inList(dialect, ids))
    .execute()
  return rows.map(withBoolean)
}

/** Returns disputes, each with the time of its first event as more than a warning or an inquiry. */
export const findDisputes = (
  { db, dialect }: DialectDb,
  { merchantId, ids }: Ids,
): Promise<SandboxDispute[]> =>
  db
    .selectFrom('disputes')
    .select([
      'id',
      'transactionId',
      'kind',
      'status',
      'amount',
      'currency',
      'fee',
      'reference',
      'processor',
      'closedAt',
      'updatedAt',
      sql<string | null>`(select min(e.at) from dispute_events e
        where e.merchant_id = disputes.merchant_id and e.dispute_id = disputes.id
          and e.state not in ('warning', 'inquiry'))`.as('withdrawnAt'),
    ])
    .where('merchantId', '=', merchantId)
    .where('id', 'in', inList(dialect, ids))
    .orderBy('id')
    .execute()

const itemKey = ['merchantId', 'kind', 'objectId'] as const

/** Stores payments and refunds that may still change, or the time of their next check. */
export const putOpenItems: (
  db: Db,
  rows: readonly (Omit<SandboxOpenItemRow, 'checkCount'> & { checkCount: number })[],
) => Promise<unknown> = insertMany('sandboxOpenFacts', {
  columns: [...itemKey, 'checkAt', 'checkCount'],
  onConflict: { key: itemKey, set: ['checkAt', 'checkCount'] },
})

export const deleteOpenItems: (
  db: Db,
  rows: readonly Pick<SandboxOpenItemRow, (typeof itemKey)[number]>[],
) => Promise<unknown> = deleteMany('sandboxOpenFacts', { by: itemKey })

/** Returns payments and refunds whose next check is due, the longest due first. */
export const listDueItems = (
  db: Db,
  { merchantId, now, limit }: { merchantId: string; now: string; limit: number },
) =>
  db
    .selectFrom('sandboxOpenFacts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('checkAt', '<=', now)
    .orderBy('checkAt')
    .limit(limit)
    .execute()

export const findNextCheck = (
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<{ checkAt: string } | undefined> =>
  db
    .selectFrom('sandboxOpenFacts')
    .select('checkAt')
    .where('merchantId', '=', merchantId)
    .orderBy('checkAt')
    .limit(1)
    .executeTakeFirst()

/** A merchant in test mode, with its balance account in the sandbox if it has one. */
export type TestModeMerchant = {
  merchantId: string
  id: string | null
  dueAt: string | null
  hasUnread: number
}

const hasChangedDispute = (now: string) => sql`exists (
  select 1 from sandbox_open_facts f
  where f.merchant_id = m.id and f.check_at <= ${now} and f.kind = 'dispute')`

/** An id after every other, for a range without an end. */
const LAST_ID = '~'

/**
 * Returns the next merchants in test mode by id, and whether each has unread payments or refunds created before an
 * instant, or a changed dispute. At most `limit` merchants are examined, each by two index searches.
 */
export async function listMerchantsInTestMode(
  { db, dialect }: DialectDb,
  { after, before, now, limit }: { after: string; before: string; now: string; limit: number },
): Promise<{ merchants: TestModeMerchant[]; upTo: string | undefined }> {
  const ids = await db
    .selectFrom('merchants')
    .select('id')
    .where('id', '>', after)
    .where('mode', '=', 'test')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (ids.length === 0) return { merchants: [], upTo: undefined }
  const upTo = ids.at(-1)?.id ?? LAST_ID
  const isUnread = (table: 'transactions' | 'refunds', column: string) => sql`exists (
    select 1 from ${sql.table(table)} t where t.merchant_id = m.id and t.created_at < ${before}
      and t.created_at >= coalesce(substr(a.${sql.raw(column)}, 1, 24), '')
      and (t.created_at, t.id) >
        (coalesce(substr(a.${sql.raw(column)}, 1, 24), ''), coalesce(substr(a.${sql.raw(column)}, 26), '')))`
  const merchants = await db
    .selectFrom('merchants as m')
    .leftJoin('balanceAccounts as a', (join) =>
      join.onRef('a.merchantId', '=', 'm.id').on('a.processor', '=', 'sandbox'),
    )
    .select([
      'm.id as merchantId',
      'a.id',
      'a.dueAt',
      sql<number>`case when ${isUnread('transactions', 'payment_position')}
        or ${isUnread('refunds', 'refund_position')}
        or ${hasChangedDispute(now)} then 1 else 0 end`.as('hasUnread'),
    ])
    .where(
      'm.id',
      'in',
      inList(
        dialect,
        ids.map(({ id }) => id),
      ),
    )
    .execute()
  return { merchants, upTo: ids.length < limit ? undefined : upTo }
}
