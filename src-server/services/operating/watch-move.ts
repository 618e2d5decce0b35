import { DatabaseSetupError } from '#db/database.ts'
import type { Db } from '#db/tables.ts'
import type { MoveState } from '#server/core/ports/move-state.ts'
import { listMoves, readMoves } from './database-moves.queries.ts'

/**
 * Refuses a database that no server may use: one that a move is filling with data, or one whose data were moved to
 * another.
 * @throws DatabaseSetupError that names the other database of the move.
 */
export async function assertServableDatabase(db: Db): Promise<void> {
  for (const { side, state, other, changedAt } of await listMoves(db)) {
    if (side === 'to' && state === 'filling') {
      throw new DatabaseSetupError(
        `This database is being filled with the data of ${other}. Start once \`npm run ops -- move\` says that everything is here.`,
      )
    }
    if (side === 'from' && state === 'moved') {
      throw new DatabaseSetupError(
        `The data of this database were moved to ${other} at ${changedAt}. Let DATABASE_URL name that one; or, to use this one again, run \`npm run ops -- move --abandon\`.`,
      )
    }
  }
}

/**
 * Returns whether a move to another database forbids changes. `isReadOnly` is true once the move has closed this
 * database, and while a move fills it.
 */
export async function readMoveState(db: Db): Promise<MoveState> {
  const moves = await readMoves(db)
  return {
    isReadOnly: moves.some(({ side, state }) =>
      side === 'from' ? state !== 'copying' : state === 'filling',
    ),
  }
}

/**
 * Updates `moveState` in place from the database. The server then refuses changes early; the database refuses them a
 * moment later.
 */
export async function refreshMoveState(db: Db, moveState: MoveState): Promise<void> {
  Object.assign(moveState, await readMoveState(db))
}
