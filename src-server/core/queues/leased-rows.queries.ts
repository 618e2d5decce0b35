import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Database, Db } from '#db/tables.ts'

/** A table, or a part of it, whose rows become due and are leased by one process at a time. */
export type LeasedTable<Row> = {
  table: keyof Database
  /** Column of the time at which a row becomes due; null in rows that are not in the queue. */
  due: keyof Row & string
  /** Column of the time until which a process leases the row. */
  lease: keyof Row & string
  /** Condition of the queue's index, in addition to the row being due. */
  indexed?: RawBuilder<boolean>
}

/**
 * A leased table whose rows have a concurrency key, such as the id of a processor account. Rows with the same key share
 * a concurrency limit.
 */
export type KeyedTable<Row> = LeasedTable<Row> & {
  /** Columns of the concurrency key: the first column that is not null counts. */
  concurrencyKey: readonly [keyof Row & string, ...(keyof Row & string)[]]
}

const keyExpression = <Row>({ concurrencyKey }: KeyedTable<Row>) =>
  concurrencyKey.length === 1
    ? sql.ref<string>(concurrencyKey[0])
    : sql<string>`coalesce(${sql.join(concurrencyKey.map((column) => sql.ref(column)))})`

/** Times of a lease as ISO-8601: when it begins, and when it expires. */
export type LeaseTimes = { now: string; leasedUntil: string }

/** Keys of a row, and its concurrency key. */
export type QueuedRow = { merchantId: string; id: string; concurrencyKey: string }

// Kysely types a statement by its table. These statements serve all tables, with the types of `transactions`;
// `LeasedTable` checks that a queue's columns exist in its own table.
type Names = { table: 'transactions'; due: 'nextCheckAt'; lease: 'leasedUntil' }
const namesOf = <Row>({ table, due, lease }: LeasedTable<Row>) =>
  ({ table, due, lease }) as unknown as Names

/** Returns the SQL condition for rows that are due and that no process leases. */
export function isDue<Row>({ due, lease, indexed }: LeasedTable<Row>, now: string) {
  const [dueAt, leasedUntil] = [sql.ref(due), sql.ref(lease)]
  const indexCondition = indexed ? sql`and ${indexed}` : sql``
  return sql<boolean>`(${dueAt} <= ${now} and (${leasedUntil} is null or ${leasedUntil} <= ${now}) ${indexCondition})`
}

/**
 * Lists due rows of all merchants that no process leases, the longest due first. Rows with a concurrency key in `busy`
 * are left out.
 */
export function listDue<Row>(
  db: Db,
  queue: KeyedTable<Row>,
  { now, busy, limit }: { now: string; busy: readonly string[]; limit: number },
): Promise<QueuedRow[]> {
  const { table, due } = namesOf(queue)
  const query = db
    .selectFrom(table)
    .select(['merchantId', 'id', keyExpression(queue).as('concurrencyKey')])
    .where(isDue(queue, now))
    .orderBy(due)
    .limit(limit)
  return (
    busy.length > 0 ? query.where(keyExpression(queue), 'not in', [...busy]) : query
  ).execute()
}

/** Leases a row and returns it; undefined when the row is no longer due or another process has leased it. */
export const leaseRow = <Row>(
  db: Db,
  queue: KeyedTable<Row>,
  { merchantId, id }: QueuedRow,
  { now, leasedUntil }: LeaseTimes,
): Promise<Row | undefined> =>
  db
    .updateTable(namesOf(queue).table)
    .set(namesOf(queue).lease, leasedUntil)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where(isDue(queue, now))
    .returningAll()
    .executeTakeFirst() as Promise<Row | undefined>

type Batch<Column> = LeaseTimes & {
  dialect: Dialect
  /** Null for rows that belong to no merchant. */
  merchantId: string | null
  limit: number
  columns: readonly Column[]
  /** Counts the lease in `attempts`. */
  countsAttempts?: boolean
}

/** Leases due rows of one merchant that no process leases, the longest due first; at most `limit`. */
export async function leaseRows<Row, Column extends keyof Row & string>(
  db: Db,
  queue: LeasedTable<Row>,
  batch: Batch<Column>,
): Promise<Pick<Row, Column>[]> {
  return (await leaseRowsQuery(db, queue, batch).execute()) as unknown as Pick<Row, Column>[]
}

/** Returns the statement of `leaseRows`, for a caller that runs several statements together. */
export function leaseRowsQuery<Row, Column extends keyof Row & string>(
  db: Db,
  queue: LeasedTable<Row>,
  { dialect, merchantId, now, leasedUntil, limit, columns, countsAttempts }: Batch<Column>,
) {
  const { table, due, lease } = namesOf(queue)
  const merchantOperator = merchantId === null ? 'is' : '='
  return (
    db
      // PostgreSQL may run a subquery again for each row, and would then lease more than `limit`.
      .with(
        (cte) => cte('due').materialized(),
        (eb) =>
          eb
            .selectFrom(table)
            .select('id')
            .where('merchantId', merchantOperator, merchantId)
            .where(isDue(queue, now))
            .orderBy(due)
            .limit(limit)
            // Another process skips locked rows instead of waiting for them.
            .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .updateTable(table)
      .set(lease, leasedUntil)
      .$if(countsAttempts === true, (query) =>
        query.set('attempts' as 'checkCount', sql`attempts + 1`),
      )
      .where('merchantId', merchantOperator, merchantId)
      .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
      .returning(columns as unknown as readonly 'id'[])
  )
}

/**
 * Ends all leases of a queue. Only for SQLite, when a process starts: the remaining leases belong to the process that
 * died.
 */
export const releaseRows = <Row>(db: Db, queue: LeasedTable<Row>): Promise<unknown> => {
  const { table, due, lease } = namesOf(queue)
  const query = db
    .updateTable(table)
    .set(lease, null)
    .where(due, 'is not', null)
    .where(lease, 'is not', null)
  return (queue.indexed ? query.where(queue.indexed) : query).execute()
}
