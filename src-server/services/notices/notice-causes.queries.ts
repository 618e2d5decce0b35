import { sql } from 'kysely'
import type { NoticeRow } from '#db/tables/notice-tables.ts'
import type { Db } from '#db/tables.ts'
import type { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'

type NewNotice = Pick<
  NoticeRow,
  | 'merchantId'
  | 'id'
  | 'kind'
  | 'objectId'
  | 'occurrence'
  | 'facts'
  | 'createdAt'
  | 'goneAt'
  | 'dueAt'
>

/**
 * Inserts a notice, unless its cause already has one. An ended notice of the same cause becomes current again, and is
 * mailed only if it was not mailed before. Returns false when nothing changed.
 */
export async function upsertNotice(db: Db, row: NewNotice, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notices')
    .values({ ...row, leasedUntil: null, mailedAt: null })
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'objectId', 'kind', 'occurrence'])
        .doUpdateSet((eb) => ({
          facts: eb.ref('excluded.facts'),
          goneAt: eb.ref('excluded.goneAt'),
          createdAt: sql<string>`case when notices.mailed_at is null then excluded.created_at else notices.created_at end`,
          dueAt: sql<string>`case when notices.mailed_at is null then excluded.due_at else notices.due_at end`,
        }))
        .where('notices.goneAt', '<=', now),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type EndedNotices = {
  merchantId: string
  objectId: string
  kinds: readonly NoticeKind[]
  /** Leaves the notices of this occurrence as they are. */
  except?: string | undefined
}

/** Ends the current and the future notices of an object. Returns false when there are none. */
export async function endNoticesOf(
  db: Db,
  { merchantId, objectId, kinds, except }: EndedNotices,
  goneAt: string,
): Promise<boolean> {
  const query = db
    .updateTable('notices')
    .set({ goneAt })
    .where('merchantId', '=', merchantId)
    .where('objectId', '=', objectId)
    .where('kind', 'in', [...kinds])
    .where(sql<boolean>`(gone_at is null or gone_at > ${goneAt})`)
  const { numUpdatedRows } = await (except === undefined
    ? query
    : query.where('occurrence', '!=', except)
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes some notices that were created before a time, of any merchant; returns how many. */
export async function deleteNoticesBefore(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const rows = await db
    .selectFrom('notices')
    .select(['merchantId', 'id'])
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  // Each statement goes to one shard of a sharded database.
  for (const { merchantId, id } of rows) {
    await db
      .deleteFrom('notices')
      .where('merchantId', '=', merchantId)
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}
