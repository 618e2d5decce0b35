import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { toIso } from '#server/shared/day.ts'
import { lockAttemptCounters, updateAttemptCounter } from './sign-in-attempts.queries.ts'
import {
  computeWaitMs,
  countAttempt,
  emptyCounter,
  expiryOf,
  type Limit,
} from './sign-in-throttle.rules.ts'

/** A use of a limit. `key` identifies the merchant or e-mail address to which the limit applies. */
export type Allowance = { limit: Exclude<Limit, 'account' | 'pair' | 'address'>; key: string }

/**
 * Counts one use of each limit and returns true. Returns false and counts nothing when any of the limits is reached.
 * All processes share the counts.
 */
export const takeAllowance = (
  db: Kysely<Database>,
  allowances: readonly Allowance[],
  nowMs: number,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const keys = allowances.map(({ key }) => key)
    const stored = await lockAttemptCounters(trx, { keys, at: toIso(nowMs) })
    const counters = allowances.map((allowance) => ({
      ...allowance,
      counter: stored.find(({ key }) => key === allowance.key) ?? emptyCounter,
    }))
    if (counters.some(({ limit, counter }) => computeWaitMs(limit, counter, nowMs) > 0))
      return false
    for (const { limit, key, counter } of counters) {
      const next = countAttempt(limit, counter, nowMs)
      const expiresAt = toIso(expiryOf(limit, next, nowMs))
      await updateAttemptCounter(trx, { key, ...next, expiresAt })
    }
    return true
  })
