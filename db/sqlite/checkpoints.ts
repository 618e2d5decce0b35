import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import type { Gate } from './gate.ts'

/** Of SQLite's log: how many pages it holds, and how many of them are in the file already. */
type LogState = { log: number; checkpointed: number }

/** A log of so many pages is brought into the file. More would make reading slower. */
export const LONG_LOG_PAGES = 4000

/**
 * SQLite restarts the log only when no reader uses it, which readers that overlap without a gap prevent. From this
 * length on writers wait for the readers; those that begin meanwhile find everything in the file.
 */
export const HUGE_LOG_PAGES = 16_000

const LOOK_EVERY_MS = 100
/** How long until writers wait for readers again, where the readers took too long. */
const TRY_AGAIN_MS = 10_000

/** Whether there is more in SQLite's log than should be. Looks, and changes nothing. */
export function isLogLong(connection: SqliteDatabase.Database): boolean {
  const { log, checkpointed } = checkpoint(connection, 'noop')
  return log - checkpointed >= LONG_LOG_PAGES
}

type Mode = 'noop' | 'passive' | 'truncate'

function checkpoint(connection: SqliteDatabase.Database, mode: Mode): LogState {
  const [state] = connection.pragma(`wal_checkpoint(${mode})`) as LogState[]
  return state ?? { log: 0, checkpointed: 0 }
}

/** What is left to bring into the file while nobody writes: a moment's work. */
const SHORT_REST_PAGES = 500
/** Writers can be faster than the checkpoints beside them. */
const MOST_PASSES = 3

export type CheckpointOptions = {
  file: string
  gate: Gate
  /** Brings what was written to the file onto the disk. */
  sync: () => void
  /** The longest that writers wait for readers when the log is huge. */
  waitForReadersMs?: number
  /** Ends when the log has stayed short for so long. */
  idleMs: number
  /** Told how long the writers were kept waiting. */
  onHeld?: (ms: number) => void
}

/**
 * Brings SQLite's log into its file beside the writers, so that no commit has to: most of it while they
 * go on writing, and the rest while none does, so that the log begins anew. SQLite itself syncs the file in the
 * last pass alone, for which the writers would wait; so what the passes before it wrote is synced beside them.
 */
export async function makeCheckpoints(options: CheckpointOptions): Promise<void> {
  const { file, gate, sync, idleMs, waitForReadersMs = 250, onHeld = () => {} } = options
  const connection = new SqliteDatabase(file, { timeout: waitForReadersMs })
  try {
    let usedAtMs = performance.now()
    let truncateFromMs = usedAtMs
    // Looks at least once, however long the thread waited for a processor.
    do {
      await wait(LOOK_EVERY_MS)
      if (!isLogLong(connection)) continue
      usedAtMs = performance.now()
      bringMost(connection, sync)
      if (!gate.tryEnter()) await gate.enter()
      const heldSinceMs = performance.now()
      try {
        const { log } = checkpoint(connection, 'passive')
        if (log >= HUGE_LOG_PAGES && heldSinceMs >= truncateFromMs) {
          checkpoint(connection, 'truncate')
          truncateFromMs = heldSinceMs + TRY_AGAIN_MS
        }
      } finally {
        gate.leave()
        onHeld(performance.now() - heldSinceMs)
      }
    } while (performance.now() - usedAtMs < idleMs)
  } finally {
    connection.close()
  }
}

function bringMost(connection: SqliteDatabase.Database, sync: () => void): void {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    checkpoint(connection, 'passive')
    sync()
    const { log, checkpointed } = checkpoint(connection, 'noop')
    if (log - checkpointed <= SHORT_REST_PAGES) return
  }
}
