import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/**
 * A rate limit as a token bucket: each caller has a bucket of `burst` tokens, which refills by `rate` tokens a second.
 * From a bucket in the database, a process takes `lease` tokens at once.
 */
export type RateLimit = Readonly<{
  name: 'key' | 'session' | 'address' | 'model'
  rate: number
  burst: number
  lease: number
}>

/** Returns an SQL expression for the database's time in epoch milliseconds. */
export type DatabaseClock = () => RawBuilder<number>

type BucketDraw = {
  name: string
  at: RawBuilder<number>
  limit: Pick<RateLimit, 'rate' | 'burst' | 'lease'>
}

/**
 * Refills the bucket for the elapsed time and takes at most `lease` whole tokens. Returns the number of tokens taken
 * (`granted`) and left in the bucket (`tokens`).
 */
export async function drawTokens(
  db: Db,
  { name, at, limit }: BucketDraw,
): Promise<{ granted: number; tokens: number }> {
  const { rate, burst, lease } = limit
  const refill = sql`least(${burst}::float8, rate_buckets.tokens
    + greatest(0, ${at}::float8 - rate_buckets.at_ms) / 1000 * ${rate}::float8)`
  const { rows } = await sql<{ granted: number; tokens: number }>`
    insert into rate_buckets as rate_buckets (name, tokens, granted, at_ms)
    values (${name}, ${burst - lease}::float8, ${lease}, ${at}::float8)
    on conflict (name) do update set
      granted = least(${lease}::float8, floor(${refill}))::integer,
      tokens = ${refill} - least(${lease}::float8, floor(${refill})),
      at_ms = ${at}::float8
    returning granted, tokens
  `.execute(db)
  return rows[0] ?? { granted: 0, tokens: 0 }
}

/** Deletes buckets that are full again, and buckets from the future, which a clock that ran ahead wrote. */
export const deleteBuckets = (
  db: Db,
  { at, fullAfterMs }: { at: RawBuilder<number>; fullAfterMs: number },
) =>
  sql`delete from rate_buckets
    where abs(at_ms - ${at}::float8) > ${fullAfterMs}::float8`.execute(db)

/**
 * The database's clock, for all processes: the clocks of processes differ, and a clock that runs ahead would make
 * callers of the other processes wait.
 */
export const databaseClock: DatabaseClock = () =>
  sql`(extract(epoch from clock_timestamp()) * 1000)`
