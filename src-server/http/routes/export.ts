import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/errors.ts'
import type { RequestCtx } from '#server/core/trpc.ts'
import {
  auditExport,
  exportTransactions,
} from '#server/features/transactions/export-transactions.ts'
import { ExportTransactions } from '#server/features/transactions/transactions.schema.ts'
import { localMoment } from '#server/shared/day.ts'
import { csvFileName, inName } from './csv-file-name.ts'
import { readQuery } from './rest.ts'

export type ExportOptions = { createContext: (request: FastifyRequest) => Promise<RequestCtx> }

/** GET /api/transactions/export: a stream is no answer that tRPC would give, so this route is plain. */
export async function exportRoute(app: FastifyInstance, { createContext }: ExportOptions) {
  app.get('/api/transactions/export', async (request, reply) => {
    const ctx = await createContext(request)
    const { actor } = ctx
    if (actor.type !== 'user' && actor.type !== 'key') {
      throw new AppError('unauthenticated', 'Please sign in, or send an API key.')
    }
    if (actor.type === 'key' && !actor.scopes.includes('read')) {
      throw new AppError('forbidden', 'This API key lacks the scope read.', {
        reason: 'scope_missing',
      })
    }
    const membership = await ctx.findMembership()
    if (!membership) {
      throw new AppError('forbidden', 'Complete the onboarding first.', { reason: 'no_merchant' })
    }
    const input = ExportTransactions.parse(readQuery(ExportTransactions, request))
    const { merchant } = membership
    const day = localMoment(ctx.now(), merchant.timezone).day
    await auditExport({ ...ctx, merchant }, input)
    const { sort: _sort, layout: _layout, language: _language, book: _book, ...filter } = input
    const fileName = csvFileName(`incasso-transactions${inName(merchant.mode)}`, day, filter)
    return reply
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('api-version', ctx.version)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(exportTransactions({ ...ctx, merchant }, input)))
  })
}
