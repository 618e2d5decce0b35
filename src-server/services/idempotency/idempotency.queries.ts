import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import { prepared } from '#db/prepared.ts'
import type { Db, IdempotencyKeyRow } from '#db/tables.ts'

type Where = { merchantId: string; key: string }

/**
 * Whether no other request works on this name until the transaction ends. PostgreSQL would make the second
 * wait on the first's row; SQLite runs one writing transaction at a time anyway.
 */
export async function lockKey(db: Db, dialect: Dialect, name: string): Promise<boolean> {
  if (dialect === 'sqlite') return true
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked
  `.execute(db)
  return rows[0]?.locked === true
}

const insertUnlessKnown = prepared((db, row: IdempotencyKeyRow) =>
  db
    .insertInto('idempotencyKeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'key']).doNothing())
    .returning('key'),
)

/** False when the key is there already. */
export const claimKey = async (db: Db, row: IdempotencyKeyRow): Promise<boolean> =>
  (await insertUnlessKnown(db, row)).length > 0

const keyRow = prepared((db, { merchantId, key }: Where) =>
  db
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('key', '=', key),
)

export const findIdempotencyKey = async (db: Db, { merchantId, key }: Where) =>
  (await keyRow(db, { merchantId, key }))[0]

type Answer = { status: number; body: string; objectId: string | null }

export const completeKey = prepared((db, { merchantId, key, ...answer }: Where & Answer) =>
  db
    .updateTable('idempotencyKeys')
    .set(answer)
    .where('merchantId', '=', merchantId)
    .where('key', '=', key),
)

export const forgetKey = (db: Db, { merchantId, key }: Where) =>
  db
    .deleteFrom('idempotencyKeys')
    .where('merchantId', '=', merchantId)
    .where('key', '=', key)
    .execute()

/** Gives the requests about an object whose answer was lost the answer that a retry will get. */
export const answerWaitingKeys = (
  db: Db,
  where: { merchantId: string; objectId: string },
  answer: { status: number; body: string },
) =>
  db
    .updateTable('idempotencyKeys')
    .set(answer)
    .where('merchantId', '=', where.merchantId)
    .where('objectId', '=', where.objectId)
    .where('status', 'is', null)
    .execute()

export const listAnswersAbout = (db: Db, where: { merchantId: string; objectIds: string[] }) =>
  db
    .selectFrom('idempotencyKeys')
    .select(['merchantId', 'key', 'body'])
    .where('merchantId', '=', where.merchantId)
    .where('objectId', 'in', where.objectIds)
    .execute()

export const replaceAnswer = (db: Db, { merchantId, key }: Where, body: string) =>
  db
    .updateTable('idempotencyKeys')
    .set({ body })
    .where('merchantId', '=', merchantId)
    .where('key', '=', key)
    .execute()

/** Forgets some of the oldest keys; answers how many. */
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
  for (const { merchantId, key } of old) await forgetOldKey(db, { merchantId, key, before })
  return old.length
}

/** Not one that was sent anew meanwhile. */
const forgetOldKey = prepared((db, { merchantId, key, before }: Where & { before: string }) =>
  db
    .deleteFrom('idempotencyKeys')
    .where('merchantId', '=', merchantId)
    .where('key', '=', key)
    .where('createdAt', '<', before),
)
