import { isUnavailable } from '#db/failures.ts'
import type { DialectDb } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { BoundedMap } from '#server/shared/bounded-map.ts'
import {
  type DatabaseClock,
  databaseClock,
  deleteBuckets,
  drawTokens,
  type RateLimit,
} from './rate-limit.queries.ts'

/** Limit per API key: 100 requests a second, with bursts of 200. */
export const KEY_RATE = 100
export const KEY_BURST = 200

/** State of a bucket after a request: seconds to wait, tokens left, and seconds until it is full again. */
export type LimitState = Readonly<{ waitS: number; left: number; fullInS: number }>

export type RateLimiter = {
  limit: RateLimit
  /**
   * Takes `count` tokens. `waitS` is 0 when the request is allowed; otherwise it is the whole seconds to wait, and no
   * token is taken.
   */
  take: (name: string, count?: number) => Promise<LimitState>
}

/** Tokens that a process takes from the shared bucket at once, so that not every request writes to the database. */
const LEASE = 20

export const keyLimit: RateLimit = { name: 'key', rate: KEY_RATE, burst: KEY_BURST, lease: LEASE }

/** Limit per sign-in session. Bursts are large, because the dashboard loads all its figures at once. */
export const sessionLimit: RateLimit = { name: 'session', rate: 50, burst: 200, lease: LEASE }

/** Limit per subnet of callers without valid credentials. An office may share one IP address. */
export const addressLimit: RateLimit = { name: 'address', rate: 20, burst: 100, lease: 10 }

/** Ten questions a minute for each merchant, since a model charges for each question. */
export const modelLimit: RateLimit = { name: 'model', rate: 10 / 60, burst: 10, lease: 1 }

/** Returns a limiter that allows every request. */
export const noLimit = (limit: RateLimit): RateLimiter => ({
  limit,
  take: async () => ({ waitS: 0, left: Number.POSITIVE_INFINITY, fullInS: 0 }),
})

/**
 * Returns the limiter of this server: in memory with SQLite, shared in the database with PostgreSQL. When the settings
 * turn rate limits off, the limiter allows every request.
 */
export function limiterFor(world: World, limit: RateLimit, clock?: DatabaseClock): RateLimiter {
  if (!world.config.areRateLimitsOn) return noLimit(limit)
  if (world.dialect === 'sqlite') return memoryLimiter(world.now, limit)
  return sharedLimiter(world, limit, clock)
}

type Bucket = { tokens: number; atMs: number }

const refillTokens = (
  { tokens, atMs }: Bucket,
  nowMs: number,
  { rate, burst }: RateLimit,
): number => Math.min(burst, tokens + (Math.max(0, nowMs - atMs) / 1000) * rate)

const refusedState = (tokens: number, count: number, { rate, burst }: RateLimit): LimitState => ({
  waitS: Math.max(1, Math.ceil((count - tokens) / rate)),
  left: Math.floor(tokens),
  fullInS: Math.ceil((burst - tokens) / rate),
})

const grantedState = (tokens: number, { rate, burst }: RateLimit): LimitState => ({
  waitS: 0,
  left: Math.floor(tokens),
  fullInS: Math.ceil((burst - tokens) / rate),
})

/** Number of buckets above which full ones are removed: a full bucket equals a missing one. */
const SWEEP_ABOVE = 10_000
/** Above this number of buckets all are removed, so memory stays limited when callers use very many IP addresses. */
const MAX_BUCKETS = 100_000

/** Creates token buckets in this process; with SQLite there is only one process. */
export function memoryLimiter(now: () => number, limit = keyLimit): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let sweepAbove = SWEEP_ABOVE
  const sweep = (nowMs: number) => {
    for (const [name, bucket] of buckets) {
      if (refillTokens(bucket, nowMs, limit) >= limit.burst) buckets.delete(name)
    }
    if (buckets.size > MAX_BUCKETS) buckets.clear()
    // Sweeping all buckets with each request would cost more than keeping them.
    sweepAbove = Math.max(SWEEP_ABOVE, buckets.size * 2)
  }
  return {
    limit,
    take: async (name, count = 1) => {
      const nowMs = now()
      const bucket = buckets.get(name) ?? { tokens: limit.burst, atMs: nowMs }
      const tokens = refillTokens(bucket, nowMs, limit)
      const left = tokens < count ? tokens : tokens - count
      if (buckets.size > sweepAbove) sweep(nowMs)
      // Stores the time also when no token was taken: after the clock was set back, waiting counts from then on.
      buckets.set(name, { tokens: left, atMs: nowMs })
      return tokens < count ? refusedState(tokens, count, limit) : grantedState(left, limit)
    },
  }
}

type Lease = { left: number; shared: number; atMs: number }

/** A process must not save up leased tokens: they expire after this time. */
const LEASE_MS = 1000

/**
 * Creates buckets in PostgreSQL that all processes share; each process takes a lease of tokens at a time. While the
 * database is unavailable each process counts alone, so that the rate limit does not refuse requests.
 */
export function sharedLimiter(
  { db, now }: Pick<World, 'db' | 'now'>,
  limit = keyLimit,
  clock = databaseClock,
): RateLimiter {
  const leases = new BoundedMap<string, Lease>(SWEEP_ABOVE)
  const localLimiter = memoryLimiter(now, limit)
  return {
    limit,
    take: async (name, count = 1) => {
      const nowMs = now()
      const lease = leases.get(name)
      const age = nowMs - (lease?.atMs ?? Number.NEGATIVE_INFINITY)
      // A negative age means that this process's clock was set back after the lease.
      const validLease = lease && age >= 0 && age < LEASE_MS ? lease : undefined
      if (validLease && validLease.left >= count) {
        validLease.left -= count
        return grantedState(validLease.left + validLease.shared, limit)
      }
      try {
        const draw = await drawTokens(db, { name, at: clock(), limit })
        // Reads the lease again: another request of the caller may have used it during the query.
        const available =
          draw.granted + (leases.get(name) === validLease ? (validLease?.left ?? 0) : 0)
        const left = available < count ? available : available - count
        leases.set(name, { left, shared: draw.tokens, atMs: nowMs })
        if (available < count) return refusedState(available + draw.tokens, count, limit)
        return grantedState(left + draw.tokens, limit)
      } catch (error) {
        if (isUnavailable(error)) return localLimiter.take(name, count)
        throw error
      }
    },
  }
}

/** After this time every bucket is full again, so its row is not needed. */
const FORGET_AFTER_MS = 3_600_000

/** Deletes the rows of buckets that are full again. Only PostgreSQL has such rows. */
export async function pruneRateBuckets(
  { db, dialect }: DialectDb,
  clock = databaseClock,
): Promise<void> {
  if (dialect !== 'postgres') return
  await deleteBuckets(db, { at: clock(), fullAfterMs: FORGET_AFTER_MS })
}
