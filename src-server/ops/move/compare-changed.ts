import { type BulkConnection, type BulkRow, quoted } from '#db/postgres/bulk-connection.ts'
import { inPieces, rowsBy, type Way } from './copy-tables.ts'
import { type Figures, ownerOf, whole } from './figures.ts'
import type { Column, Table } from './tables.queries.ts'
import { unnotedTables } from './target-log.queries.ts'
import { converted, UnfitValue } from './values.rules.ts'

/** Of so many rows in each table it is said in what they differ. */
const NAMED_ROWS = 20

/** A value in the one form that both databases can be brought to. */
function plain(row: BulkRow, { name, kind }: Column): unknown {
  const value = row[name]
  if (kind === 'text') return value
  try {
    return converted(value, { kind, to: 'postgres' })
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error
    return { unfit: String(value) }
  }
}

function byKey(rows: readonly BulkRow[], { key, columns }: Table): Map<string, unknown[]> {
  return new Map(
    rows.map((row) => {
      const values = columns.map((column) => plain(row, column))
      const own = columns.flatMap(({ name }, at) =>
        key.includes(name) ? [[name, values[at]]] : [],
      )
      return [JSON.stringify(Object.fromEntries(own)), values]
    }),
  )
}

/** What differs between these rows; values are not told, they may be secrets. */
function differencesOf(table: Table, one: readonly BulkRow[], other: readonly BulkRow[]) {
  const [here, there] = [byKey(one, table), byKey(other, table)]
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((key) => {
    const [mine, others] = [here.get(key), there.get(key)]
    if (!others) return [`${table.name} ${key}: only here`]
    if (!mine) return [`${table.name} ${key}: only there`]
    const unequal = table.columns.filter(
      (_, at) => JSON.stringify(mine[at]) !== JSON.stringify(others[at]),
    )
    if (unequal.length === 0) return []
    return [`${table.name} ${key}: not the same ${unequal.map(({ name }) => name).join(', ')}`]
  })
}

async function changedSince(target: BulkConnection): Promise<Map<string, string[]>> {
  const keys = new Map<string, Set<string>>()
  for (const { table_name, key } of await target.all('select table_name, key from move_changes')) {
    const name = String(table_name)
    const known = keys.get(name) ?? new Set()
    // PostgreSQL writes the same object with other blanks.
    known.add(JSON.stringify(JSON.parse(String(key))))
    keys.set(name, known)
  }
  return new Map([...keys].map(([name, some]) => [name, [...some]]))
}

async function countsIn(side: BulkConnection, table: Table): Promise<Map<string, number>> {
  const owner = ownerOf(table) ?? `''`
  const rows = await side.all(
    `select ${owner} as owner, count(*) as rows from ${quoted(table.name)} group by 1`,
  )
  return new Map(rows.map((row) => [String(row.owner ?? ''), Number(row.rows)]))
}

/** On both sides there are as many rows of each merchant as the figures say. */
async function miscounted({ source, target, tables }: Way, figures: Figures): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const order = source.dialect === 'sqlite' ? [target, source] : [source, target]
    const counts = await Promise.all(order.map((side) => countsIn(side, table)))
    const said = figures.get(table.name)
    for (const owner of new Set([
      ...(said?.keys() ?? []),
      ...counts.flatMap((of) => [...of.keys()]),
    ])) {
      const wanted = said?.get(owner)?.rows ?? 0
      for (const [at, side] of order.entries()) {
        const rows = counts[at]?.get(owner) ?? 0
        if (rows === wanted) continue
        const whose = owner === '' ? '' : ` of ${owner}`
        const where = side === source ? 'here' : 'there'
        found.push(
          `${table.name}${whose}: ${whole(rows)} rows ${where}, ${whole(wanted)} are known`,
        )
      }
    }
  }
  return found
}

type Compared = { changed: number; differences: string[] }

/**
 * Both sides were equal at one moment. Every row that either side has noted since is compared here, value by value;
 * the others are what they were, as long as both noted everything, and there are as many as there should be.
 */
export async function compareChanged(way: Way, figures: Figures): Promise<Compared> {
  const { source, target, tables } = way
  const differences: string[] = []
  for (const [where, side] of [
    ['here', source],
    ['there', target],
  ] as const) {
    for (const name of await unnotedTables(side, tables)) {
      differences.push(`${name}: changes were not noted ${where}`)
    }
  }
  const noted = await changedSince(target)
  let changed = 0
  for (const table of tables) {
    const keys = noted.get(table.name) ?? []
    changed += keys.length
    const own: string[] = []
    for (const some of inPieces(keys)) {
      own.push(
        ...differencesOf(
          table,
          await rowsBy(source, table, some),
          await rowsBy(target, table, some),
        ),
      )
    }
    differences.push(...own.slice(0, NAMED_ROWS))
    if (own.length > NAMED_ROWS) {
      differences.push(`${table.name}: ${whole(own.length - NAMED_ROWS)} rows more`)
    }
  }
  differences.push(...(await miscounted(way, figures)))
  return { changed, differences }
}
