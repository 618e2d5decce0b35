import { inOneGo } from '#db/in-one-go.ts'
import type { IdempotencyKeyRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { findKeys, forgetKeys, insertKeysUnlessKnown, lockNames } from './idempotency.queries.ts'

const DAY_MS = 86_400_000
export const RETENTION_MS = 30 * DAY_MS

/** An Idempotency-Key of a merchant. */
export type KeyOfMerchant = Pick<IdempotencyKeyRow, 'merchantId' | 'key'>
type KeyWorld = Pick<World, 'db' | 'dialect' | 'now'>

/** State of an Idempotency-Key. `past`: older than `RETENTION_MS`, so it counts as new. */
export type KeyState =
  | { is: 'new' }
  | { is: 'past' }
  | { is: 'known'; row: IdempotencyKeyRow }
  | { is: 'running' }

export const nameOfKey = ({ merchantId, key }: KeyOfMerchant): string => `${merchantId} ${key}`

/**
 * Returns the state of each key, in the given order. New and past keys stay so until the transaction ends, because
 * their names are locked.
 */
export async function lookForKeys(
  { db, dialect, now }: KeyWorld,
  keys: readonly KeyOfMerchant[],
): Promise<KeyState[]> {
  const [free, rows] = await inOneGo({ db, dialect }, [
    (world) => lockNames(world, keys.map(nameOfKey)),
    (world) => findKeys(world.db, keys),
  ])
  const known = new Map(rows.map((row) => [nameOfKey(row), row]))
  const pastBefore = toIso(now() - RETENTION_MS)
  return keys.map((key) => {
    if (!free.has(nameOfKey(key))) return { is: 'running' }
    const row = known.get(nameOfKey(key))
    if (!row) return { is: 'new' }
    const isPast = row.status !== null && row.createdAt < pastBefore
    return isPast ? { is: 'past' } : { is: 'known', row }
  })
}

export type KeptAnswer = Omit<IdempotencyKeyRow, 'createdAt'> & { isPast: boolean }

/**
 * Stores keys that `lookForKeys` has checked, with or without an answer. Returns false when another request has stored
 * one of them. That cannot happen in the transaction that checked them.
 */
export async function keepAnswers(
  { db, now }: KeyWorld,
  answers: readonly KeptAnswer[],
): Promise<boolean> {
  const createdAt = toIso(now())
  // A past key counts as new, even before pruning deletes it. Keys are locked after all other rows.
  await forgetKeys(
    db,
    answers.filter(({ isPast }) => isPast),
  )
  const rows = answers.map((answer) => ({ ...answer, createdAt }))
  return (await insertKeysUnlessKnown(db, rows)).length === rows.length
}
