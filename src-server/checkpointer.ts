import { fsyncSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { sqliteFile } from '#db/database.ts'
import { makeCheckpoints } from '#db/sqlite/checkpoints.ts'
import { sharedWriteLock } from '#db/sqlite/write-lock.ts'
import type { WritingData } from './services/writing/messages.ts'

/** Idle time after which this thread, which makes SQLite's checkpoints, ends: it costs memory, and most shops are quiet. */
const IDLE_MS = 30_000

const { url, lockMemory, fd } = workerData as WritingData
await makeCheckpoints({
  file: sqliteFile(url),
  writeLock: sharedWriteLock(lockMemory, 'checkpoints'),
  sync: () => fsyncSync(fd),
  idleMs: IDLE_MS,
})
