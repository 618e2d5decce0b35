import type { Database } from '#db/tables.ts'
import type { ExportStyle } from '#server/shared/export-style.ts'
import { csvOf, type SheetColumn, sheetOf } from '#server/shared/text/sheet.ts'
import type { MerchantCtx } from '../context.ts'
import type { ListDefinition, ListFilter, ListFilterInput } from './list-definition.ts'
import { scanList } from './scan-list.ts'

/** Columns of a file, and the conversion of the list's rows to its lines. */
export type ExportShape<Row, Line> = {
  columns: readonly SheetColumn<Line>[]
  linesOf: (rows: Row[]) => Line[] | Promise<Line[]>
}

/**
 * Yields a CSV of all rows that match the filters, in batches, so that a long export needs little memory and does not
 * delay other requests. Each batch continues after the last row of the previous batch. Rows that are added during the
 * export therefore neither shift nor repeat other rows.
 */
export function listExport<
  Table extends keyof Database,
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
  Input extends ListFilterInput,
  ResponseRow,
  Line,
>(
  ctx: MerchantCtx,
  list: ListDefinition<Table, Row, Filter, Sort, Input, ResponseRow>,
  input: Input & ExportStyle & { sort: Sort },
  { columns, linesOf }: ExportShape<Row, Line>,
): AsyncGenerator<string> {
  async function* lines() {
    const scope = await list.find(ctx, input)
    if (!scope) return
    for await (const rows of scanList(ctx.db, list, scope, input)) yield await linesOf(rows)
  }
  return csvOf(sheetOf(input, columns), lines())
}
