import { sql } from 'kysely'
import type { World } from '../context.ts'

/** 100 requests a second for each key, with bursts of 200. */
export const KEY_RATE = 100
export const KEY_BURST = 200

export type RateLimiter = {
  /** 0 when the request may go on, else the whole seconds to wait. */
  take: (name: string) => Promise<number>
}

export const noLimits: RateLimiter = { take: async () => 0 }

type Bucket = { tokens: number; atMs: number }

const refilled = ({ tokens, atMs }: Bucket, nowMs: number): number =>
  Math.min(KEY_BURST, tokens + (Math.max(0, nowMs - atMs) / 1000) * KEY_RATE)

const waitFor = (tokens: number): number => Math.max(1, Math.ceil((1 - tokens) / KEY_RATE))

/** A full bucket says nothing, so it need not be kept. */
const SWEEP_ABOVE = 10_000

/** Token buckets in this process; with SQLite there is only one. */
export function memoryLimiter(now: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const sweep = (nowMs: number) => {
    for (const [name, bucket] of buckets) {
      if (refilled(bucket, nowMs) >= KEY_BURST) buckets.delete(name)
    }
  }
  return {
    take: async (name) => {
      const nowMs = now()
      const tokens = refilled(buckets.get(name) ?? { tokens: KEY_BURST, atMs: nowMs }, nowMs)
      if (tokens < 1) return waitFor(tokens)
      if (buckets.size > SWEEP_ABOVE) sweep(nowMs)
      buckets.set(name, { tokens: tokens - 1, atMs: nowMs })
      return 0
    },
  }
}

/** Tokens a process takes from the shared bucket at once, so that not every request writes. */
const LEASE = 20

/** Buckets in PostgreSQL, shared by all processes, from which each takes a handful at a time. */
export function sharedLimiter({ db, now }: Pick<World, 'db' | 'now'>): RateLimiter {
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
      const granted = await takeShared(db, name, nowMs)
      if (granted === 0) return 1
      leased.set(name, { left: granted - 1, untilMs: nowMs + 1000 })
      return 0
    },
  }
}

/** Refills the bucket by the time that passed and takes up to LEASE whole tokens; answers how many. */
async function takeShared(db: World['db'], name: string, nowMs: number): Promise<number> {
  const refill = sql`least(${KEY_BURST}::float8, rate_buckets.tokens
    + greatest(0, ${nowMs}::float8 - rate_buckets.at_ms) / 1000 * ${KEY_RATE}::float8)`
  const { rows } = await sql<{ granted: number }>`
    insert into rate_buckets as rate_buckets (name, tokens, granted, at_ms)
    values (${name}, ${KEY_BURST - LEASE}::float8, ${LEASE}, ${nowMs}::float8)
    on conflict (name) do update set
      granted = least(${LEASE}, floor(${refill}))::integer,
      tokens = ${refill} - least(${LEASE}, floor(${refill})),
      at_ms = greatest(rate_buckets.at_ms, excluded.at_ms)
    returning granted
  `.execute(db)
  return rows[0]?.granted ?? 0
}
