import { type RawBuilder, sql } from 'kysely'
import { hasShards } from '#db/citus/per-merchant.ts'
import type { Dialect } from '#db/portable.ts'
import type { Calendar, Db } from '#db/tables.ts'
import { toIso } from '#server/shared/day.ts'
import { type OffsetPeriod, offsetPeriods } from '#server/shared/zone-offsets.ts'

/**
 * Returns the SQL columns of a row's position: its day, weekday and slot. A merchant has two calendars: one is in use,
 * and a change of time zone or reporting currency builds the other.
 */
export const positionRefs = (calendar: Calendar) =>
  calendar === 0
    ? { day: sql.ref('day'), weekday: sql.ref('weekday'), slot: sql.ref('slot') }
    : { day: sql.ref('day_b'), weekday: sql.ref('weekday_b'), slot: sql.ref('slot_b') }

type LocalTimeSql = {
  day: RawBuilder<string>
  weekday: RawBuilder<number>
  slot: RawBuilder<number>
}

/**
 * Returns SQL for the local day, weekday and six-hour slot of `created_at` in a time zone, for rows between two
 * instants. It adds the zone's offset from UTC, which is constant except when clocks change.
 */
export function localPosition(
  dialect: Dialect,
  { fromAt, toAt, timezone }: { fromAt: string; toAt: string; timezone: string },
): LocalTimeSql {
  const offset = offsetOf(offsetPeriods(Date.parse(fromAt), Date.parse(toAt), timezone))
  if (dialect === 'sqlite') {
    const localTime = (form: string) =>
      sql`strftime(${sql.lit(form)}, created_at, ${offset} || ' seconds')`
    return {
      day: sql`${localTime('%Y-%m-%d')}`,
      weekday: sql`cast(${localTime('%w')} as integer)`,
      slot: sql`cast(${localTime('%H')} as integer) / 6`,
    }
  }
  const localTime = sql`(created_at::timestamptz at time zone 'UTC' + make_interval(secs => ${offset}))`
  return {
    day: sql`to_char(${localTime}, 'YYYY-MM-DD')`,
    weekday: sql`extract(dow from ${localTime})::integer`,
    slot: sql`extract(hour from ${localTime})::integer / 6`,
  }
}

/** Returns SQL for the offset in seconds, by `created_at`. */
function offsetOf([first, ...later]: OffsetPeriod[]): RawBuilder<number> {
  if (!first) throw new Error('a zone has an offset at every instant')
  const newestFirst = later.toReversed()
  if (newestFirst.length === 0) return sql`${sql.lit(first.offsetS)}`
  const cases = newestFirst.map(
    ({ fromMs, offsetS }) =>
      sql`when created_at >= ${sql.lit(toIso(fromMs))} then ${sql.lit(offsetS)}`,
  )
  return sql`(case ${sql.join(cases, sql` `)} else ${sql.lit(first.offsetS)} end)`
}

type PositionUpdate = {
  table: 'transactions' | 'refunds'
  merchantId: string
  condition: RawBuilder<unknown>
  set: readonly (readonly [column: RawBuilder<unknown>, value: RawBuilder<unknown>])[]
}

/**
 * Stores the positions of rows. On a database with shards, an update cannot compute time zones. So its `with` clause
 * computes the positions first.
 */
export async function storePositions(
  db: Db,
  { table, merchantId, condition, set }: PositionUpdate,
): Promise<void> {
  const rows = sql`merchant_id = ${merchantId} and ${condition}`
  const name = sql.table(table)
  if (!(await hasShards(db))) {
    const changes = set.map(([column, value]) => sql`${column} = ${value}`)
    await sql`update ${name} set ${sql.join(changes)} where ${rows}`.execute(db)
    return
  }
  const read = set.map(([column, value]) => sql`${value} as ${column}`)
  const changes = set.map(([column]) => sql`${column} = placed.${column}`)
  await sql`
    with placed as materialized (select id, ${sql.join(read)} from ${name} where ${rows})
    update ${name} set ${sql.join(changes)} from placed
    where ${name}.merchant_id = ${merchantId} and ${name}.id = placed.id`.execute(db)
}
