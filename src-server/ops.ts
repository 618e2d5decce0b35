import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { DatabaseSetupError, type OpenDatabase, openDatabase } from '#db/database.ts'
import { isReadOnly } from '#db/failures.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { explainPoolerErrors } from '#db/postgres/pooler.ts'
import { type Config, ConfigError, loadConfig } from './config/config.ts'
import { consequences } from './consequences.ts'
import { AppError } from './core/calls/errors.ts'
import type { World } from './core/context.ts'
import { secretBox } from './core/secrets/secret-box.ts'
import { secretKeysOf } from './core/secrets/secret-key.ts'
import { worldOf } from './core/world.ts'
import { createPaymentStore } from './features/transactions/store/local-payments.ts'
import { offlineVerbs } from './ops/file-verbs.ts'
import { verbs } from './ops/verbs.ts'
import { LiveBus } from './services/live/live-bus.ts'
import { createWebhookSender } from './services/outbox/sender.ts'
import { createProcessors } from './services/processors/processors-of.ts'

const printLine = (line: string) => process.stdout.write(`${line}\n`)

const usage = (): string =>
  Object.values({ ...verbs, ...offlineVerbs })
    .map((verb) => `  npm run ops -- ${verb.usage}\n      ${verb.does}`)
    .join('\n')

const findByName = <T>(all: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

const worldFor =
  (config: Config) =>
  (database: OpenDatabase): World => {
    const box = secretBox(secretKeysOf(config))
    return worldOf({
      config,
      database,
      now: () => Date.now(),
      log: pino({ level: 'silent' }),
      live: new LiveBus(),
      secretBox: box,
      webhookSender: createWebhookSender(config.webhookUrls),
      processors: createProcessors({ config, db: database.db, box }),
      mailer: undefined,
      consequences,
      paymentStoreOf: createPaymentStore,
    })
  }

/** Runs `npm run ops -- VERB …`, an operator's command on the server's database. Returns the exit code. */
async function main([name = '', ...words]: string[]): Promise<number> {
  const fileVerb = findByName(offlineVerbs, name)
  const verb = findByName(verbs, name)
  if (!verb && !fileVerb) {
    printLine(`Verbs:\n${usage()}`)
    return name === '' || name === 'help' ? 0 : 2
  }
  const config = loadConfig()
  if (fileVerb) {
    const operatorContext = { config, now: () => Date.now(), worldOf: worldFor(config) }
    return fileVerb.run(operatorContext, words, printLine)
  }
  const { databaseUrl, databaseDirectUrl: url } = config
  const isDirectGiven = url !== databaseUrl
  const database = openDatabase({ url, poolSize: 2, isForMaintenance: true })
  try {
    await explainPoolerErrors({ isDirectGiven }, () => migrateToLatest(database))
    const actor = { type: 'system', job: 'ops' } as const
    const requestId = `ops_${randomUUID()}`
    const ctx = { ...worldFor(config)(database), actor, requestId, address: null }
    return (await verb?.run(ctx, words, printLine)) ?? 2
  } finally {
    await database.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  const isOperatorError =
    error instanceof AppError ||
    error instanceof ConfigError ||
    error instanceof DatabaseSetupError ||
    (error instanceof Error && isReadOnly(error))
  return isOperatorError ? error.message : inspect(error)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
