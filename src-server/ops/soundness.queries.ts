import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Db, DialectDb } from '#db/tables.ts'

/** The first rows that a statement selects. */
export async function firstRows(db: Db, statement: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql`${statement} limit ${limit}`.execute(db)
  return rows
}

/**
 * What SQLite finds wrong with the file itself. The whole look also seeks every row in every index, which
 * takes hours in tens of gigabytes.
 */
export async function listFileFaults(db: Db, { isQuick }: { isQuick: boolean }) {
  const look = isQuick ? 'quick_check' : 'integrity_check'
  const { rows } = await sql<Record<string, string>>`pragma ${sql.raw(look)}`.execute(db)
  return rows.filter((row) => !Object.values(row).includes('ok'))
}

/** SQLite's rows whose foreign key points to none, table by table: one statement for each. */
export async function listOrphans(db: Db): Promise<unknown[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and sql like '%references%'`.execute(db)
  const orphans: unknown[] = []
  for (const { name } of tables) {
    const { rows } = await sql`pragma foreign_key_check(${sql.id(name)})`.execute(db)
    orphans.push(...rows)
  }
  return orphans
}

/** Of tables that have just been filled or restored PostgreSQL knows nothing yet, and joins them row by row. */
export async function prepareForCheck({ db, dialect }: DialectDb): Promise<void> {
  if (dialect === 'postgres') await sql`analyze`.execute(db)
}

/** Names of the migrations that an SQLite file has had; undefined when none of ours made it. */
export async function findMigrationNames(db: Db): Promise<string[] | undefined> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const { rows: tables } = await (isSqlite
    ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
    : sql`select 1 where to_regclass('kysely_migration') is not null`
  ).execute(db)
  if (tables.length === 0) return undefined
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

export async function countAllPayments(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
