import { type RawBuilder, sql } from 'kysely'
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

export async function countAllPayments(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
