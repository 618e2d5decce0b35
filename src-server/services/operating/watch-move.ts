import { DatabaseSetupError } from '#db/database.ts'
import type { Db } from '#db/tables.ts'
import type { MoveState } from '#server/core/ports/moving.ts'
import { findMove, listMoves } from './database-moves.queries.ts'

/**
 * Refuses a database that no server may use: one that is being filled, and one whose data are elsewhere.
 * @throws DatabaseSetupError which says where the data are.
 */
export async function assertServable(db: Db): Promise<void> {
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

export async function moveStateOf(db: Db): Promise<MoveState> {
  const move = await findMove(db, 'from')
  return { isReadOnly: move !== undefined && move.state !== 'copying' }
}

/** Notes whether changes are to be refused; the database refuses them by itself a moment later. */
export async function lookAtMove(db: Db, moving: MoveState): Promise<void> {
  Object.assign(moving, await moveStateOf(db))
}
