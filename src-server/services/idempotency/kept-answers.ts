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

/** `past`: it was sent so long ago that it counts as a new one. */
export type KeyState =
  | { is: 'new' }
  | { is: 'past' }
  | { is: 'known'; row: IdempotencyKeyRow }
  | { is: 'running' }

export const nameOfKey = ({ merchantId, key }: KeyOfMerchant): string => `${merchantId} ${key}`

/** What is known of each key, in their order. New and past ones stay so until the transaction ends. */
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
 * Stores keys that were looked for, with their answers or without one. False when another request was
 * faster with one of them, which no transaction that looked for them meets.
 */
export async function keepAnswers(
  { db, now }: KeyWorld,
  answers: readonly KeptAnswer[],
): Promise<boolean> {
  const createdAt = toIso(now())
  // Past its time it is a new key, also before pruning has come by. Keys are the last to be locked.
  await forgetKeys(
    db,
    answers.filter(({ isPast }) => isPast),
  )
  const rows = answers.map((answer) => ({ ...answer, createdAt }))
  return (await insertKeysUnlessKnown(db, rows)).length === rows.length
}
