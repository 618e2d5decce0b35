import type { MerchantCtx } from '#server/core/context.ts'
import { readPiece } from '#server/core/work/pieces.ts'
import type { LinkRow } from '#server/features/payment-links/links.queries.ts'
import { csvOf } from '#server/shared/text/sheet.ts'
import { linkSheet } from './link-sheet.ts'
import { linkFilterOf } from './listed-links.ts'
import { linkSortColumn, listLinks } from './payment-links.queries.ts'
import type { ExportPaymentLinks } from './payment-links.schema.ts'
import { addressOfLink, shownLink } from './shown-link.ts'

/** The CSV of exactly what the filter lists, a handful of rows at a time. */
export const exportLinks = (ctx: MerchantCtx, input: ExportPaymentLinks): AsyncGenerator<string> =>
  csvOf(
    linkSheet(input, {
      timezone: ctx.merchant.timezone,
      statusOf: (row) => shownLink(ctx, row).status,
      urlOf: (row) => addressOfLink(ctx, row),
    }),
    matchingRows(ctx, input),
  )

const ROWS = 100

async function* matchingRows(
  ctx: MerchantCtx,
  { layout: _, language: __, book: ___, sort, ...narrowed }: ExportPaymentLinks,
): AsyncGenerator<LinkRow[]> {
  const filter = await linkFilterOf(ctx, narrowed)
  if (!filter) return
  const column = linkSortColumn(sort)
  for (let after: { value: string | number; id: string } | undefined; ; ) {
    const from = after
    // Others have their turn between two pieces.
    const rows = await readPiece(() =>
      listLinks(ctx.db, filter, { sort, limit: ROWS, after: from }),
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = { value: last[column], id: last.id }
  }
}
