import { sql } from 'kysely'
import type { World } from '../context.ts'

/** 100 requests a second for each key, with bursts of 200. */
export const KEY_RATE = 100
export const KEY_BURST = 200

export type RateLimiter = {
  /** 0 when the request may go on, else the whole seconds to wait. */
  take: (name: string) => Promise<number>
}

/** A bucket of `burst` tokens that fills by `rate` a second; a shared one is taken from by `lease`. */
export type RateLimit = { rate: number; burst: number; lease: number }

/** Tokens a process takes from the shared bucket at once, so that not every request writes. */
const LEASE = 20

export const keyLimit: RateLimit = { rate: KEY_RATE, burst: KEY_BURST, lease: LEASE }

/** A model costs money with each question: ten a minute for each merchant. */
export const modelLimit: RateLimit = { rate: 10 / 60, burst: 10, lease: 1 }

export const noLimits: RateLimiter = { take: async () => 0 }

type Bucket = { tokens: number; atMs: number }

const refilled = ({ tokens, atMs }: Bucket, nowMs: number, { rate, burst }: RateLimit): number =>
  Math.min(burst, tokens + (Math.max(0, nowMs - atMs) / 1000) * rate)

const waitFor = (tokens: number, { rate }: RateLimit): number =>
  Math.max(1, Math.ceil((1 - tokens) / rate))

/** A full bucket says nothing, so it need not be kept. */
const SWEEP_ABOVE = 10_000

/** Token buckets in this process; with SQLite there is only one. */
export function memoryLimiter(now: () => number, limit = keyLimit): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const sweep = (nowMs: number) => {
    for (const [name, bucket] of buckets) {
      if (refilled(bucket, nowMs, limit) >= limit.burst) buckets.delete(name)
    }
  }
  return {
    take: async (name) => {
      const nowMs = now()
      const bucket = buckets.get(name) ?? { tokens: limit.burst, atMs: nowMs }
      const tokens = refilled(bucket, nowMs, limit)
      if (tokens < 1) return waitFor(tokens, limit)
      if (buckets.size > SWEEP_ABOVE) sweep(nowMs)
      buckets.set(name, { tokens: tokens - 1, atMs: nowMs })
      return 0
    },
  }
}

/** Buckets in PostgreSQL, shared by all processes, from which each takes a handful at a time. */
export function sharedLimiter(
  { db, now }: Pick<World, 'db' | 'now'>,
  limit = keyLimit,
): RateLimiter {
  const leased = new Map<string, { left: number; untilMs: number }>()
  return {
    take: async (name) => {
      const nowMs = now()
      const lease = leased.get(name)
      // A lease that is a second old was for requests of then.
      if (lease && lease.left > 0 && nowMs < lease.untilMs) {
        lease.left--
        return 0
      }
      if (leased.size > SWEEP_ABOVE) leased.clear()
      const granted = await takeShared(db, { name, nowMs, limit })
      if (granted === 0) return waitFor(0, limit)
      leased.set(name, { left: granted - 1, untilMs: nowMs + 1000 })
      return 0
    },
  }
}

type Taking = { name: string; nowMs: number; limit: RateLimit }

/** Refills the bucket by the time that passed and takes up to a lease of whole tokens; answers how many. */
async function takeShared(db: World['db'], { name, nowMs, limit }: Taking): Promise<number> {
  const { rate, burst, lease } = limit
  const refill = sql`least(${burst}::float8, rate_buckets.tokens
    + greatest(0, ${nowMs}::float8 - rate_buckets.at_ms) / 1000 * ${rate}::float8)`
  const { rows } = await sql<{ granted: number }>`
    insert into rate_buckets as rate_buckets (name, tokens, granted, at_ms)
    values (${name}, ${burst - lease}::float8, ${lease}, ${nowMs}::float8)
    on conflict (name) do update set
      granted = least(${lease}::float8, floor(${refill}))::integer,
      tokens = ${refill} - least(${lease}::float8, floor(${refill})),
      at_ms = greatest(rate_buckets.at_ms, excluded.at_ms)
    returning granted
  `.execute(db)
  return rows[0]?.granted ?? 0
}
