import type { MerchantCtx } from '#server/core/context.ts'
import { csvOf } from '#server/shared/text/sheet.ts'
import type { ExportRefunds } from '../refunds.schema.ts'
import { refundFilterOf } from './listed-refunds.ts'
import type { ListedRefund } from './refund-list.queries.ts'
import { refundSheet } from './refund-sheet.ts'
import { scanRefunds } from './scan-refunds.ts'

/** The CSV of exactly what the filter lists, a handful of rows at a time, as that of payments. */
export const exportRefunds = (ctx: MerchantCtx, input: ExportRefunds): AsyncGenerator<string> =>
  csvOf(refundSheet(input, ctx.merchant.timezone), matchingRows(ctx, input))

const ROWS = 100

async function* matchingRows(
  ctx: MerchantCtx,
  { layout: _, language: __, sort, ...narrowed }: ExportRefunds,
): AsyncGenerator<ListedRefund[]> {
  const filter = await refundFilterOf(ctx, narrowed)
  if (filter) yield* scanRefunds(ctx.db, filter, { sort, limit: ROWS })
}
