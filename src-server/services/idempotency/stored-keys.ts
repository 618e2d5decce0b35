import { runPipelined } from '#db/pipeline.ts'
import type { IdempotencyKeyRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { deleteKeys, findKeys, insertNewKeys, lockNames } from './idempotency.queries.ts'

const DAY_MS = 86_400_000
/** Time after which an Idempotency-Key counts as new and its response is deleted. */
export const KEY_RETENTION_MS = 30 * DAY_MS

/** An Idempotency-Key of a merchant. */
export type KeyOfMerchant = Pick<IdempotencyKeyRow, 'merchantId' | 'key'>
type KeyWorld = Pick<World, 'db' | 'dialect' | 'now'>

/**
 * State of an Idempotency-Key. `known`: stored, with or without a response. `running`: locked by another request.
 * `past`: has a response and is older than `KEY_RETENTION_MS`, so it counts as new. A key without a response stays
 * `known` at any age.
 */
export type KeyState =
  | { is: 'new' }
  | { is: 'past' }
  | { is: 'known'; row: IdempotencyKeyRow }
  | { is: 'running' }

/** Returns the name by which a key is locked, unique among all merchants. */
export const nameOfKey = ({ merchantId, key }: KeyOfMerchant): string => `${merchantId} ${key}`

/**
 * Returns the state of each key, in the given order. New and past keys stay so until the transaction ends, because
 * their names are locked.
 */
export async function readKeyStates(
  { db, dialect, now }: KeyWorld,
  keys: readonly KeyOfMerchant[],
): Promise<KeyState[]> {
  const [lockedNames, rows] = await runPipelined({ db, dialect }, [
    (world) => lockNames(world, keys.map(nameOfKey)),
    (world) => findKeys(world.db, keys),
  ])
  const rowsByName = new Map(rows.map((row) => [nameOfKey(row), row]))
  const pastBefore = toIso(now() - KEY_RETENTION_MS)
  return keys.map((key) => {
    if (!lockedNames.has(nameOfKey(key))) return { is: 'running' }
    const row = rowsByName.get(nameOfKey(key))
    if (!row) return { is: 'new' }
    const isPast = row.status !== null && row.createdAt < pastBefore
    return isPast ? { is: 'past' } : { is: 'known', row }
  })
}

/** A key to store. `isPast`: its expired row must be deleted first. */
export type KeyToStore = Omit<IdempotencyKeyRow, 'createdAt'> & { isPast: boolean }

/**
 * Stores keys that `readKeyStates` has checked, with or without a response. Returns false when another request has
 * stored one of the keys. That cannot happen in the transaction that checked the keys.
 */
export async function storeKeys(
  { db, now }: KeyWorld,
  entries: readonly KeyToStore[],
): Promise<boolean> {
  const createdAt = toIso(now())
  // A past key counts as new, even before pruning deletes it. It is deleted only here, because keys are locked after all
  // other rows.
  await deleteKeys(
    db,
    entries.filter(({ isPast }) => isPast),
  )
  const rows = entries.map((entry) => ({ ...entry, createdAt }))
  return (await insertNewKeys(db, rows)).length === rows.length
}
