import { closeSync, openSync } from 'node:fs'
import { type OpenDatabase, openDatabase, sqliteFile } from '#db/database.ts'
import { type SharedWords, sharedWords, sharedWriteLock } from '#db/sqlite/write-lock.ts'
import type { Config } from './config/config.ts'
import { poolOptionsOf } from './config/database.ts'
import type { Logger } from './core/context.ts'
import type { Live } from './core/ports/live.ts'
import { statementRecorder } from './core/tracing.ts'
import type { WorldParts } from './core/world.ts'
import { createPaymentStore } from './features/transactions/store/local-payments.ts'
import { createThreadPaymentStore } from './features/transactions/store/thread-payments.ts'
import { createLocalWriters, type Writers } from './jobs/jobs.ts'
import { startThread } from './services/writing/start-thread.ts'
import { WritingThread } from './services/writing/writing-thread.ts'

/** Database access of a process: on its own connections, or on SQLite through a writing thread. */
export type DatabaseAccess = Pick<WorldParts, 'database' | 'paymentStoreOf'> & {
  writers: Writers
  /** Ends the thread once it has finished its calls. */
  stop: () => Promise<void>
}

export type DatabaseAccessOptions = { config: Config; log: Logger; live: Live }

/**
 * Starts a writing thread on SQLite, whose file one process has. PostgreSQL needs none: it runs several processes
 * itself.
 */
export function startWriting(options: DatabaseAccessOptions): DatabaseAccess {
  const { databaseUrl: url, role } = options.config
  if (url.startsWith('file:') && role !== 'worker') return openInThread(options, sharedWords())
  const database = openDatabase({
    ...poolOptionsOf(options.config),
    onTimedStatement: statementRecorder(url),
  })
  return {
    database,
    paymentStoreOf: createPaymentStore,
    writers: createLocalWriters(database.db),
    stop: async () => {},
  }
}

function openInThread(
  { config, log, live }: DatabaseAccessOptions,
  words: SharedWords,
): DatabaseAccess {
  const url = config.databaseUrl
  const opened = openDatabase({
    url,
    writeLock: sharedWriteLock(words, 'answering'),
    onTimedStatement: statementRecorder(url),
  })
  const fd = openSync(sqliteFile(url), 'r+')
  const thread = new WritingThread({
    start: (options) => startThread(import.meta.url, 'writer', options),
    // Close `fd` after the connections: closing a file that SQLite has open releases SQLite's locks on it.
    data: { url, words, fd, tracing: config.tracing },
    log,
    onChange: (change) => live.publish(change),
    onHeld: (ms) => opened.holds.record(ms),
  })
  const payments = createThreadPaymentStore(thread)
  const database: OpenDatabase = {
    ...opened,
    waiting: () => opened.waiting() + payments.waiting,
    close: async () => {
      await opened.close()
      closeSync(fd)
    },
  }
  return {
    database,
    paymentStoreOf: () => payments,
    writers: {
      requests: async (rows) => void (await thread.request('requests', JSON.stringify(rows))),
      keyUses: async (uses) => void (await thread.request('keyUses', JSON.stringify(uses))),
      isThread: true,
    },
    stop: () => thread.stop(),
  }
}
