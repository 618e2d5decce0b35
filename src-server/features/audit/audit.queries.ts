import type { AuditLogRow, Db } from '#db/tables.ts'

type Where = { merchantId: string; action?: string }

const entries = (db: Db, { merchantId, action }: Where) => {
  const query = db.selectFrom('auditLog').where('merchantId', '=', merchantId)
  return action === undefined ? query : query.where('action', '=', action)
}

export function listAuditEntries(
  db: Db,
  { beforeId, limit, ...where }: Where & { beforeId?: string; limit: number },
): Promise<AuditLogRow[]> {
  const query = entries(db, where).selectAll().orderBy('id', 'desc').limit(limit)
  return (beforeId === undefined ? query : query.where('id', '<', beforeId)).execute()
}

/** How many there are, counted no further than `limit`. */
export async function countAuditEntries(db: Db, where: Where, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom(entries(db, where).select('id').limit(limit).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
