import { createHash } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { sqliteFile } from '#db/database.ts'
import { dialect } from './database.ts'

/** Queries the database directly, so that the product's steps on opening a database do not run. */
type RunQuery = (text: string) => Promise<Record<string, unknown>[]>

async function withConnection<T>(url: string, use: (runQuery: RunQuery) => Promise<T>): Promise<T> {
  if (dialect === 'sqlite') {
    const connection = new SqliteDatabase(sqliteFile(url))
    try {
      return await use(async (text) => connection.prepare<[], Record<string, unknown>>(text).all())
    } finally {
      connection.close()
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

// Leaves out virtual tables and their shadow tables: they index the rows of other tables.
const sqliteTables = `
  select t.name as table_name, c.name as column_name
  from pragma_table_list t, pragma_table_info(t.name) c
  where t.schema = 'main' and t.type = 'table'
    and t.name not like 'sqlite%' and t.name not like 'kysely%'
  order by 1, c.cid`
const postgresTables = `
  select table_name, column_name from information_schema.columns
  where table_schema = 'public' and table_name not like 'kysely%' and table_name not like 'citus%'
  order by table_name, ordinal_position`

/** The names of each table's columns, by the table's name. */
export type Tables = Map<string, string[]>

/** Returns the tables that contain the product's rows, and their columns. */
export const tablesOf = (url: string): Promise<Tables> => withConnection(url, readTables)

async function readTables(runQuery: RunQuery): Promise<Tables> {
  const tables: Tables = new Map()
  for (const row of await runQuery(dialect === 'sqlite' ? sqliteTables : postgresTables)) {
    const name = String(row.table_name)
    tables.set(name, [...(tables.get(name) ?? []), String(row.column_name)])
  }
  return tables
}

/**
 * Returns for each table the row count and a digest of these columns. A table that lacks one of the columns gets
 * `gone`.
 */
export const rowsOf = (url: string, tables: Tables): Promise<Record<string, string>> =>
  withConnection(url, async (runQuery) => {
    const rows: Record<string, string> = {}
    const existing = await readTables(runQuery)
    for (const [table, columns] of tables) {
      if (!columns.every((name) => existing.get(table)?.includes(name))) {
        rows[table] = 'gone'
        continue
      }
      const names = columns.map((name) => `"${name}"`).join(', ')
      const found = await runQuery(`select ${names} from "${table}"`)
      const lines = found.map((row) => JSON.stringify(row)).toSorted()
      const digest = createHash('sha256').update(lines.join('\n')).digest('hex')
      rows[table] = `${lines.length} rows ${digest.slice(0, 16)}`
    }
    return rows
  })

const sqliteSchema = `select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_master`
const postgresSchema = `
  select 'column ' || table_name || ' ' || column_name || ' ' || data_type || ' ' ||
    coalesce(collation_name, '') || is_nullable || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' ||
    pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

/** Returns one line for each object that a migration can create, and the names of the applied migrations. */
export const schemaOf = (url: string): Promise<string[]> =>
  withConnection(url, async (runQuery) => {
    const schemaLines = await runQuery(dialect === 'sqlite' ? sqliteSchema : postgresSchema)
    const migrations = await runQuery('select name from kysely_migration')
    return [
      ...schemaLines.map(({ line }) => String(line)),
      ...migrations.map(({ name }) => `migration ${String(name)}`),
    ].toSorted()
  })

/**
 * Returns the number of other client connections to a PostgreSQL database, or 0 on SQLite. PostgreSQL notices the end
 * of a process late, and rolls back only then.
 */
export const countConnections = (url: string): Promise<number> =>
  dialect === 'sqlite'
    ? Promise.resolve(0)
    : withConnection(url, async (runQuery) => {
        const [row] = await runQuery(
          `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and backend_type = 'client backend'
             and pid <> pg_backend_pid()`,
        )
        return Number(row?.count)
      })
