import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { exportDisputes } from '#server/features/disputes/disputes.list.ts'
import { ExportDisputes } from '#server/features/disputes/disputes.schema.ts'
import { exportEntries } from '#server/features/money/entries.list.ts'
import { ExportEntries, ExportPayouts } from '#server/features/money/money.schema.ts'
import { exportPayouts } from '#server/features/money/payouts.list.ts'
import { exportMonth } from '#server/features/months/export-month.ts'
import { ExportMonth } from '#server/features/months/months.schema.ts'
import { exportLinks } from '#server/features/payment-links/payment-links.list.ts'
import { ExportPaymentLinks } from '#server/features/payment-links/payment-links.schema.ts'
import { exportRefunds } from '#server/features/refunds/refunds.list.ts'
import { ExportRefunds } from '#server/features/refunds/refunds.schema.ts'
import { exportTakings } from '#server/features/takings/export-takings.ts'
import { ExportTakings } from '#server/features/takings/takings.schema.ts'
import { exportTransactions } from '#server/features/transactions/transactions.list.ts'
import { ExportTransactions } from '#server/features/transactions/transactions.schema.ts'
import { auditExport } from '#server/services/audit/audit-export.ts'
import { localMoment } from '#server/shared/day.ts'
import { type ExportStyle, languageOfFile } from '#server/shared/export-style.ts'
import { csvFileName, fileNameForPeople, modeSuffix } from './csv-file-name.ts'
import { readQuery } from './rest.ts'

export type ExportOptions = { createContext: (request: FastifyRequest) => Promise<RequestCtx> }

type Export<Input> = {
  path: string
  /** Name of a file for programs; files for people have `noun`. */
  fileName?: string
  /** The rows of the file, in each language. */
  noun: Record<'en' | 'it', string>
  input: z.ZodType<Input>
  action: Parameters<typeof auditExport>[1]
  csv: (ctx: MerchantCtx & Pick<RequestCtx, 'version'>, input: Input) => AsyncIterable<string>
}

type ExportFilter = ExportStyle & {
  search?: string | undefined
  status?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: string | undefined
}

/**
 * Registers the routes that download lists as CSV. They are not tRPC procedures, because tRPC cannot return a CSV
 * stream.
 */
export async function exportRoute(app: FastifyInstance, { createContext }: ExportOptions) {
  const registerExport = <Input extends ExportFilter>(list: Export<Input>) =>
    app.get(list.path, async (request, reply) => {
      const ctx = await memberCtx(await createContext(request))
      const exportInput = list.input.parse(readQuery(list.input, request))
      await auditExport(ctx, list.action, exportInput)
      return reply
        .header(
          'content-disposition',
          `attachment; filename="${fileNameOf(ctx, list, exportInput)}"`,
        )
        .header('api-version', ctx.version)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(list.csv(ctx, exportInput)))
    })
  registerExport({
    path: '/api/transactions/export',
    fileName: 'incasso-transactions',
    noun: { en: 'payments', it: 'pagamenti' },
    input: ExportTransactions,
    action: 'transactions.exported',
    csv: exportTransactions,
  })
  registerExport({
    path: '/api/refunds/export',
    fileName: 'incasso-refunds',
    noun: { en: 'refunds', it: 'rimborsi' },
    input: ExportRefunds,
    action: 'refunds.exported',
    csv: exportRefunds,
  })
  registerExport({
    path: '/api/disputes/export',
    fileName: 'incasso-disputes',
    noun: { en: 'disputes', it: 'contestazioni' },
    input: ExportDisputes,
    action: 'disputes.exported',
    csv: exportDisputes,
  })
  registerExport({
    path: '/api/payment-links/export',
    fileName: 'incasso-payment-links',
    noun: { en: 'payment-links', it: 'link-di-pagamento' },
    input: ExportPaymentLinks,
    action: 'payment_links.exported',
    csv: exportLinks,
  })
  registerExport({
    path: '/api/takings/export',
    noun: { en: 'takings', it: 'incassi' },
    input: ExportTakings,
    action: 'takings.exported',
    csv: exportTakings,
  })
  registerMoneyExports(registerExport)
}

type RegisterExport = <Input extends ExportFilter>(list: Export<Input>) => unknown

function registerMoneyExports(registerExport: RegisterExport): void {
  registerExport({
    path: '/api/balance/entries/export',
    fileName: 'incasso-balance-entries',
    noun: { en: 'balance-entries', it: 'movimenti' },
    input: ExportEntries,
    action: 'balance_entries.exported',
    csv: exportEntries,
  })
  registerExport({
    path: '/api/payouts/export',
    fileName: 'incasso-payouts',
    noun: { en: 'payouts', it: 'accrediti' },
    input: ExportPayouts,
    action: 'payouts.exported',
    csv: exportPayouts,
  })
  registerExport({
    path: '/api/months/export',
    noun: { en: 'month', it: 'mese' },
    input: ExportMonth,
    action: 'months.exported',
    csv: exportMonth,
  })
}

/** Plain CSV files of the lists keep their column names, because programs read them by name. */
function fileNameOf(
  { merchant, now }: MerchantCtx,
  { fileName, noun }: Pick<Export<never>, 'fileName' | 'noun'>,
  { sort: _, layout = 'csv', language, book: __, ...filter }: ExportFilter,
): string {
  const today = localMoment(now(), merchant.timezone).day
  const suffix = modeSuffix(merchant.mode)
  if (layout === 'csv' && fileName !== undefined) {
    return csvFileName(fileName + suffix, today, filter)
  }
  const fileLanguage = languageOfFile({ layout, language })
  return fileNameForPeople(noun[fileLanguage] + suffix, filter, { language: fileLanguage, today })
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
