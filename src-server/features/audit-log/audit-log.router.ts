import { router, signedInMember } from '#server/core/calls/trpc.ts'
import { AuditPage, ListAuditLog } from './audit-log.schema.ts'
import { listAuditLog } from './list-audit-log.ts'

export const auditLogRouter = router({
  list: signedInMember
    .meta({
      rest: {
        method: 'GET',
        path: '/api/audit-log',
        isList: true,
        summary: 'List changes with their authors',
        description: 'Newest first. For signed-in people, not for keys.',
      },
    })
    .input(ListAuditLog)
    .output(AuditPage)
    .query(({ ctx, input }) => listAuditLog(ctx, input)),
})
