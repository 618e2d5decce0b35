import { type BulkConnection, type BulkRow, quoted } from '#db/postgres/bulk-connection.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { Say } from '../office.ts'
import type { Changes } from './change-log.queries.ts'
import { counted, type Figures, whole } from './figures.ts'
import type { Table } from './tables.queries.ts'
import { noteThere } from './target-log.queries.ts'
import { converted, UnfitValue } from './values.rules.ts'

const ROWS_AT_ONCE = 5000
const KEYS_AT_ONCE = 1000
const SAY_EVERY_MS = 2000

export type Way = { source: BulkConnection; target: BulkConnection; tables: readonly Table[] }
type Watch = { say: Say; now: () => number }

const named = (columns: readonly string[], alias = ''): string =>
  columns.map((name) => `${alias}${quoted(name)}`).join(', ')

/** Its values in the order of the columns, as the target takes them. */
function valuesOf(row: BulkRow, table: Table, { dialect: to }: BulkConnection): unknown[] {
  return table.columns.map(({ name, kind }) => {
    try {
      return converted(row[name], { kind, to })
    } catch (error) {
      if (!(error instanceof UnfitValue)) throw error
      const key = JSON.stringify(Object.fromEntries(table.key.map((part) => [part, row[part]])))
      throw new AppError('unprocessable', `${table.name} ${key}: ${name} has ${error.message}`)
    }
  })
}

async function put(rows: readonly BulkRow[], table: Table, target: BulkConnection): Promise<void> {
  if (rows.length === 0) return
  await target.insert(
    table.name,
    table.columns.map(({ name }) => name),
    rows.map((row) => valuesOf(row, table, target)),
  )
}

/** The rows after this key, in the order of their keys. */
function pageAfter(source: BulkConnection, table: Table, last: string | null) {
  const names = named(table.columns.map(({ name }) => name))
  const from = quoted(table.name)
  const end = `order by ${named(table.key)} limit ${ROWS_AT_ONCE}`
  if (last === null) return source.all(`select ${names} from ${from} ${end}`)
  const after =
    source.dialect === 'sqlite'
      ? table.key.map((name) => `json_extract(@given, '$."${name}"')`).join(', ')
      : table.key
          .map(
            (name) => `(select ${quoted(name)} from json_populate_record(null::${from}, $1::json))`,
          )
          .join(', ')
  return source.all(
    `select ${names} from ${from} where (${named(table.key)}) > (${after}) ${end}`,
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
 * Copies what is there while servers go on writing, some rows at a time, each with how far it has come, so that it
 * goes on from there after it was killed. What changes meanwhile has been noted, and comes with the rounds.
 */
export async function copyTables({ source, target, tables }: Way, { say, now }: Watch) {
  const known = await progressOf(target)
  const beganAt = now()
  let all = 0
  for (const [at, table] of tables.entries()) {
    const { last, copied, isDone } = known.get(table.name) ?? {
      last: null,
      copied: 0,
      isDone: false,
    }
    if (isDone) continue
    let saidAt = now()
    let done = copied
    let page = pageAfter(source, table, last)
    for (;;) {
      const rows = await page
      const end = rows.at(-1)
      const lastKey = end
        ? JSON.stringify(Object.fromEntries(table.key.map((name) => [name, end[name]])))
        : null
      const isLast = rows.length < ROWS_AT_ONCE
      done += rows.length
      all += rows.length
      const putting = target.inTransaction('write', async () => {
        await put(rows, table, target)
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
      // The source reads on while the target takes this page in.
      page = isLast ? Promise.resolve([]) : pageAfter(source, table, lastKey)
      await Promise.all([putting, page])
      const isDue = now() - saidAt >= SAY_EVERY_MS
      if (isDue || (isLast && done > 0)) {
        saidAt = now()
        const rate = Math.round((all * 1000) / Math.max(1, now() - beganAt))
        say(
          `  ${at + 1}/${tables.length} ${table.name}: ${whole(done)} rows, ${whole(rate)} rows/s`,
        )
      }
      if (isLast) break
    }
  }
  return { rows: all, ms: now() - beganAt }
}

async function changesIn(source: BulkConnection): Promise<Changes> {
  const keys = new Map<string, string[]>()
  const distinct = await source.all('select distinct table_name, key from move_changes')
  for (const { table_name, key } of distinct) {
    const name = String(table_name)
    const known = keys.get(name)
    if (known) known.push(String(key))
    else keys.set(name, [String(key)])
  }
  const notes = await source.all('select seq from move_changes')
  return { keys, notes: notes.map(({ seq }) => Number(seq)) }
}

/** The rows that are there of those with these keys, each a JSON object. */
export const rowsBy = (source: BulkConnection, table: Table, keys: readonly string[]) => {
  const columns = named(
    table.columns.map(({ name }) => name),
    'there.',
  )
  const wanted = `[${keys.join(',')}]`
  const equal = (other: (name: string) => string) =>
    table.key.map((name) => `there.${quoted(name)} = ${other(name)}`).join(' and ')
  return source.dialect === 'sqlite'
    ? source.all(
        `select ${columns} from json_each(@given) as noted cross join ${quoted(table.name)} as there
          on ${equal((name) => `json_extract(noted.value, '$."${name}"')`)}`,
        wanted,
      )
    : source.all(
        `select ${columns} from ${quoted(table.name)} as there
          join json_populate_recordset(null::${quoted(table.name)}, $1::json) as noted
          on ${equal((name) => `noted.${quoted(name)}`)}`,
        wanted,
      )
}

/** The keys of each table, as many at once as one statement takes. */
export const inPieces = (keys: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(keys.length / KEYS_AT_ONCE) }, (_, at) =>
    keys.slice(at * KEYS_AT_ONCE, (at + 1) * KEYS_AT_ONCE),
  )

type Round = {
  /** What was counted when both sides were compared: brought to how it is after this round. */
  figures?: Figures | undefined
  /** Done while the source is read in the state that the target has now. */
  inThatState?: () => Promise<void>
}

/**
 * Brings every row that was noted to how it stands in one state of the source, in one transaction of the target:
 * after the first round the target is what the source was at that moment. All such rows leave before the first
 * comes, so that a value that must be there once can go from one row to another.
 */
export async function replayChanges(way: Way, { figures, inThatState }: Round = {}) {
  return way.source.inTransaction('read', async () => {
    const changes = await changesIn(way.source)
    if (changes.notes.length > 0) await takeOver(way, changes, figures)
    await inThatState?.()
    return changes
  })
}

async function takeOver({ source, target, tables }: Way, changes: Changes, figures?: Figures) {
  const touched = tables.flatMap((table) => {
    const keys = changes.keys.get(table.name)
    return keys ? [{ table, pieces: inPieces(keys) }] : []
  })
  await target.inTransaction('write', async () => {
    if (figures) await noteThere(target, changes.keys)
    for (const { table, pieces } of touched) {
      for (const keys of pieces) {
        if (figures) counted(figures, table, await rowsBy(target, table, keys), -1)
        await target.remove(table.name, table.key, keys)
      }
    }
    for (const { table, pieces } of touched) {
      for (const keys of pieces) {
        const rows = await rowsBy(source, table, keys)
        await put(rows, table, target)
        if (figures) counted(figures, table, rows, 1)
      }
    }
  })
}
