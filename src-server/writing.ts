import { closeSync, openSync } from 'node:fs'
import { type OpenDatabase, openDatabase, sqliteFile } from '#db/database.ts'
import { type SharedWords, sharedGate, sharedWords } from '#db/sqlite/gate.ts'
import type { Config } from './config/config.ts'
import { poolOptionsOf } from './config/database.ts'
import type { Logger } from './core/context.ts'
import type { Live } from './core/ports/live.ts'
import { statementWatch } from './core/tracing.ts'
import type { WorldParts } from './core/world.ts'
import { paymentsHere } from './features/transactions/store/payments-here.ts'
import { paymentsInThread } from './features/transactions/store/payments-in-thread.ts'
import { type Writers, writersHere } from './jobs/jobs.ts'
import { threadBeside } from './services/writing/thread-beside.ts'
import { WritingThread } from './services/writing/writing-thread.ts'

/** Database access of a process: on its own connections, or on SQLite through a writing thread. */
export type Writing = Pick<WorldParts, 'database' | 'paymentStoreOf'> & {
  writers: Writers
  /** Ends the thread once it has finished its calls. */
  stop: () => Promise<void>
}

export type WritingOptions = { config: Config; log: Logger; live: Live }

/**
 * Starts a writing thread on SQLite, whose file one process has. PostgreSQL needs none: it runs several processes
 * itself.
 */
export function startWriting(options: WritingOptions): Writing {
  const { databaseUrl: url, role } = options.config
  if (url.startsWith('file:') && role !== 'worker') return inThread(options, sharedWords())
  const database = openDatabase({
    ...poolOptionsOf(options.config),
    onTimedStatement: statementWatch(url),
  })
  return {
    database,
    paymentStoreOf: paymentsHere,
    writers: writersHere(database.db),
    stop: async () => {},
  }
}

function inThread({ config, log, live }: WritingOptions, words: SharedWords): Writing {
  const url = config.databaseUrl
  const opened = openDatabase({
    url,
    gate: sharedGate(words, 'answering'),
    onTimedStatement: statementWatch(url),
  })
  const fd = openSync(sqliteFile(url), 'r+')
  const thread = new WritingThread({
    start: (options) => threadBeside(import.meta.url, 'writer', options),
    // Close `fd` after the connections: closing a file that SQLite has open releases SQLite's locks on it.
    data: { url, words, fd, tracing: config.tracing },
    log,
    onChange: (change) => live.publish(change),
    onHeld: (ms) => opened.holds.note(ms),
  })
  const payments = paymentsInThread(thread)
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
      requests: async (rows) => void (await thread.ask('requests', JSON.stringify(rows))),
      keyUses: async (uses) => void (await thread.ask('keyUses', JSON.stringify(uses))),
      isThread: true,
    },
    stop: () => thread.stop(),
  }
}
