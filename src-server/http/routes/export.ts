import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { exportLinks } from '#server/features/payment-links/payment-links.list.ts'
import { ExportPaymentLinks } from '#server/features/payment-links/payment-links.schema.ts'
import { exportRefunds } from '#server/features/refunds/refunds.list.ts'
import { ExportRefunds } from '#server/features/refunds/refunds.schema.ts'
import { exportTransactions } from '#server/features/transactions/transactions.list.ts'
import { ExportTransactions } from '#server/features/transactions/transactions.schema.ts'
import { auditExport } from '#server/services/audit/audit-export.ts'
import { localMoment } from '#server/shared/day.ts'
import type { ExportStyle } from '#server/shared/export-style.ts'
import { bookSuffix, csvFileName } from './csv-file-name.ts'
import { readQuery } from './rest.ts'

export type ExportOptions = { createContext: (request: FastifyRequest) => Promise<RequestCtx> }

type Export<Input> = {
  path: string
  fileName: string
  input: z.ZodType<Input>
  action: Parameters<typeof auditExport>[1]
  csv: (ctx: MerchantCtx & Pick<RequestCtx, 'version'>, input: Input) => AsyncIterable<string>
}

type ExportFilter = ExportStyle & { search?: string | undefined; sort: string }

/**
 * Registers the routes that download lists as CSV. They are no tRPC procedures, since tRPC cannot return a CSV stream.
 */
export async function exportRoute(app: FastifyInstance, { createContext }: ExportOptions) {
  const registerExport = <Input extends ExportFilter>({
    path,
    fileName,
    input,
    action,
    csv,
  }: Export<Input>) =>
    app.get(path, async (request, reply) => {
      const ctx = await memberCtx(await createContext(request))
      const exportInput = input.parse(readQuery(input, request))
      const day = localMoment(ctx.now(), ctx.merchant.timezone).day
      await auditExport(ctx, action, exportInput)
      const {
        sort: _sort,
        layout: _layout,
        language: _language,
        book: _book,
        ...filter
      } = exportInput
      return reply
        .header(
          'content-disposition',
          `attachment; filename="${csvFileName(fileName + bookSuffix(ctx.merchant.mode), day, filter)}"`,
        )
        .header('api-version', ctx.version)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(csv(ctx, exportInput)))
    })
  registerExport({
    path: '/api/transactions/export',
    fileName: 'incasso-transactions',
    input: ExportTransactions,
    action: 'transactions.exported',
    csv: exportTransactions,
  })
  registerExport({
    path: '/api/refunds/export',
    fileName: 'incasso-refunds',
    input: ExportRefunds,
    action: 'refunds.exported',
    csv: exportRefunds,
  })
  registerExport({
    path: '/api/payment-links/export',
    fileName: 'incasso-payment-links',
    input: ExportPaymentLinks,
    action: 'payment_links.exported',
    csv: exportLinks,
  })
}

/** Returns the context of a member, or of an API key with the scope `read`. Throws for any other caller. */
async function memberCtx(ctx: RequestCtx) {
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
  return { ...ctx, merchant: membership.merchant }
}
