import { pino } from 'pino'
import { openDatabase } from '#db/database.ts'
import { loadConfig } from '#server/config/config.ts'
import { consequences } from '#server/consequences.ts'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { worldOf } from '#server/core/world.ts'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { actingMerchantOf } from '#server/features/merchants/merchants.rules.ts'
import { closeMonth } from '#server/features/months/close-month.ts'
import { createPaymentStore } from '#server/features/transactions/store/local-payments.ts'
import { LiveBus } from '#server/services/live/live-bus.ts'
import { createWebhookSender } from '#server/services/outbox/sender.ts'
import { createProcessors } from '#server/services/processors/processors-of.ts'

/**
 * Runs as a separate process: closes a month of a merchant at an instant. It kills itself before the first statement
 * that matches the pattern. Without a pattern, it ends by itself.
 */
const [url = '', nowMs = '0', merchantId = '', month = '', pattern = ''] = process.argv.slice(2)

const killPattern = new RegExp(pattern, 'i')
const onStatement = (text: string) => {
  if (pattern !== '' && killPattern.test(text)) process.kill(process.pid, 'SIGKILL')
}

const config = loadConfig({
  DATABASE_URL: url,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SANDBOX_SETTLEMENT_MS: '5000',
})
const database = openDatabase({
  url,
  poolSize: 4,
  onWriterStatement: onStatement,
  onPostgresStatement: onStatement,
})
const box = secretBox([Buffer.alloc(32, 7)])
const world = worldOf({
  config,
  database,
  now: () => Number(nowMs),
  log: pino({ level: 'silent' }),
  live: new LiveBus(),
  secretBox: box,
  webhookSender: createWebhookSender(config.webhookUrls),
  processors: createProcessors({ config, db: database.db, box }),
  mailer: undefined,
  consequences,
  paymentStoreOf: createPaymentStore,
})
const row = await findMerchant(world.db, { merchantId })
if (!row) throw new Error('there is no such merchant')
const actor = { type: 'system', job: 'close-month' } as const
const caller = { actor, requestId: 'req_month', address: null }
await closeMonth({ ...world, ...caller, merchant: actingMerchantOf(row) }, { month, taxes: [] })
await database.close()
