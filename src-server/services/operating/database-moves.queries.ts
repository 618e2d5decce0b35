import { sql } from 'kysely'
import { hasTable } from '#db/has-table.ts'
import type { DatabaseMoveRow } from '#db/tables/operating-tables.ts'
import type { Db } from '#db/tables.ts'

export const findMove = (db: Db, side: DatabaseMoveRow['side']) =>
  db.selectFrom('databaseMoves').selectAll().where('side', '=', side).executeTakeFirst()

/** Also of a database that an older release made, or none: it has no such table yet. */
export async function listMoves(db: Db): Promise<DatabaseMoveRow[]> {
  if (!(await hasTable(db, 'database_moves'))) return []
  return db.selectFrom('databaseMoves').selectAll().execute()
}

export const saveMove = (db: Db, row: DatabaseMoveRow) =>
  db
    .insertInto('databaseMoves')
    .values(row)
    .onConflict((oc) => oc.column('side').doUpdateSet(row))
    .execute()

export const setMoveState = (
  db: Db,
  { side, state, changedAt }: Pick<DatabaseMoveRow, 'side' | 'state' | 'changedAt'>,
) => db.updateTable('databaseMoves').set({ state, changedAt }).where('side', '=', side).execute()

export const deleteMove = (db: Db, side: DatabaseMoveRow['side']) =>
  db.deleteFrom('databaseMoves').where('side', '=', side).execute()

/** Until the transaction ends nobody writes to these tables, and who writes now has ended. */
export async function holdTables(db: Db, tables: readonly string[]): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(db)
  const names = tables.map((name) => `"${name}"`).join(', ')
  await sql.raw(`lock table ${names} in share row exclusive mode`).execute(db)
}
