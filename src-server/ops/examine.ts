import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { migrateToLatest, migrationNames } from '#db/migrate.ts'
import type { KeyAge } from '../secret-box.ts'
import { AppError } from '../errors.ts'
import { type Finding, ledgerCheck } from './ledger-check.ts'
import type { Office } from './office.ts'
import { countByKey } from './sealed.ts'

export type Examined = { findings: Finding[]; payments: number; secrets: Record<KeyAge, number> }

const NOTHING = { payments: 0, secrets: { newest: 0, former: 0, unknown: 0 } }

/**
 * Brings an SQLite file to this release's schema and checks all that must hold of it. The file is
 * changed by that, so it is always a copy.
 */
export async function examine(office: Office, file: string): Promise<Examined> {
  try {
    const database = openDatabase({ url: `file:${file}` })
    try {
      if ((await schemaOf(database, file)) === 'older') await migrateToLatest(database)
      const world = office.worldOf(database)
      const { findings } = await ledgerCheck(world)
      return { findings, payments: await countPayments(database), secrets: await countByKey(world) }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { ...NOTHING, findings: [{ invariant: 'the file is sound', rows: [error.message] }] }
  }
}

export const isDamage = (error: unknown): error is Error =>
  error instanceof SqliteDatabase.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/.test(error.code)

/** @throws AppError when a newer release made it, or none of ours. */
export async function schemaOf({ db }: OpenDatabase, file: string): Promise<'older' | 'current'> {
  const { rows: tables } = await sql`
    select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`.execute(db)
  if (tables.length === 0) {
    throw new AppError('unprocessable', `${file} holds no database of Incasso.`)
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const newer = rows.find(({ name }) => !migrationNames.includes(name))
  if (newer) {
    throw new AppError(
      'unprocessable',
      `${file} was made by a newer release (it has ${newer.name}): use that release for it.`,
    )
  }
  return rows.length < migrationNames.length ? 'older' : 'current'
}

async function countPayments({ db }: OpenDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
