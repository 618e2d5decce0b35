import type { AuditLogRow } from '#db/tables.ts'
import { badCursor } from '../../bad-cursor.ts'
import { decodeCursor, encodeCursor } from '../../shared/cursor.ts'
import { MAX_PAGED_ROWS } from '../../shared/page.ts'
import { router, signedInMember } from '../../trpc.ts'
import { countAuditEntries, listAuditEntries } from './audit.queries.ts'
import { type AuditEntry, AuditPage, ListAuditLog } from './audit.schema.ts'

const entryOf = ({ merchantId: _, before, after, ...row }: AuditLogRow): AuditEntry => ({
  ...row,
  before: before === null ? null : JSON.parse(before),
  after: after === null ? null : JSON.parse(after),
})

const SORT = '-id'

export const auditLogRouter = router({
  list: signedInMember
    .meta({
      rest: {
        method: 'GET',
        path: '/api/audit-log',
        isList: true,
        summary: 'List who changed what',
        description: 'Newest first. For signed-in people, not for keys.',
      },
    })
    .input(ListAuditLog)
    .output(AuditPage)
    .query(async ({ ctx, input }) => {
      const { limit, cursor, action } = input
      const after = cursor === undefined ? undefined : decodeCursor(cursor, SORT)
      if (cursor !== undefined && !after) throw badCursor()
      const where = { merchantId: ctx.merchant.id, action }
      const [rows, counted] = await Promise.all([
        listAuditEntries(ctx.db, { ...where, beforeId: after?.id, limit: limit + 1 }),
        countAuditEntries(ctx.db, where, MAX_PAGED_ROWS + 1),
      ])
      const last = rows[limit - 1]
      const nextCursor =
        rows.length > limit && last
          ? encodeCursor({ sort: SORT, value: last.id, id: last.id })
          : null
      return {
        data: rows.slice(0, limit).map(entryOf),
        total: Math.min(counted, MAX_PAGED_ROWS),
        totalExact: counted <= MAX_PAGED_ROWS,
        nextCursor,
      }
    }),
})
