import { sql } from 'kysely'
import { isUnavailable } from '#db/failures.ts'
import type { World } from '../context.ts'

/** 100 requests a second for each key, with bursts of 200. */
export const KEY_RATE = 100
export const KEY_BURST = 200

/** What was taken from a bucket: how long to wait first, how many are left, and when it is full again. */
export type Taken = Readonly<{ waitS: number; left: number; fullInS: number }>

export type RateLimiter = {
  limit: RateLimit
  /** `waitS` is 0 when the request may go on, else the whole seconds to wait. */
  take: (name: string) => Promise<Taken>
}

/** A bucket of `burst` tokens that fills by `rate` a second; a shared one is taken from by `lease`. */
export type RateLimit = Readonly<{
  name: 'key' | 'session' | 'address' | 'model'
  rate: number
  burst: number
  lease: number
}>

/** Tokens a process takes from the shared bucket at once, so that not every request writes. */
const LEASE = 20

export const keyLimit: RateLimit = { name: 'key', rate: KEY_RATE, burst: KEY_BURST, lease: LEASE }

/** A dashboard asks for all its figures at once, in several windows. */
export const sessionLimit: RateLimit = { name: 'session', rate: 50, burst: 200, lease: LEASE }

/** For whoever shows no credentials that are good. An office may share one address. */
export const addressLimit: RateLimit = { name: 'address', rate: 20, burst: 100, lease: 10 }

/** A model costs money with each question: ten a minute for each merchant. */
export const modelLimit: RateLimit = { name: 'model', rate: 10 / 60, burst: 10, lease: 1 }

export const noLimit = (limit: RateLimit): RateLimiter => ({
  limit,
  take: async () => ({ waitS: 0, left: Number.POSITIVE_INFINITY, fullInS: 0 }),
})

export function limiterFor(world: World, limit: RateLimit): RateLimiter {
  if (!world.config.areRateLimitsOn) return noLimit(limit)
  return world.dialect === 'sqlite' ? memoryLimiter(world.now, limit) : sharedLimiter(world, limit)
}

type Bucket = { tokens: number; atMs: number }

const refilled = ({ tokens, atMs }: Bucket, nowMs: number, { rate, burst }: RateLimit): number =>
  Math.min(burst, tokens + (Math.max(0, nowMs - atMs) / 1000) * rate)

const refused = (tokens: number, { rate, burst }: RateLimit): Taken => ({
  waitS: Math.max(1, Math.ceil((1 - tokens) / rate)),
  left: 0,
  fullInS: Math.ceil((burst - tokens) / rate),
})

const granted = (tokens: number, { rate, burst }: RateLimit): Taken => ({
  waitS: 0,
  left: Math.floor(tokens),
  fullInS: Math.ceil((burst - tokens) / rate),
})

/** A full bucket says nothing, so it need not be kept. */
const SWEEP_ABOVE = 10_000
/** Those who come from more places than this at once are told apart no longer. */
const MAX_BUCKETS = 100_000

/** Token buckets in this process; with SQLite there is only one. */
export function memoryLimiter(now: () => number, limit = keyLimit): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let sweepAbove = SWEEP_ABOVE
  const sweep = (nowMs: number) => {
    for (const [name, bucket] of buckets) {
      if (refilled(bucket, nowMs, limit) >= limit.burst) buckets.delete(name)
    }
    if (buckets.size > MAX_BUCKETS) buckets.clear()
    // Looking at all of them again with each request would be the greater load.
    sweepAbove = Math.max(SWEEP_ABOVE, buckets.size * 2)
  }
  return {
    limit,
    take: async (name) => {
      const nowMs = now()
      const bucket = buckets.get(name) ?? { tokens: limit.burst, atMs: nowMs }
      const tokens = refilled(bucket, nowMs, limit)
      if (tokens < 1) return refused(tokens, limit)
      if (buckets.size > sweepAbove) sweep(nowMs)
      buckets.set(name, { tokens: tokens - 1, atMs: nowMs })
      return granted(tokens - 1, limit)
    },
  }
}

type Lease = { left: number; shared: number; untilMs: number }

/**
 * Buckets in PostgreSQL, shared by all processes, from which each takes a handful at a time. While the
 * database does not answer each process counts for itself: a limit must not be what refuses then.
 */
export function sharedLimiter(
  { db, now }: Pick<World, 'db' | 'now'>,
  limit = keyLimit,
): RateLimiter {
  const leased = new Map<string, Lease>()
  const alone = memoryLimiter(now, limit)
  return {
    limit,
    take: async (name) => {
      const nowMs = now()
      const lease = leased.get(name)
      // A lease that is a second old was for requests of then.
      if (lease && lease.left > 0 && nowMs < lease.untilMs) {
        lease.left--
        return granted(lease.left + lease.shared, limit)
      }
      if (leased.size > SWEEP_ABOVE) leased.clear()
      try {
        const taken = await takeShared(db, { name, nowMs, limit })
        if (taken.granted === 0) return refused(taken.tokens, limit)
        const left = taken.granted - 1
        leased.set(name, { left, shared: taken.tokens, untilMs: nowMs + 1000 })
        return granted(left + taken.tokens, limit)
      } catch (error) {
        if (isUnavailable(error)) return alone.take(name)
        throw error
      }
    },
  }
}

type Taking = { name: string; nowMs: number; limit: RateLimit }

/** Refills the bucket by the time that passed and takes up to a lease of whole tokens; answers how many. */
async function takeShared(db: World['db'], { name, nowMs, limit }: Taking) {
  const { rate, burst, lease } = limit
  const refill = sql`least(${burst}::float8, rate_buckets.tokens
    + greatest(0, ${nowMs}::float8 - rate_buckets.at_ms) / 1000 * ${rate}::float8)`
  const { rows } = await sql<{ granted: number; tokens: number }>`
    insert into rate_buckets as rate_buckets (name, tokens, granted, at_ms)
    values (${name}, ${burst - lease}::float8, ${lease}, ${nowMs}::float8)
    on conflict (name) do update set
      granted = least(${lease}::float8, floor(${refill}))::integer,
      tokens = ${refill} - least(${lease}::float8, floor(${refill})),
      at_ms = greatest(rate_buckets.at_ms, excluded.at_ms)
    returning granted, tokens
  `.execute(db)
  return rows[0] ?? { granted: 0, tokens: 0 }
}

/** By then every bucket is full again, so it says nothing. */
const FORGET_AFTER_MS = 3_600_000

export async function pruneRateBuckets({ db, dialect, now }: World): Promise<void> {
  if (dialect !== 'postgres') return
  await sql`delete from rate_buckets where at_ms < ${now() - FORGET_AFTER_MS}::float8`.execute(db)
}
