import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { DialectDb } from '#db/tables.ts'
import type { CalendarChange } from '#server/core/merchant.ts'
import { localPosition, positionRefs, storePositions } from './calendar-positions.queries.ts'
import type { MerchantCalendar } from './rollups.queries.ts'
import { addCustomers, addPayments, addRefunds, ensureTotals } from './sums.queries.ts'

/**
 * Number of rows that a change of time zone or currency processes at once. It is small on SQLite, where the writing
 * thread processes them. On PostgreSQL a batch costs a dozen round trips, whatever its size. With 500 rows a change
 * takes less than half as long as with 100. Payments of the merchant wait for each batch, so a slow database gets
 * smaller batches.
 */
export class Batch {
  /** Intended duration of a batch. */
  static readonly AIM_MS = 100
  static readonly #bounds: Record<Dialect, { least: number; most: number }> = {
    sqlite: { least: 100, most: 100 },
    postgres: { least: 100, most: 500 },
  }
  readonly #least: number
  readonly #most: number
  rows: number

  constructor(dialect: Dialect) {
    const { least, most } = Batch.#bounds[dialect]
    this.#least = least
    this.#most = most
    this.rows = Math.round((least + most) / 2)
  }

  /**
   * Adapts the number of rows to the duration of the last full batch. It at most doubles each time: a pause of the
   * database must not be followed by a long batch.
   */
  adapt(tookMs: number): void {
    const wanted = this.rows * Math.min(2, Batch.AIM_MS / Math.max(tookMs, 1))
    this.rows = Math.round(Math.min(this.#most, Math.max(this.#least, wanted)))
  }
}

/** The last payment, customer and refund that a change of time zone or currency has processed. */
export type CalendarProgress = Pick<CalendarChange, 'payments' | 'customerId' | 'refundId'>

/**
 * Task of a change: builds a calendar in a time zone, with the customers' totals in a currency. With `timezone` null,
 * only these totals are added.
 */
export type CalendarWork = {
  /** The calendar whose sums are built. */
  target: MerchantCalendar
  timezone: string | null
  currency: string
  batch: Batch
}

/**
 * Adds the next batch of customers after an id to a calendar's sums. Returns the batch's last id and whether the batch
 * was full; undefined when no customer is left.
 */
export async function addNextCustomers(
  world: DialectDb,
  { target, timezone, currency, batch: { rows: batch } }: CalendarWork,
  after: string,
): Promise<{ id: string; isFull: boolean } | undefined> {
  const rows = await world.db
    .selectFrom('customers')
    .select(['id', 'createdAt'])
    .where('merchantId', '=', target.merchantId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
  const last = rows.at(-1)
  if (!last) return undefined
  const part = { target, condition: sql`id > ${after} and id <= ${last.id}` }
  if (timezone !== null) {
    const [fromAt, toAt] = spanOf(rows)
    const { day } = localPosition(world.dialect, { fromAt, toAt, timezone })
    await addCustomers(world, part, day)
  }
  await ensureTotals(world, part, currency)
  return { id: last.id, isFull: rows.length === batch }
}

function spanOf(rows: readonly { createdAt: string }[]): [string, string] {
  const instants = rows.map(({ createdAt }) => createdAt).toSorted()
  return [instants[0] ?? '', instants.at(-1) ?? '']
}

/**
 * Adds the next batch of refunds after an id to a calendar's sums, and stores their days. Returns the batch's last id
 * and whether the batch was full; undefined when no refund is left.
 */
export async function addNextRefunds(
  world: DialectDb,
  { target, timezone, batch: { rows: batch } }: CalendarWork,
  after: string,
): Promise<{ id: string; isFull: boolean } | undefined> {
  const { db, dialect } = world
  const { merchantId, calendar } = target
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'createdAt'])
    .where('merchantId', '=', merchantId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
  const last = rows.at(-1)
  if (!last) return undefined
  const condition = sql`id > ${after} and id <= ${last.id}`
  const [fromAt, toAt] = spanOf(rows)
  const { day } = localPosition(dialect, { fromAt, toAt, timezone: timezone ?? '' })
  await storePositions(db, {
    table: 'refunds',
    merchantId,
    condition,
    set: [[positionRefs(calendar).day, day]],
  })
  await addRefunds(world, { target, condition })
  return { id: last.id, isFull: rows.length === batch }
}

/**
 * Adds the next batch of payments to a calendar's sums, in the order of their creation, and stores their days, weekdays
 * and slots. Returns the batch's last payment and whether the batch was full; undefined when no payment is left.
 */
export async function addNextPayments(
  world: DialectDb,
  { target, timezone, batch: { rows: batch } }: CalendarWork,
  after: CalendarProgress['payments'],
): Promise<{ reached: CalendarProgress['payments']; isFull: boolean } | undefined> {
  const { db, dialect } = world
  const { merchantId, calendar } = target
  const rows = await db
    .selectFrom('transactions')
    .select(['createdAt', 'id'])
    .where('merchantId', '=', merchantId)
    .where((eb) => eb(eb.refTuple('createdAt', 'id'), '>', eb.tuple(after.createdAt, after.id)))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(batch)
    .execute()
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return undefined
  // The first line repeats the condition for the instants alone. For the pairs, PostgreSQL estimates that a quarter of
  // all payments match, and would read the whole table for each batch.
  const condition = sql`created_at >= ${first.createdAt} and created_at <= ${last.createdAt}
    and (created_at, id) > (${after.createdAt}, ${after.id})
    and (created_at, id) <= (${last.createdAt}, ${last.id})`
  const span = { fromAt: first.createdAt, toAt: last.createdAt, timezone: timezone ?? '' }
  const columns = positionRefs(calendar)
  const position = localPosition(dialect, span)
  await storePositions(db, {
    table: 'transactions',
    merchantId,
    condition,
    set: [
      [columns.day, position.day],
      [columns.weekday, position.weekday],
      [columns.slot, position.slot],
    ],
  })
  await addPayments(world, { target, condition })
  return { reached: last, isFull: rows.length === batch }
}
