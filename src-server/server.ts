import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { DatabaseSetupError, openDatabase } from '#db/database.ts'
import { isReadOnly } from '#db/failures.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { assertNamedStatements, explainPoolerErrors } from '#db/postgres/pooler.ts'
import { type AppDeps, buildApp, buildWorkerApp } from './app.ts'
import { announcementLines } from './config/announcement.ts'
import { type Config, ConfigError, loadConfig } from './config/config.ts'
import { consequences } from './consequences.ts'
import type { Logger } from './core/context.ts'
import type { Identity } from './core/ports/identity.ts'
import { secretBox } from './core/secrets/secret-box.ts'
import { secretKeysOf, signingSecret } from './core/secrets/secret-key.ts'
import { pooledBytes } from './core/work/pooled-bytes.ts'
import { endSlices } from './core/work/time-slices.ts'
import { WakeSignal } from './core/work/wake-signal.ts'
import { KeyUses } from './features/api-keys/key-uses.ts'
import { type JobDeps, startJobs } from './jobs/jobs.ts'
import type { RepeatedJob } from './jobs/repeat.ts'
import type { EmbeddedOptions } from './services/identity/embedded/embedded-auth.ts'
import { LiveBus } from './services/live/live-bus.ts'
import { PostgresRelay } from './services/live/relay-postgres.ts'
import { createMailer } from './services/mail/mailer.ts'
import { queueMail } from './services/mail/queue-mail.ts'
import { assertServableDatabase, readMoveState } from './services/operating/watch-move.ts'
import { createWebhookSender } from './services/outbox/sender.ts'
import { createProcessors } from './services/processors/processors-of.ts'
import { RequestLog } from './services/request-log/request-log.ts'
import type { Tracing } from './services/tracing/open-telemetry.ts'
import { traceProcessors, traceSender } from './services/tracing/traced-calls.ts'
import { idMaker } from './shared/id.ts'
import { type DatabaseAccess, startWriting } from './writing.ts'

/**
 * Connections that may wait until the server accepts them. A client whose connection does not fit waits a whole second
 * before it tries again.
 */
const BACKLOG = 2048

const STOP_WITHIN_MS = 9_000
const IDLE_WITHIN_MS = 3_000

/**
 * V8's default on a machine with much memory lets the heap grow to four times its live size before it collects garbage.
 * Under heavy load that used 130 MB more than growth to twice the live size, and was no faster.
 */
const HEAP_GROWS_BY_PERCENT = 100

const print = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Runs the migrations on separate connections: building an index on millions of rows takes longer than a request may.
 */
async function runMigrations(config: Config): Promise<string[]> {
  const { databaseUrl, databaseDirectUrl: url, usesNamedStatements } = config
  const isDirectGiven = url !== databaseUrl
  const database = openDatabase({ url, poolSize: 2, isForMaintenance: true })
  try {
    const statementCheck =
      database.dialect === 'postgres' && usesNamedStatements
        ? assertNamedStatements(databaseUrl)
        : undefined
    // Avoids an unhandled rejection: `await statementCheck` reports it, unless the migrations fail first.
    statementCheck?.catch(() => undefined)
    const ran = await explainPoolerErrors({ isDirectGiven }, async () => {
      await assertServableDatabase(database.db)
      return migrateToLatest(database)
    })
    await statementCheck
    return ran
  } finally {
    await database.close()
  }
}

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_BY_PERCENT}`)
  const startedAt = performance.now()
  const root = projectFolder(path.dirname(fileURLToPath(import.meta.url)))
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const config = loadConfig(undefined, version)
  const log = pino({ level: config.logLevel, redact: redactedPaths })
  const tracing = await tracingOf(config, log)
  const migratedAt = performance.now()
  // Load the identity library from disk while the database works.
  const [migrations] = await Promise.all([runMigrations(config), identityLibrary(config)])
  const live = new LiveBus()
  const writing = startWriting({ config, log, live })
  const { database } = writing
  print(`  ✓ database ready (${migrations.length} migrations ran)   ${since(migratedAt)}`)

  const now = () => Date.now()
  const masterKeys = secretKeysOf(config)
  const [secret = '', ...formerSecrets] = masterKeys.map(signingSecret)
  const keyUses = new KeyUses()
  const mailer = createMailer(config, print)
  const mailSignal = new WakeSignal()
  const box = secretBox(masterKeys)
  const newId = idMaker(now, pooledBytes())
  const mailWorld = { ...database, now, newId, secretBox: box, wakeMailWorker: mailSignal.wake }
  const deps: ServerDeps = {
    ...writing,
    config,
    now,
    log,
    keyUses,
    live,
    secretBox: box,
    webhookSender: traceSender(createWebhookSender(config.webhookUrls)),
    tracing,
    requestLog: new RequestLog(),
    draining: { isDraining: false },
    moving: await readMoveState(database.db),
    processors: traceProcessors(createProcessors({ config, db: database.db, box })),
    identity: await identityOf({
      ...database,
      config,
      secret,
      formerSecrets,
      now,
      log,
      queueMail: mailer && ((mail) => queueMail(mailWorld, mail)),
      onSessionsEnded: (userId) => live.sessionsEnded(userId),
    }),
    mailer,
    mailSignal,
    consequences,
    pageFolder: path.join(root, 'dist/client'),
    guidesFolder: guidesFolder(root),
  }
  const app = await (config.role === 'worker' ? buildWorkerApp(deps) : buildApp(deps))
  await serve({ app, deps, jobs: [], relay: undefined })
  announce(config, startedAt)
}

type ServerDeps = AppDeps &
  JobDeps &
  Pick<DatabaseAccess, 'stop'> & { tracing: Tracing | undefined }

type RunningServer = {
  app: FastifyInstance
  deps: ServerDeps
  jobs: RepeatedJob[]
  relay: PostgresRelay | undefined
}

/**
 * Starts the server. Signal handlers come first: a supervisor may stop the process as soon as the port accepts
 * connections.
 */
async function serve(running: RunningServer): Promise<void> {
  const { app, deps } = running
  const { port, host } = deps.config
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stop(running, signal).catch(failToStop(deps.log)))
  await app.listen({ port, host, backlog: BACKLOG })
  running.jobs = startJobs(deps)
  running.relay = await startRelay(deps)
}

const failToStop = (log: Logger) => (error: unknown) => {
  log.error({ err: error }, 'the process could not end in order')
  process.exit(1)
}

/** Finishes requests and jobs in progress, stores data that is only in memory, and ends the process. */
async function stop(running: RunningServer, signal: string): Promise<void> {
  const { app, deps } = running
  const { config, database, identity, keyUses, log, requestLog, webhookSender, writers } = deps
  log.info({ signal }, 'stopping')
  deps.draining.isDraining = true
  let waitsFor = 'load balancers to learn of it'
  // Cut off requests that hang longer than this: the process manager that stops the server has a limit too.
  setTimeout(() => {
    log.error({ waitsFor }, 'the process was still busy when its time to stop was over')
    process.exit(1)
  }, config.drainMs + STOP_WITHIN_MS).unref()
  const steps: [string, () => unknown][] = [
    ['load balancers to learn of it', () => wait(config.drainMs)],
    ['long requests', endSlices],
    ['requests', () => app.close()],
    // The sign-in's background work ends before the jobs stop, because the jobs send the mails that it queues.
    ['the sign-in', () => Promise.race([identity.idle?.(), wait(IDLE_WITHIN_MS)])],
    ['jobs', () => stopSerially(running.jobs)],
    ['the relay', () => running.relay?.stop()],
    ['uses of keys', () => keyUses.flush(writers.keyUses).catch(unlessReadOnly)],
    ['the request log', () => requestLog.flush(writers.requests).catch(unlessReadOnly)],
    ['the writer', () => deps.stop()],
    ['webhooks', () => webhookSender.close()],
    ['connections', () => database.close()],
    ['traces', () => deps.tracing?.stop()],
  ]
  for (const [name, work] of steps) {
    waitsFor = name
    await work()
  }
  process.exit(0)
}

/** Stops the jobs one after another: a later job may still do the work that an earlier job leaves. */
async function stopSerially(jobs: readonly RepeatedJob[]): Promise<void> {
  for (const job of jobs) await job.stop()
}

/** Loads OpenTelemetry only when a collector is configured. */
async function tracingOf({ tracing }: Config, log: Logger): Promise<Tracing | undefined> {
  if (!tracing) return undefined
  const { startTracing } = await import('./services/tracing/open-telemetry.ts')
  return startTracing(tracing, log)
}

/** Ignores the error of a read-only database: its data were moved, so data in this process's memory is obsolete. */
function unlessReadOnly(error: unknown): void {
  if (!isReadOnly(error)) throw error
}

/** Imports only the chosen identity provider's library, because each takes a while to load. */
const embeddedLibrary = () => import('./services/identity/embedded/embedded.ts')
const clerkLibrary = () => import('./services/identity/clerk/clerk-identity.ts')
const identityLibrary = ({ clerk }: Config) => (clerk ? clerkLibrary() : embeddedLibrary())

async function identityOf(options: EmbeddedOptions): Promise<Identity> {
  const { clerk } = options.config
  return clerk
    ? (await clerkLibrary()).createClerkIdentity({ ...options, clerk })
    : (await embeddedLibrary()).createEmbeddedIdentity(options)
}

/**
 * Starts the relay that receives other processes' changes, for the pages that are connected to this process. SQLite
 * needs none: one process has the file.
 */
async function startRelay({ config, database, live, log }: AppDeps) {
  if (database.dialect !== 'postgres') return undefined
  const relay = new PostgresRelay({ url: config.databaseDirectUrl, db: database.db, live, log })
  await relay.start()
  return relay
}

/** Returns the nearest folder that contains package.json: two levels above the bundle, one above the source. */
const projectFolder = (folder: string): string =>
  existsSync(path.join(folder, 'package.json')) ? folder : projectFolder(path.dirname(folder))

/** Returns the folder of the guides: the build copies them, and sources use the repository's own. */
const guidesFolder = (root: string): string =>
  import.meta.url.endsWith('.ts') ? root : path.join(root, 'dist/guides')

const since = (fromMs: number) => `${((performance.now() - fromMs) / 1000).toFixed(2)} s`

const redactedPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.token',
  '*.secret',
]

function announce(config: Config, startedAt: number): void {
  print(`  ✓ listening   ${since(startedAt)} since the server began`)
  print('')
  for (const line of announcementLines(config)) print(line)
  print('')
}

main().catch((error: unknown) => {
  const isSetupError = error instanceof ConfigError || error instanceof DatabaseSetupError
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken) process.stderr.write('The port is in use already. Set PORT to another one.\n')
  else if (isSetupError) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exit(1)
})
