import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import type { WriteLock } from './write-lock.ts'

/** Pages in SQLite's log, and the number of them that are in the database file already. */
type LogState = { log: number; checkpointed: number }

/** Length of SQLite's write-ahead log, in pages, at which a checkpoint is made. A longer log makes reading slower. */
export const LONG_LOG_PAGES = 4000

/**
 * Length of SQLite's write-ahead log, in pages, at which writers wait for readers. SQLite restarts the log only when no
 * reader uses it, which overlapping readers prevent. Readers that begin during the wait find everything in the database
 * file.
 */
export const HUGE_LOG_PAGES = 16_000

const POLL_INTERVAL_MS = 100
/** Minimum interval between two attempts to truncate a huge log, because writers wait during each attempt. */
const TRY_AGAIN_MS = 10_000

/** Returns true if LONG_LOG_PAGES or more pages of SQLite's log are not in the database file yet. Changes nothing. */
export function isLogLong(connection: SqliteDatabase.Database): boolean {
  const { log, checkpointed } = checkpoint(connection, 'noop')
  return log - checkpointed >= LONG_LOG_PAGES
}

type Mode = 'noop' | 'passive' | 'truncate'

function checkpoint(connection: SqliteDatabase.Database, mode: Mode): LogState {
  const [state] = connection.pragma(`wal_checkpoint(${mode})`) as LogState[]
  return state ?? { log: 0, checkpointed: 0 }
}

/** Pages that may remain to be copied while writers wait: a moment's work. */
const SHORT_REMAINDER_PAGES = 500
/** Limit on passes, because writers can be faster than the checkpoints. */
const MAX_PASSES = 3

export type CheckpointOptions = {
  file: string
  writeLock: WriteLock
  /** Flushes the database file to the disk. */
  sync: () => void
  /** Maximum time for which writers wait for readers when the log is huge. */
  waitForReadersMs?: number
  /** Returns after the log has stayed short for this long. */
  idleMs: number
  /** Receives how long the writers were blocked. */
  onHeld?: (ms: number) => void
}

/**
 * Copies SQLite's log into the database file in the background, so that no commit has to. Resolves when the log has
 * stayed short for `idleMs`.
 * Most pages are copied while writers continue, and the last ones while none writes, so that the log can restart.
 * SQLite syncs the file in the last pass only, and writers would wait for that. So what the earlier passes wrote is
 * synced here first, without blocking writers.
 */
export async function makeCheckpoints(options: CheckpointOptions): Promise<void> {
  const { file, writeLock, sync, idleMs, waitForReadersMs = 250, onHeld = () => {} } = options
  const connection = new SqliteDatabase(file, { timeout: waitForReadersMs })
  try {
    let lastLongAtMs = performance.now()
    let truncateFromMs = lastLongAtMs
    // Checks at least once, however long the thread waited for a CPU.
    do {
      await wait(POLL_INTERVAL_MS)
      if (!isLogLong(connection)) continue
      lastLongAtMs = performance.now()
      checkpointMost(connection, sync)
      if (!writeLock.tryAcquire()) await writeLock.acquire()
      const lockedAtMs = performance.now()
      try {
        const { log } = checkpoint(connection, 'passive')
        if (log >= HUGE_LOG_PAGES && lockedAtMs >= truncateFromMs) {
          checkpoint(connection, 'truncate')
          truncateFromMs = lockedAtMs + TRY_AGAIN_MS
        }
      } finally {
        writeLock.release()
        onHeld(performance.now() - lockedAtMs)
      }
    } while (performance.now() - lastLongAtMs < idleMs)
  } finally {
    connection.close()
  }
}

function checkpointMost(connection: SqliteDatabase.Database, sync: () => void): void {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    checkpoint(connection, 'passive')
    sync()
    const { log, checkpointed } = checkpoint(connection, 'noop')
    if (log - checkpointed <= SHORT_REMAINDER_PAGES) return
  }
}
