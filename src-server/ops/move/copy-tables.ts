import { type BulkConnection, type BulkRow, quoteName } from '#db/postgres/bulk-connection.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { PrintLine } from '../operator-context.ts'
import { formatCount } from './figures.ts'
import type { Table } from './tables.queries.ts'
import { convertValue, UnfitValueError } from './values.rules.ts'

const BATCH_ROWS = 5000
const REPORT_EVERY_MS = 2000

/** The databases from which and into which a move copies rows, and the tables that it copies. */
export type CopyPlan = { source: BulkConnection; target: BulkConnection; tables: readonly Table[] }
type ReportOptions = { printLine: PrintLine; now: () => number }

const columnList = (columns: readonly string[]): string => columns.map(quoteName).join(', ')

/** Returns a row's values in the order of the columns, as the target accepts them. */
function valuesOf(row: BulkRow, table: Table, { dialect: to }: BulkConnection): unknown[] {
  return table.columns.map(({ name, kind }) => {
    try {
      return convertValue(row[name], { kind, to })
    } catch (error) {
      if (!(error instanceof UnfitValueError)) throw error
      const key = JSON.stringify(Object.fromEntries(table.key.map((part) => [part, row[part]])))
      throw new AppError('unprocessable', `${table.name} ${key}: ${name} has ${error.message}`)
    }
  })
}

async function insertRows(
  rows: readonly BulkRow[],
  table: Table,
  target: BulkConnection,
): Promise<void> {
  if (rows.length === 0) return
  await target.insert(
    table.name,
    table.columns.map(({ name }) => name),
    rows.map((row) => valuesOf(row, table, target)),
  )
}

/** Returns the rows after this key, in key order. */
function pageAfter(source: BulkConnection, table: Table, last: string | null) {
  const names = columnList(table.columns.map(({ name }) => name))
  const from = quoteName(table.name)
  const end = `order by ${columnList(table.key)} limit ${BATCH_ROWS}`
  if (last === null) return source.all(`select ${names} from ${from} ${end}`)
  const after =
    source.dialect === 'sqlite'
      ? table.key.map((name) => `json_extract(@given, '$."${name}"')`).join(', ')
      : table.key
          .map(
            (name) =>
              `(select ${quoteName(name)} from json_populate_record(null::${from}, $1::json))`,
          )
          .join(', ')
  return source.all(
    `select ${names} from ${from} where (${columnList(table.key)}) > (${after}) ${end}`,
    last,
  )
}

type Progress = { last: string | null; copied: number; isDone: boolean }

async function progressOf(target: BulkConnection): Promise<Map<string, Progress>> {
  const rows = await target.all('select * from move_progress')
  return new Map(
    rows.map(({ table_name, last_key, copied, is_done }) => [
      String(table_name),
      {
        last: last_key === null ? null : String(last_key),
        copied: Number(copied),
        isDone: is_done === 1,
      },
    ]),
  )
}

/**
 * Copies all rows of a source that takes no changes, in batches. Each batch is stored together with the progress, so
 * that a repeated command continues after a killed one.
 */
export async function copyTables(
  { source, target, tables }: CopyPlan,
  { printLine, now }: ReportOptions,
) {
  const progressByTable = await progressOf(target)
  const beganAt = now()
  let all = 0
  for (const [at, table] of tables.entries()) {
    const { last, copied, isDone } = progressByTable.get(table.name) ?? {
      last: null,
      copied: 0,
      isDone: false,
    }
    if (isDone) continue
    let reportedAt = now()
    let done = copied
    let page = pageAfter(source, table, last)
    for (;;) {
      const rows = await page
      const end = rows.at(-1)
      const lastKey = end
        ? JSON.stringify(Object.fromEntries(table.key.map((name) => [name, end[name]])))
        : null
      const isLast = rows.length < BATCH_ROWS
      done += rows.length
      all += rows.length
      const insertion = target.inTransaction(async () => {
        await insertRows(rows, table, target)
        await target.remove(
          'move_progress',
          ['table_name'],
          [JSON.stringify({ table_name: table.name })],
        )
        await target.insert(
          'move_progress',
          ['table_name', 'last_key', 'copied', 'is_done'],
          [[table.name, lastKey, done, isLast ? 1 : 0]],
        )
      })
      // The source reads the next page while the target stores this one.
      page = isLast ? Promise.resolve([]) : pageAfter(source, table, lastKey)
      await Promise.all([insertion, page])
      const isDue = now() - reportedAt >= REPORT_EVERY_MS
      if (isDue || (isLast && done > 0)) {
        reportedAt = now()
        const rate = Math.round((all * 1000) / Math.max(1, now() - beganAt))
        printLine(
          `  ${at + 1}/${tables.length} ${table.name}: ${formatCount(done)} rows, ${formatCount(rate)} rows/s`,
        )
      }
      if (isLast) break
    }
  }
  return { rows: all, ms: now() - beganAt }
}
