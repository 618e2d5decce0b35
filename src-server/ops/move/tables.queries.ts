import type { BulkConnection } from '#db/postgres/bulk-connection.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { ColumnKind } from './values.rules.ts'

/** A column with the kind of its values, which decides how they are converted for the other database. */
export type Column = { name: string; kind: ColumnKind }
/** A table with its columns and the names of its primary key's columns. */
export type Table = { name: string; columns: Column[]; key: string[] }

/**
 * Tables that are not copied: rate limits, tables about this database only, and tables that each database derives
 * itself. The derived tables are SQLite's trigram index, which its server rebuilds.
 */
const NOT_COPIED =
  /^(?:sqlite_.*|kysely_.*|search_(?:index|lists|stale|trigram.*)|rate_buckets|database_moves|operator_runs|move_(?:changes|progress|set_aside))$/

/** Tables that only the database itself or the move may write: they have no trigger. */
const UNGUARDED =
  /^(?:sqlite_.*|kysely_.*|search_trigrams.*|rate_buckets|database_moves|move_(?:changes|progress|set_aside))$/

const KINDS: Record<string, ColumnKind> = {
  TEXT: 'text',
  INTEGER: 'integer',
  BLOB: 'bytes',
  text: 'text',
  integer: 'integer',
  smallint: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  'timestamp with time zone': 'instant',
  bytea: 'bytes',
}

const SQLITE_COLUMNS = `
  select t.name as "table", c.name as "column", c.type, c.pk as key_at
  from pragma_table_list t, pragma_table_info(t.name) c
  where t.schema = 'main' and t.type = 'table' order by 1, c.cid`

const POSTGRES_COLUMNS = `
  select c.table_name as "table", c.column_name as "column", c.data_type as type,
    coalesce(array_position(k.conkey, a.attnum), 0) as key_at
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  join pg_attribute a on a.attrelid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass
    and a.attname = c.column_name
  left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
  order by 1, c.ordinal_position`

type ColumnRow = { table: string; column: string; type: string; key_at: number }

const columnsOf = async (connection: BulkConnection): Promise<ColumnRow[]> =>
  (await connection.all(
    connection.dialect === 'sqlite' ? SQLITE_COLUMNS : POSTGRES_COLUMNS,
  )) as ColumnRow[]

/** Returns true if the database has any table. */
export const hasTables = async (connection: BulkConnection): Promise<boolean> =>
  (await columnsOf(connection)).some(({ table }) => !table.startsWith('sqlite_'))

/** Returns true if a move of an older release records the changes of this database. */
export const recordsChanges = async (connection: BulkConnection): Promise<boolean> =>
  (await columnsOf(connection)).some(({ table }) => table === 'move_changes')

/** Returns the names of the tables on which a move refuses every change. */
export async function listGuardedTables(connection: BulkConnection): Promise<string[]> {
  const names = new Set((await columnsOf(connection)).map(({ table }) => table))
  return [...names].filter((name) => !UNGUARDED.test(name))
}

/** Returns the tables whose rows are copied from one database to the other. */
export async function listCopiedTables(connection: BulkConnection): Promise<Table[]> {
  const tables = new Map<string, Table>()
  const keys = new Map<string, { name: string; at: number }[]>()
  for (const { table, column, type, key_at } of await columnsOf(connection)) {
    if (NOT_COPIED.test(table)) continue
    const kind = KINDS[type]
    if (!kind) throw new AppError('unprocessable', `${table}.${column} is a ${type}.`)
    const existing = tables.get(table) ?? { name: table, columns: [], key: [] }
    existing.columns.push({ name: column, kind })
    tables.set(table, existing)
    if (key_at > 0) keys.set(table, [...(keys.get(table) ?? []), { name: column, at: key_at }])
  }
  for (const table of tables.values()) {
    const keyColumns = keys.get(table.name) ?? []
    table.key = keyColumns.toSorted((one, other) => one.at - other.at).map(({ name }) => name)
    if (table.key.length === 0) {
      throw new AppError('unprocessable', `${table.name} has no primary key.`)
    }
  }
  return [...tables.values()]
}

/**
 * Returns the tables that both databases have. A table with booleans or instants is described as PostgreSQL has it,
 * because SQLite stores such values as integers and texts.
 * @throws if the databases do not have the same tables.
 */
export function matchTables(source: readonly Table[], target: readonly Table[]): Table[] {
  const byName = new Map(target.map((table) => [table.name, table]))
  const shape = ({ name, columns, key }: Table) =>
    `${name}(${columns
      .map((column) => column.name)
      .toSorted()
      .join()}) by ${key.join()}`
  const sourceShape = source.map(shape).toSorted().join('\n')
  if (sourceShape !== target.map(shape).toSorted().join('\n')) {
    throw new AppError('unprocessable', 'The two databases do not have the same tables.')
  }
  const isNative = ({ columns }: Table) =>
    columns.some(({ kind }) => kind === 'boolean' || kind === 'instant')
  return source.map((table) => {
    const other = byName.get(table.name) ?? table
    return isNative(other) ? { ...other, key: table.key } : table
  })
}
