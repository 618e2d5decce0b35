import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openDatabase, sqliteFile } from '#db/database.ts'
import { migrateToLatest, migrationNames } from '#db/migrate.ts'
import { type BulkConnection, openBulk, quoteName } from '#db/postgres/bulk-connection.ts'
import type { DatabaseMoveRow } from '#db/tables/operating-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { removePassword } from '../postgres-commands.ts'
import { removeParts } from './removed-parts.queries.ts'
import { hasTables, listCopiedTables } from './tables.queries.ts'

/** Returns the name of a database for messages that other people than the operator may read, without its password. */
export const displayUrlOf = (url: string): string =>
  url.startsWith('file:') ? `file:${sqliteFile(url)}` : removePassword(url)

/**
 * Opens the database into which a move copies; creates an SQLite file and its folder if missing.
 * @throws AppError for a URL that is neither `file:` nor `postgres://`.
 */
export async function openTarget(url: string): Promise<BulkConnection> {
  if (url.startsWith('file:')) {
    mkdirSync(path.dirname(sqliteFile(url)), { recursive: true, mode: 0o700 })
  } else if (!/^postgres(?:ql)?:\/\//.test(url)) {
    throw new AppError('invalid', 'Name the other database by --to postgres://… or --to file:PATH')
  }
  return openBulk(url, { isTarget: true })
}

type TargetMove = Pick<DatabaseMoveRow, 'id' | 'other' | 'state'>

async function hasTable(target: BulkConnection, name: string): Promise<boolean> {
  const text =
    target.dialect === 'sqlite'
      ? `select 1 as found from sqlite_master where name = '${name}'`
      : `select 1 as found where to_regclass('${name}') is not null`
  return (await target.all(text)).length > 0
}

async function findTargetMove(target: BulkConnection): Promise<TargetMove | undefined> {
  if (!(await hasTable(target, 'database_moves'))) return undefined
  const [row] = await target.all(`select id, other, state from database_moves where side = 'to'`)
  return row as TargetMove | undefined
}

/** Returns true if the target has no tables, or this release's schema without a row. */
async function isBlank(target: BulkConnection): Promise<boolean> {
  if (!(await hasTables(target))) return true
  if (!(await hasTable(target, 'kysely_migration'))) return false
  const names = await target.all('select name from kysely_migration')
  if (names.length !== migrationNames.length) return false
  for (const { name } of await listCopiedTables(target)) {
    if ((await target.all(`select 1 as found from ${quoteName(name)} limit 1`)).length > 0)
      return false
  }
  return true
}

/**
 * Returns how far this move has come in the target.
 * @throws AppError if the target contains anything else.
 */
export async function stateOfTarget(
  target: BulkConnection,
  { id, displayUrl }: { id: string | undefined; displayUrl: string },
): Promise<'blank' | 'filling' | 'done'> {
  const existingMove = await findTargetMove(target)
  if (existingMove && existingMove.id === id)
    return existingMove.state === 'done' ? 'done' : 'filling'
  if (existingMove?.state === 'filling') {
    throw new AppError(
      'conflict',
      `${displayUrl} holds a move of ${existingMove.other} that has not ended. Give an empty database.`,
    )
  }
  if (await isBlank(target)) return 'blank'
  throw new AppError('conflict', `${displayUrl} is not empty. Give an empty database.`)
}

/** Migrates the target to the newest schema, and removes the parts that would slow down the filling. */
export async function prepareTarget(
  target: BulkConnection,
  { url, row }: { url: string; row: DatabaseMoveRow },
): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, isForMaintenance: true })
  try {
    await migrateToLatest(database)
  } finally {
    await database.close()
  }
  await target.inTransaction(async () => {
    await removeParts(target)
    await target.insert(
      'database_moves',
      ['side', 'id', 'other', 'state', 'began_at', 'changed_at'],
      [['to', row.id, row.other, 'filling', row.beganAt, row.changedAt]],
    )
  })
}

/** Records in the target that the move is complete. */
export const markDone = (target: BulkConnection, at: string): Promise<void> =>
  target.run(
    `update database_moves set state = 'done', changed_at = '${at}' where side = 'to' and state = 'filling'`,
  )
