import { pino } from 'pino'
import { openDatabase } from '#db/database.ts'
import { loadConfig } from '#server/config/config.ts'
import { consequences } from '#server/consequences.ts'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { worldOf } from '#server/core/world.ts'
import { createBalanceReader } from '#server/features/money/reading/balance-queue.ts'
import { createPaymentStore } from '#server/features/transactions/store/local-payments.ts'
import { LiveBus } from '#server/services/live/live-bus.ts'
import { createWebhookSender } from '#server/services/outbox/sender.ts'
import { createProcessors } from '#server/services/processors/processors-of.ts'

/**
 * Runs as a separate process: reads the balances that are due at an instant, for some seconds of its clock. It kills
 * itself before the first statement that matches the pattern, or before the statement with a number. Without either, it
 * ends by itself.
 */
const [url = '', nowMs = '0', pattern = '', killAt = '0'] = process.argv.slice(2)

const killPattern = new RegExp(pattern, 'i')
let statements = 0
const onStatement = (text: string) => {
  statements += 1
  if (statements === Number(killAt)) process.kill(process.pid, 'SIGKILL')
  if (pattern !== '' && killPattern.test(text)) process.kill(process.pid, 'SIGKILL')
}

const config = loadConfig({
  DATABASE_URL: url,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SANDBOX_SETTLEMENT_MS: '5000',
  ...(process.env.PAYPAL_API_URL && { PAYPAL_API_URL: process.env.PAYPAL_API_URL }),
})
const database = openDatabase({
  url,
  poolSize: 4,
  onWriterStatement: onStatement,
  onPostgresStatement: onStatement,
})
const box = secretBox([Buffer.alloc(32, 7)])
let clockMs = Number(nowMs)
const world = worldOf({
  config,
  database,
  now: () => clockMs,
  log: pino({ level: 'silent' }),
  live: new LiveBus(),
  secretBox: box,
  webhookSender: createWebhookSender(config.webhookUrls),
  processors: createProcessors({ config, db: database.db, box }),
  mailer: undefined,
  consequences,
  paymentStoreOf: createPaymentStore,
})
const read = createBalanceReader(world)
for (let run = 0; run < 5; run++) {
  await read()
  clockMs += 1000
}
await database.close()
