import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { DatabaseSetupError, openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { worldOf } from './app.ts'
import { ConfigError, loadConfig } from './config.ts'
import { AppError } from './errors.ts'
import { LiveBus } from './features/live/live-bus.ts'
import { sandboxProcessor } from './features/processors/sandbox.ts'
import { webhookSender } from './features/webhooks/sender.ts'
import { secretBox } from './secret-box.ts'
import { secretKeysOf } from './secret-key.ts'
import { usage, verbs } from './ops/verbs.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** npm run ops -- VERB …: what an operator does to the database that the server uses. */
async function main([name = '', ...words]: string[]): Promise<number> {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) {
    say(`Verbs:\n${usage()}`)
    return name === '' || name === 'help' ? 0 : 2
  }
  const config = loadConfig()
  const database = openDatabase({ url: config.databaseUrl, poolSize: 2 })
  try {
    await migrateToLatest(database)
    const world = worldOf({
      config,
      database,
      now: () => Date.now(),
      log: pino({ level: 'silent' }),
      live: new LiveBus(),
      secretBox: secretBox(secretKeysOf(config)),
      webhookSender: webhookSender(config.webhookUrls),
      processor: sandboxProcessor({ settlementMs: config.sandboxSettlementMs }),
    })
    const actor = { type: 'system', job: 'ops' } as const
    const ctx = { ...world, actor, requestId: `ops_${randomUUID()}`, address: null }
    return await verb.run(ctx, words, say)
  } finally {
    await database.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  const isForThem =
    error instanceof AppError || error instanceof ConfigError || error instanceof DatabaseSetupError
  return isForThem ? error.message : inspect(error)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
