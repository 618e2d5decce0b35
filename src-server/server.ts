import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { DatabaseSetupError, openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { type AppDeps, buildApp, worldOf } from './app.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { KeyUses } from './features/api-keys/authenticate-key.ts'
import { pruneIdempotencyKeys } from './features/idempotency/idempotency.ts'
import { embeddedIdentity } from './features/identity/embedded.ts'
import { LiveBus } from './features/live/live-bus.ts'
import { sandboxProcessor } from './features/processors/sandbox.ts'
import { settleDue } from './features/transactions/settle-due.ts'
import { type Repeating, repeat } from './jobs/repeat.ts'
import { secretKeysOf } from './secret-key.ts'

const SETTLE_EVERY_MS = 500
const NOTE_USES_EVERY_MS = 60_000
const PRUNE_EVERY_MS = 3_600_000
const STOP_WITHIN_MS = 9_000

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const startedAt = performance.now()
  const root = projectFolder(path.dirname(fileURLToPath(import.meta.url)))
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const config = loadConfig(undefined, version)
  const log = pino({ level: config.logLevel, redact: redacted })
  const database = openDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize })

  const migratedAt = performance.now()
  const migrations = await migrateToLatest(database)
  say(`  ✓ database ready (${migrations.length} migrations ran)   ${since(migratedAt)}`)

  const now = () => Date.now()
  const secret = signingSecret(secretKeysOf(config))
  const keyUses = new KeyUses()
  const deps: AppDeps = {
    config,
    database,
    now,
    log,
    keyUses,
    live: new LiveBus(),
    processor: sandboxProcessor({ settlementMs: config.sandboxSettlementMs }),
    identity: embeddedIdentity({ ...database, config, secret, now, log }),
    pageFolder: path.join(root, 'dist/client'),
  }
  const app = await buildApp(deps)
  await app.listen({ port: config.port, host: config.host })
  const jobs = startJobs(deps)
  announce(config, startedAt)

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping')
    // What hangs beyond this is cut: whoever stops us has a limit too.
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await app.close()
    for (const job of jobs) await job.stop()
    await keyUses.flush(database.db)
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
}

function startJobs(deps: AppDeps): Repeating[] {
  const world = worldOf(deps)
  const { log, keyUses } = deps
  return [
    repeat('settle-pending', { everyMs: SETTLE_EVERY_MS, log, work: () => settleDue(world) }),
    repeat('note-key-uses', {
      everyMs: NOTE_USES_EVERY_MS,
      log,
      work: () => keyUses.flush(world.db),
    }),
    repeat('prune-idempotency-keys', {
      everyMs: PRUNE_EVERY_MS,
      log,
      work: () => pruneIdempotencyKeys(world),
    }),
  ]
}

/** The nearest folder above that holds package.json: two up from the bundle, one up from the source. */
const projectFolder = (folder: string): string =>
  existsSync(path.join(folder, 'package.json')) ? folder : projectFolder(path.dirname(folder))

const since = (fromMs: number) => `${((performance.now() - fromMs) / 1000).toFixed(2)} s`

const redacted = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.token',
  '*.secret',
]

/** Sessions are signed with a key derived for that alone, so no other use of the master key can forge one. */
const signingSecret = ([newest]: readonly Buffer[]): string =>
  createHash('sha256')
    .update('incasso session ')
    .update(newest ?? '')
    .digest('base64')

function announce({ appUrl, environment }: Config, startedAt: number): void {
  say(`  ✓ listening   ${since(startedAt)} since the process began`)
  say('')
  say(`  Incasso     ${appUrl}`)
  if (environment === 'development') {
    const { port } = new URL(appUrl)
    say(`  also at     http://localhost:${port}`)
  }
  say('')
}

main().catch((error: unknown) => {
  const isOurs = error instanceof ConfigError || error instanceof DatabaseSetupError
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken) process.stderr.write('The port is in use already. Set PORT to another one.\n')
  else if (isOurs) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exit(1)
})
