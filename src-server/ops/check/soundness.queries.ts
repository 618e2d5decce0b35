import { type RawBuilder, sql } from 'kysely'
import type { Db, DialectDb } from '#db/tables.ts'

/** Returns the first rows that a statement selects. */
export async function firstRows(db: Db, statement: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql`${statement} limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns the faults that SQLite finds in the file itself; empty for an intact file. Only the full check also looks up
 * every row in every index, which takes hours for tens of gigabytes.
 */
export async function listFileFaults(db: Db, { isQuick }: { isQuick: boolean }) {
  const pragmaName = isQuick ? 'quick_check' : 'integrity_check'
  const { rows } = await sql<Record<string, string>>`pragma ${sql.raw(pragmaName)}`.execute(db)
  return rows.filter((row) => !Object.values(row).includes('ok'))
}

/** Returns SQLite's rows whose foreign key refers to a missing row, with one statement for each table. */
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

/**
 * Updates PostgreSQL's statistics. Without them it joins tables that were just filled or restored row by row, which is
 * slow. Does nothing on SQLite.
 */
export async function prepareForCheck({ db, dialect }: DialectDb): Promise<void> {
  if (dialect === 'postgres') await sql`analyze`.execute(db)
}

/** Returns the number of payments of all merchants. */
export async function countAllPayments(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
