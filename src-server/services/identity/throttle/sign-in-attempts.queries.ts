import type { Transaction } from 'kysely'
import type { Database, Db } from '#db/tables.ts'
import type { Counter } from './sign-in-throttle.rules.ts'

type StoredCounter = Counter & { key: string }

const counterOf = (row: { key: string; failures: number; times: string }): StoredCounter => ({
  key: row.key,
  failures: row.failures,
  times: JSON.parse(row.times),
})

export async function listAttemptCounters(
  db: Db,
  { keys, at }: { keys: readonly string[]; at: string },
): Promise<StoredCounter[]> {
  const rows = await db
    .selectFrom('signInAttempts')
    .select(['key', 'failures', 'times'])
    .where('key', 'in', [...keys])
    .where('expiresAt', '>', at)
    .execute()
  return rows.map(counterOf)
}

/** Lists counters like `listAttemptCounters`, and locks these keys until the transaction ends. */
export async function lockAttemptCounters(
  trx: Transaction<Database>,
  { keys, at }: { keys: readonly string[]; at: string },
): Promise<StoredCounter[]> {
  const rows = await trx
    .insertInto('signInAttempts')
    // Insert in the same order everywhere, so that no two attempts wait for each other.
    .values(keys.toSorted().map((key) => ({ key, failures: 0, times: '[]', expiresAt: at })))
    .onConflict((c) => c.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
    .returning(['key', 'failures', 'times', 'expiresAt'])
    .execute()
  return rows.filter(({ expiresAt }) => expiresAt > at).map(counterOf)
}

export const updateAttemptCounter = (
  db: Db,
  { key, failures, times, expiresAt }: StoredCounter & { expiresAt: string },
) =>
  db
    .updateTable('signInAttempts')
    .set({ failures, times: JSON.stringify(times), expiresAt })
    .where('key', '=', key)
    .execute()

export async function deleteAttemptCounters(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .deleteFrom('signInAttempts')
    .where('key', 'in', [...keys])
    .execute()
}

/** Deletes some expired counters; returns how many. */
export async function pruneAttemptCounters(
  db: Db,
  { at, limit }: { at: string; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('signInAttempts')
    .where('key', 'in', (query) =>
      query.selectFrom('signInAttempts').select('key').where('expiresAt', '<=', at).limit(limit),
    )
    // Another attempt may have renewed one of the counters meanwhile.
    .where('expiresAt', '<=', at)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
