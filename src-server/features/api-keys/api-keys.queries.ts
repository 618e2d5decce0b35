import { sql } from 'kysely'
import { hasShards } from '#db/citus/per-merchant.ts'
import { isSqlite } from '#db/portable.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { ApiKeyRow, Db } from '#db/tables.ts'
import { actingColumns } from '../merchants/merchants.queries.ts'

const merchantColumns = actingColumns.map((column) => `merchants.${column}` as const)

/** Finds a key by its hash, with the merchant it acts for, in one query. Includes revoked and expired keys. */
const findKeyAndMerchant = prepareQuery(
  (db, { hash }: { hash: string }) =>
    db
      .selectFrom('apiKeys')
      .innerJoin('merchants', 'merchants.id', 'apiKeys.merchantId')
      .select(merchantColumns)
      .select([
        'apiKeys.id as keyId',
        'apiKeys.prefix',
        'apiKeys.scopes',
        'apiKeys.shopId',
        'apiKeys.version',
        'apiKeys.expiresAt',
        'apiKeys.revokedAt',
      ])
      .where('apiKeys.hash', '=', hash),
  { isNamed: true },
)

const findKeyAlone = prepareQuery((db, { hash }: { hash: string }) =>
  db
    .selectFrom('apiKeys')
    .select([
      'merchantId',
      'id as keyId',
      'prefix',
      'scopes',
      'shopId',
      'version',
      'expiresAt',
      'revokedAt',
    ])
    .where('hash', '=', hash),
)

const findMerchantRow = prepareQuery((db, { merchantId }: { merchantId: string }) =>
  db.selectFrom('merchants').selectAll().where('id', '=', merchantId),
)

async function findKeyThenMerchant(db: Db, hash: string) {
  const [key] = await findKeyAlone(db, { hash })
  if (!key) return undefined
  const { merchantId, ...keyColumns } = key
  const [merchant] = await findMerchantRow(db, { merchantId })
  return merchant && { ...merchant, ...keyColumns }
}

/**
 * Finds a key by its hash, with the merchant it acts for. Includes revoked and expired keys. Takes two queries on a
 * sharded database.
 */
export const findKeyByHash = async (db: Db, hash: string) =>
  !isSqlite(db) && (await hasShards(db))
    ? findKeyThenMerchant(db, hash)
    : (await findKeyAndMerchant(db, { hash }))[0]

/** Lists the keys that are not revoked, the newest first; includes expired ones. */
export const listKeys = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('apiKeys')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()

/** Lists the names of these keys, including revoked and expired ones. */
export const listKeyNames = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
) =>
  db
    .selectFrom('apiKeys')
    .select(['id', 'name'])
    .where('merchantId', '=', merchantId)
    .where('id', 'in', [...ids])
    .execute()

export const findKey = (db: Db, where: { merchantId: string; id: string }) =>
  db
    .selectFrom('apiKeys')
    .selectAll()
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()

/** Finds the key that replaced this one and is not revoked. */
export const findSuccessor = (db: Db, where: { merchantId: string; id: string }) =>
  db
    .selectFrom('apiKeys')
    .select('id')
    .where('merchantId', '=', where.merchantId)
    .where('replaces', '=', where.id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()

export const insertKey = (db: Db, row: ApiKeyRow) => db.insertInto('apiKeys').values(row).execute()

export const updateKey = (
  db: Db,
  where: { merchantId: string; id: string },
  change: Partial<Pick<ApiKeyRow, 'expiresAt' | 'revokedAt'>>,
) =>
  db
    .updateTable('apiKeys')
    .set(change)
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .execute()

/** Stores the time of a key's last use, unless a later time is stored: two processes may report uses in any order. */
export const storeKeyUse = (
  db: Db,
  where: { merchantId: string; id: string },
  lastUsedAt: string,
) =>
  db
    .updateTable('apiKeys')
    .set({ lastUsedAt })
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', lastUsedAt)]))
    .execute()

/** Returns the id of the first key of the chain of rotations that led to this key: its own id if it replaced none. */
export async function findFirstKey(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain (id, replaces) as (
      select id, replaces from api_keys where merchant_id = ${merchantId} and id = ${id}
      union all
      select k.id, k.replaces from api_keys k join chain c on k.id = c.replaces
      where k.merchant_id = ${merchantId}
    )
    select id from chain where replaces is null
  `.execute(db)
  return rows[0]?.id ?? id
}

/**
 * Returns those of these keys of which the key itself, or a key that replaced it, is neither revoked nor expired. Each
 * is the first of its chain of rotations.
 */
export async function listUsableFirstKeys(
  db: Db,
  { merchantId, ids, now }: { merchantId: string; ids: readonly string[]; now: string },
): Promise<string[]> {
  const { rows } = await sql<{ firstId: string }>`
    with recursive chain (first_id, id, revoked_at, expires_at) as (
      select id, id, revoked_at, expires_at from api_keys
      where merchant_id = ${merchantId} and id in (${sql.join(ids)})
      union all
      select c.first_id, k.id, k.revoked_at, k.expires_at
      from api_keys k join chain c on k.replaces = c.id
      where k.merchant_id = ${merchantId}
    )
    select distinct first_id from chain
    where revoked_at is null and (expires_at is null or expires_at > ${now})
  `.execute(db)
  return rows.map(({ firstId }) => firstId)
}
