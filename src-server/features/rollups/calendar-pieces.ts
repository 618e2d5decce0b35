import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Db } from '#db/tables.ts'
import type { World } from '../../context.ts'
import type { HasTime } from '../../pieces.ts'
import type { Making } from '../merchants/acting-merchant.ts'
import { localPlace, placeRefs } from './places.queries.ts'
import type { Counted } from './rollups.queries.ts'
import {
  addCustomers,
  addPayments,
  deleteSums,
  ensureTotals,
  rollupTables,
} from './sums.queries.ts'

/**
 * So many rows are gone through before the clock is looked at. On PostgreSQL, where others write meanwhile, a piece
 * costs a dozen round trips whatever is in it: with 500 rows a change takes less than half as long as with 100.
 */
const BATCH: Record<Dialect, number> = { sqlite: 100, postgres: 500 }
const DELETED_AT_ONCE = 500

/** How far a change has come. */
export type Reached = Pick<Making, 'payments' | 'customerId'>

export const FROM_THE_BEGINNING: Reached = { payments: { createdAt: '', id: '' }, customerId: '' }

/** What a change makes: places and sums in a zone, or with no zone lines in a currency alone. */
export type Work = { counted: Counted; timezone: string | null; currency: string }

/**
 * Goes on with a change for as long as there is time. Nobody else may add to the merchant's sums
 * meanwhile. What it has reached is in the calendar with all its sums, and nothing else is. The clock is
 * looked at after full batches alone: what comes between two pieces would otherwise keep a slow database
 * from the end for ever.
 */
export async function advance(
  world: World,
  work: Work,
  reached: Reached,
  hasTime: HasTime,
): Promise<{ reached: Reached; isDone: boolean }> {
  let { payments, customerId } = reached
  while (hasTime()) {
    const customers = await addNextCustomers(world, work, customerId)
    customerId = customers?.id ?? customerId
    if (customers?.isFull) continue
    const next = work.timezone !== null && (await addNextPayments(world, work, payments))
    payments = next ? next.reached : payments
    if (!next || !next.isFull) return { reached: { payments, customerId }, isDone: true }
  }
  return { reached: { payments, customerId }, isDone: false }
}

/**
 * Deletes what a calendar holds for as long as there is time; answers whether it is empty. It always
 * deletes something first, so that it comes to an end however slow the machine is.
 */
export async function clear(db: Db, counted: Counted, hasTime: HasTime): Promise<boolean> {
  // The time begins with the first question.
  hasTime()
  for (const table of rollupTables) {
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
      deleted = await deleteSums(db, table, counted, DELETED_AT_ONCE)
      if (deleted > 0 && !hasTime()) return false
    }
  }
  return true
}

async function addNextCustomers(
  world: World,
  { counted, timezone, currency }: Work,
  after: string,
): Promise<{ id: string; isFull: boolean } | undefined> {
  const batch = BATCH[world.dialect]
  const rows = await world.db
    .selectFrom('customers')
    .select(['id', 'createdAt'])
    .where('merchantId', '=', counted.merchantId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
  const last = rows.at(-1)
  if (!last) return undefined
  const part = { counted, which: sql`id > ${after} and id <= ${last.id}` }
  if (timezone !== null) {
    const [fromAt, toAt] = spanOf(rows)
    const { day } = localPlace(world.dialect, { fromAt, toAt, timezone })
    await addCustomers(world, part, day)
  }
  await ensureTotals(world, part, currency)
  return { id: last.id, isFull: rows.length === batch }
}

function spanOf(rows: readonly { createdAt: string }[]): [string, string] {
  const instants = rows.map(({ createdAt }) => createdAt).toSorted()
  return [instants[0] ?? '', instants.at(-1) ?? '']
}

async function addNextPayments(
  world: World,
  { counted, timezone }: Work,
  after: Reached['payments'],
): Promise<{ reached: Reached['payments']; isFull: boolean } | undefined> {
  const { db, dialect } = world
  const { merchantId, calendar } = counted
  const batch = BATCH[dialect]
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
  const which = sql`(created_at, id) > (${after.createdAt}, ${after.id})
    and (created_at, id) <= (${last.createdAt}, ${last.id})`
  const span = { fromAt: first.createdAt, toAt: last.createdAt, timezone: timezone ?? '' }
  const columns = placeRefs(calendar)
  const place = localPlace(dialect, span)
  await sql`
    update transactions
    set ${columns.day} = ${place.day}, ${columns.weekday} = ${place.weekday}, ${columns.slot} = ${place.slot}
    where merchant_id = ${merchantId} and ${which}`.execute(db)
  await addPayments(world, { counted, which })
  return { reached: last, isFull: rows.length === batch }
}
