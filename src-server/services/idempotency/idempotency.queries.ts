import { sql } from 'kysely'
import { deleteMany, findMany, insertMany } from '#db/many-rows.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { Db, DialectDb, IdempotencyKeyRow } from '#db/tables.ts'

type KeyOfMerchant = { merchantId: string; key: string }

/**
 * Locks names of keys (see `nameOfKey`) until the transaction ends; returns the names that this transaction locked. Names that another
 * request has locked are left out, without waiting. Without these locks PostgreSQL would make the second request wait
 * for the row of the first request. SQLite runs one writing transaction at a time anyway.
 */
export async function lockNames(
  { db, dialect }: DialectDb,
  names: readonly string[],
): Promise<Set<string>> {
  if (dialect === 'sqlite' || names.length === 0) return new Set(names)
  const { rows } = await sql<{ name: string; locked: boolean }>`
    select name, pg_try_advisory_xact_lock(hashtextextended(name, 0)) as locked
    from json_array_elements_text(${JSON.stringify(names)}::json) as wanted (name)
  `.execute(db)
  return new Set(rows.filter(({ locked }) => locked).map(({ name }) => name))
}

const keyColumns = [
  'merchantId',
  'key',
  'fingerprint',
  'objectId',
  'status',
  'body',
  'createdAt',
] as const

/** Inserts keys and returns the keys that did not exist yet; existing keys stay unchanged. */
export const insertNewKeys: (
  db: Db,
  rows: readonly IdempotencyKeyRow[],
) => Promise<KeyOfMerchant[]> = insertMany('idempotencyKeys', {
  columns: keyColumns,
  onConflict: { key: ['merchantId', 'key'] },
  returning: ['merchantId', 'key'],
})

export const findKeys: (db: Db, keys: readonly KeyOfMerchant[]) => Promise<IdempotencyKeyRow[]> =
  findMany('idempotencyKeys', { by: ['merchantId', 'key'], columns: keyColumns })

export const deleteKeys: (db: Db, keys: readonly KeyOfMerchant[]) => Promise<unknown> = deleteMany(
  'idempotencyKeys',
  { by: ['merchantId', 'key'] },
)

type KeyResponse = { status: number; body: string; objectId: string | null }

/** Stores the response to a key's request. */
export const completeKey = prepareQuery(
  (db, { merchantId, key, ...response }: KeyOfMerchant & KeyResponse) =>
    db
      .updateTable('idempotencyKeys')
      .set(response)
      .where('merchantId', '=', merchantId)
      .where('key', '=', key),
)

/**
 * Stores the response for all keys of an object that have none, in the API version of each key. A retry of a request
 * whose response was lost then gets it.
 */
export const completeKeysOfObject = (
  db: Db,
  where: { merchantId: string; objectId: string },
  { status, v1, v2 }: { status: number; v1: string; v2: string },
) =>
  db
    .updateTable('idempotencyKeys')
    .set((eb) => ({
      status,
      // Until the response is stored, `body` holds the request's API version if it is version 2.
      body: eb.case().when('body', '=', 'v2').then(v2).else(v1).end(),
    }))
    .where('merchantId', '=', where.merchantId)
    .where('objectId', '=', where.objectId)
    .where('status', 'is', null)
    .execute()

/** Lists the stored responses that are about one of these objects. */
export const listResponsesAbout = (db: Db, where: { merchantId: string; objectIds: string[] }) =>
  db
    .selectFrom('idempotencyKeys')
    .select(['merchantId', 'key', 'body'])
    .where('merchantId', '=', where.merchantId)
    .where('objectId', 'in', where.objectIds)
    .where('status', 'is not', null)
    .execute()

export const replaceResponse = (db: Db, { merchantId, key }: KeyOfMerchant, body: string) =>
  db
    .updateTable('idempotencyKeys')
    .set({ body })
    .where('merchantId', '=', merchantId)
    .where('key', '=', key)
    .execute()

/** Deletes some of the oldest keys; returns how many. */
export async function pruneKeys(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const old = await db
    .selectFrom('idempotencyKeys')
    .select(['merchantId', 'key'])
    .where('createdAt', '<', before)
    .where('status', 'is not', null)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  for (const { merchantId, key } of old) await deleteOldKey(db, { merchantId, key, before })
  return old.length
}

/** Deletes an expired key, unless it has been sent again since it was read. */
const deleteOldKey = prepareQuery(
  (db, { merchantId, key, before }: KeyOfMerchant & { before: string }) =>
    db
      .deleteFrom('idempotencyKeys')
      .where('merchantId', '=', merchantId)
      .where('key', '=', key)
      .where('createdAt', '<', before),
)
