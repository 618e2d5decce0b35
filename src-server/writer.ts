import { randomBytes } from 'node:crypto'
import { parentPort, type Worker, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { openDatabase, sqliteFile } from '#db/database.ts'
import { isLogLong } from '#db/sqlite/checkpoints.ts'
import { releaseFor, sharedWriteLock } from '#db/sqlite/write-lock.ts'
import type { TracingConfig } from './config/tracing.ts'
import { consequences } from './consequences.ts'
import type { Logger, StoringWorld } from './core/context.ts'
import type { MerchantChange } from './core/ports/live.ts'
import type { PaymentOrder } from './core/ports/payment-store.ts'
import { inSpan, statementRecorder } from './core/tracing.ts'
import { storeKeyUses } from './features/api-keys/key-uses.ts'
import { storeGroup } from './features/transactions/store/store-group.ts'
import { serializeOutcomes } from './features/transactions/store/thread-payments.ts'
import { repeat } from './jobs/repeat.ts'
import { startWritingJobs } from './jobs/writing-jobs.ts'
import { RequestLogWriter } from './services/request-log/request-log.ts'
import type { Tracing } from './services/tracing/open-telemetry.ts'
import {
  sentError,
  type WriterMessage,
  type WriterRequest,
  type WritingData,
} from './services/writing/messages.ts'
import { startThread } from './services/writing/start-thread.ts'
import { idMaker, makeReference } from './shared/id.ts'

/**
 * The thread that writes to SQLite: payments, and all bulk writes. The thread that serves requests sends it messages. A
 * response is posted after its commit, never before.
 */
const { url, lockMemory, tracing: tracingConfig } = workerData as WritingData
const port = parentPort
if (!port) throw new Error('this program is a thread of the server')
const post = (writerMessage: WriterMessage): void => port.postMessage(writerMessage)

const logAt =
  (level: 'debug' | 'info' | 'warn' | 'error') =>
  (fields: object, message = ''): void =>
    post({ is: 'logged', level, fields: serializeFields(fields), message })

function serializeFields(fields: object): object {
  if (!('err' in fields)) return fields
  return { ...fields, err: sentError(fields.err) }
}

const log = Object.fromEntries(
  (['debug', 'info', 'warn', 'error'] as const).map((level) => [level, logAt(level)]),
) as unknown as Logger

const tracing = tracingConfig && (await tracingFor(tracingConfig))

/** Loads OpenTelemetry only when tracing is configured. */
async function tracingFor(config: TracingConfig): Promise<Tracing> {
  const { startTracing } = await import('./services/tracing/open-telemetry.ts')
  return startTracing(config, log)
}

const database = openDatabase({
  url,
  writeLock: sharedWriteLock(lockMemory, 'writing'),
  commitsEachTransaction: true,
  onTimedStatement: statementRecorder(url),
})
database.holds.record = (ms) => post({ is: 'held', ms })
const now = () => Date.now()
const world: StoringWorld = {
  db: database.db,
  dialect: database.dialect,
  now,
  log,
  newId: idMaker(now, randomBytes),
  newReference: () => makeReference(randomBytes),
  publishChange: (change) => post({ is: 'changed', changes: [change] }),
  // The thread that requested the payment wakes the mail worker for its receipt.
  wakeMailWorker: () => undefined,
  consequences,
}

/** The world of work that no caller waits for: its writes let payments go first. */
const backgroundWorld: StoringWorld = { ...world, db: database.background }

const requestLog = new RequestLogWriter()

/** Calls that the thread serves. Their changes are sent with the response. */
const handlers: Record<string, (callWorld: StoringWorld, input: unknown) => Promise<unknown>> = {
  payments: async (callWorld, orders) =>
    serializeOutcomes(await storeGroup(callWorld, orders as PaymentOrder[])),
  requests: (_, rows) => requestLog.write(backgroundWorld.db, rows as never),
  keyUses: (_, uses) => storeKeyUses(backgroundWorld.db, uses as never),
}

async function handleRequest({ id, call, input, parent }: WriterRequest): Promise<void> {
  const changes: MerchantChange[] = []
  try {
    const work = handlers[call]
    if (!work) throw new Error(`the writing thread knows no ${call}`)
    const callWorld = { ...world, publishChange: (change: MerchantChange) => changes.push(change) }
    const result = await inSpan(`write ${call}`, {}, () => work(callWorld, JSON.parse(input)), {
      parent: parent ?? '',
    })
    post({ is: 'answered', id, result: JSON.stringify(result) ?? 'null', changes })
  } catch (error) {
    post({ is: 'failed', id, error: sentError(error) })
  }
}

const CHECK_LOG_EVERY_MS = 250
const logReader = new SqliteDatabase(sqliteFile(url))
let checkpointer: Worker | undefined

/** Starts the checkpoint thread when SQLite's log is long. The thread ends by itself when it is idle. */
async function keepLogShort(): Promise<void> {
  if (checkpointer || !isLogLong(logReader)) return
  checkpointer = startThread(import.meta.url, 'checkpointer', {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  })
  checkpointer.on('error', (error) => world.log.error({ err: error }, 'checkpoints failed'))
  checkpointer.on('exit', () => {
    releaseFor(lockMemory, 'checkpoints')
    checkpointer = undefined
  })
}

const jobs = [
  ...startWritingJobs(backgroundWorld),
  repeat('keep-log-short', { everyMs: CHECK_LOG_EVERY_MS, log: world.log, work: keepLogShort }),
]

async function stop(): Promise<void> {
  for (const job of jobs) await job.stop()
  await Promise.all(running)
  await checkpointer?.terminate()
  logReader.close()
  await database.close()
  port?.close()
  if (!tracing) return
  await tracing.stop()
  // A collector that does not respond keeps a connection open, and so the thread alive. Here exit() ends only the
  // thread.
  process.exit()
}

const running = new Set<Promise<void>>()
port.on('message', (request: WriterRequest) => {
  if (request.call === 'stop') return void stop()
  const work = handleRequest(request).finally(() => running.delete(work))
  running.add(work)
})
post({ is: 'ready' })
