import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { exportTransactions } from '../features/transactions/export-transactions.ts'
import { ExportTransactions } from '../features/transactions/transactions.schema.ts'
import { localMoment } from '../shared/day.ts'
import type { RequestCtx } from '../trpc.ts'
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
    return reply
      .header('content-disposition', `attachment; filename="${fileName(day, input)}"`)
      .header('api-version', ctx.version)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(exportTransactions({ ...ctx, merchant }, input)))
  })
}

/** Names the day and the filter, so that two exports in a folder tell what they hold. */
function fileName(day: string, { sort: _, ...filter }: ExportTransactions): string {
  const parts = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}-${String(value).replace(/[^\w.-]+/g, '_')}`)
  return ['incasso-transactions', day, ...parts].join('_').slice(0, 150).concat('.csv')
}
