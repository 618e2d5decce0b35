import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import { ExportAuditLog } from '#server/features/audit-log/audit-log.schema.ts'
import { exportAuditLog } from '#server/features/audit-log/export-audit-log.ts'
import { localMoment } from '#server/shared/day.ts'
import { csvFileName, modeSuffix } from './csv-file-name.ts'
import type { ExportOptions } from './export.ts'
import { readQuery } from './rest.ts'

/** GET /api/audit-log/export: for signed-in users only, like the list of entries. */
export async function auditExportRoute(app: FastifyInstance, { createContext }: ExportOptions) {
  app.get('/api/audit-log/export', async (request, reply) => {
    const ctx = await createContext(request)
    if (ctx.actor.type === 'key') {
      throw new AppError('forbidden', 'API keys are not admitted here. Please sign in.', {
        reason: 'key_not_admitted',
      })
    }
    if (ctx.actor.type !== 'user') throw new AppError('unauthenticated', 'Please sign in.')
    const membership = await ctx.findMembership()
    if (!membership) {
      throw new AppError('forbidden', 'Complete the onboarding first.', { reason: 'no_merchant' })
    }
    const input = ExportAuditLog.parse(readQuery(ExportAuditLog, request))
    const { merchant } = membership
    const day = localMoment(ctx.now(), merchant.timezone).day
    const { book: _, ...filter } = input
    const fileName = csvFileName(`incasso-audit-log${modeSuffix(merchant.mode)}`, day, filter)
    return reply
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('api-version', ctx.version)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(exportAuditLog({ ...ctx, merchant }, filter)))
  })
}
