import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import type { Gate } from './gate.ts'

/** Of SQLite's log: how many pages it holds, and how many of them are in the file already. */
type LogState = { log: number; checkpointed: number }

/** A log of so many pages is brought into the file. More would make reading slower. */
export const LONG_LOG_PAGES = 4000

const LOOK_EVERY_MS = 100

/** Whether there is more in SQLite's log than should be. Looks, and changes nothing. */
export function isLogLong(connection: SqliteDatabase.Database): boolean {
  const { log, checkpointed } = checkpoint(connection, 'noop')
  return log - checkpointed >= LONG_LOG_PAGES
}

function checkpoint(connection: SqliteDatabase.Database, mode: 'noop' | 'passive'): LogState {
  const [state] = connection.pragma(`wal_checkpoint(${mode})`) as LogState[]
  return state ?? { log: 0, checkpointed: 0 }
}

/**
 * Brings SQLite's log into its file beside the writers, so that no commit has to: most of it while they
 * go on writing, and the rest while none does, so that the log begins anew. Ends when the log has stayed
 * short for `idleMs`.
 */
export async function makeCheckpoints(file: string, gate: Gate, idleMs: number): Promise<void> {
  const connection = new SqliteDatabase(file)
  try {
    let usedAtMs = performance.now()
    while (performance.now() - usedAtMs < idleMs) {
      await wait(LOOK_EVERY_MS)
      if (!isLogLong(connection)) continue
      usedAtMs = performance.now()
      checkpoint(connection, 'passive')
      if (!gate.tryEnter()) await gate.enter()
      try {
        checkpoint(connection, 'passive')
      } finally {
        gate.leave()
      }
    }
  } finally {
    connection.close()
  }
}
