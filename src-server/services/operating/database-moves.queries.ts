import { sql } from 'kysely'
import { hasTable } from '#db/has-table.ts'
import type { DatabaseMoveRow } from '#db/tables/operating-tables.ts'
import type { Db } from '#db/tables.ts'

export const readMoves = (db: Db): Promise<DatabaseMoveRow[]> =>
  db.selectFrom('databaseMoves').selectAll().execute()

export const findMove = (db: Db, side: DatabaseMoveRow['side']) =>
  db.selectFrom('databaseMoves').selectAll().where('side', '=', side).executeTakeFirst()

/**
 * Lists the moves of this database to or from another one. Returns an empty list for a database without the table: an
 * empty database, or a database of an older release.
 */
export async function listMoves(db: Db): Promise<DatabaseMoveRow[]> {
  if (!(await hasTable(db, 'database_moves'))) return []
  return readMoves(db)
}

export const saveMove = (db: Db, row: DatabaseMoveRow) =>
  db.insertInto('databaseMoves').values(row).execute()

/**
 * Changes the state of the move from this database to another. Returns false when that move has ended, or another move
 * has begun.
 */
export async function setMoveState(
  db: Db,
  { id, state, changedAt }: Pick<DatabaseMoveRow, 'id' | 'state' | 'changedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('databaseMoves')
    .set({ state, changedAt })
    .where('side', '=', 'from')
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteMove = (db: Db, side: DatabaseMoveRow['side']) =>
  db.deleteFrom('databaseMoves').where('side', '=', side).execute()

/** Locks tables against writes until the transaction ends. Waits at most 5 seconds per lock for running writers. */
export async function lockTables(db: Db, tables: readonly string[]): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(db)
  const names = tables.map((name) => `"${name}"`).join(', ')
  await sql.raw(`lock table ${names} in share row exclusive mode`).execute(db)
}
