import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { toIso } from '#server/shared/day.ts'
import { lockAttemptCounters, updateAttemptCounter } from './sign-in-attempts.queries.ts'
import { counted, expiryOf, type Limit, nothingYet, waitMs } from './sign-in-throttle.rules.ts'

/** Use of a limit; `key` identifies the merchant or mailbox that it limits. */
export type Turn = { limit: Exclude<Limit, 'account' | 'pair' | 'address'>; key: string }

/**
 * Counts a use of each limit, or of none where one is used up; returns whether it counted. All processes share the
 * counts.
 */
export const takeTurns = (
  db: Kysely<Database>,
  turns: readonly Turn[],
  nowMs: number,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const keys = turns.map(({ key }) => key)
    const known = await lockAttemptCounters(trx, { keys, at: toIso(nowMs) })
    const held = turns.map((turn) => ({
      ...turn,
      counter: known.find(({ key }) => key === turn.key) ?? nothingYet,
    }))
    if (held.some(({ limit, counter }) => waitMs(limit, counter, nowMs) > 0)) return false
    for (const { limit, key, counter } of held) {
      const next = counted(limit, counter, nowMs)
      const expiresAt = toIso(expiryOf(limit, next, nowMs))
      await updateAttemptCounter(trx, { key, ...next, expiresAt })
    }
    return true
  })
