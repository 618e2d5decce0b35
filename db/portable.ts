import {
  type ColumnDefinitionBuilderCallback,
  type Kysely,
  type RawBuilder,
  SqliteAdapter,
  sql,
} from 'kysely'

/** The few differences between the two databases, as values. Migrations use it, so it only grows. */
export type Dialect = 'sqlite' | 'postgres'

/** Tells whether a database, or a transaction of it, is SQLite's. */
export const isSqlite = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter

export type Portable = {
  dialect: Dialect
  /** Text that sorts by code point on both databases. */
  text: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  /** Whole numbers up to 2^53, such as money. */
  bigint: RawBuilder<unknown>
  /** Only for tables whose owner is a library that wants native types. */
  boolean: RawBuilder<unknown>
  timestamp: RawBuilder<unknown>
  /** What ends a `create table`: STRICT makes SQLite refuse a value of another type. */
  tableEnd: RawBuilder<unknown>
}

const sqlite: Portable = {
  dialect: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  bigint: sql`integer`,
  boolean: sql`integer`,
  timestamp: sql`text`,
  tableEnd: sql`strict`,
}

const postgres: Portable = {
  dialect: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  boolean: sql`boolean`,
  timestamp: sql`timestamptz`,
  tableEnd: sql``,
}

export const portableFor = (dialect: Dialect): Portable =>
  dialect === 'sqlite' ? sqlite : postgres

export type NewColumn = readonly [
  name: string,
  type: RawBuilder<unknown>,
  build?: ColumnDefinitionBuilderCallback,
]

/**
 * Adds columns without a check and with no default but a constant, to a table of any length. SQLite reads all rows of
 * a strict table again for each column that is added, which takes minutes for millions of them. So the columns are
 * added to an empty table of the same form, and what SQLite then writes of that one is written of the other.
 */
export async function addColumns(
  db: Kysely<unknown>,
  { dialect }: Pick<Portable, 'dialect'>,
  { table, columns }: { table: string; columns: readonly NewColumn[] },
): Promise<void> {
  const addTo = async (name: string) => {
    for (const [column, type, build] of columns) {
      await db.schema.alterTable(name).addColumn(column, type, build).execute()
    }
  }
  if (dialect === 'postgres') return addTo(table)
  const scratch = `${table}_widened`
  await sql.raw(renamed(await tableText(db, table), table, scratch)).execute(db)
  await addTo(scratch)
  const widened = renamed(await tableText(db, scratch), scratch, table)
  await db.schema.dropTable(scratch).execute()
  await writeTableText(db, table, widened)
}

/** Only at its beginning: what refers to a table elsewhere in the text stays. */
function renamed(text: string, from: string, to: string): string {
  const [beginning] = /^create table ["'`]?\w+["'`]?/i.exec(text) ?? []
  if (!beginning?.includes(from))
    throw new Error(`the text of ${from} does not begin with its name`)
  return `${beginning.replace(from, to)}${text.slice(beginning.length)}`
}

/** How SQLite keeps the form of a table: as the text of the statement that made it. */
export async function tableText(db: Kysely<unknown>, table: string): Promise<string> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'table' and name = ${table}
  `.execute(db)
  if (!rows[0]) throw new Error(`there is no table ${table}`)
  return rows[0].sql
}

/**
 * Gives a table another form without a look at its rows, by the way that SQLite documents for it: every row must
 * fit the new form as it is.
 */
export async function writeTableText(db: Kysely<unknown>, table: string, text: string) {
  await sql`pragma writable_schema = on`.execute(db)
  await sql`
    update sqlite_master set sql = ${text} where type = 'table' and name = ${table}
  `.execute(db)
  const { rows } = await sql<{ version: number }>`
    select schema_version as version from pragma_schema_version
  `.execute(db)
  // By its number other connections see that what they have read of the schema no longer holds.
  await sql.raw(`pragma schema_version = ${Number(rows[0]?.version) + 1}`).execute(db)
  await sql`pragma writable_schema = reset`.execute(db)
}
