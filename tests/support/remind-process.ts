import { pino } from 'pino'
import { openDatabase } from '#db/database.ts'
import { loadConfig } from '#server/config/config.ts'
import { consequences } from '#server/consequences.ts'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { worldOf } from '#server/core/world.ts'
import { remindCustomers } from '#server/features/payment-links/mails/remind-customers.ts'
import { createPaymentStore } from '#server/features/transactions/store/local-payments.ts'
import { LiveBus } from '#server/services/live/live-bus.ts'
import { createWebhookSender } from '#server/services/outbox/sender.ts'
import { createProcessors } from '#server/services/processors/processors-of.ts'

/**
 * Runs as a separate process: queues the reminders that are due at an instant. It kills itself before the given
 * occurrence of a statement that matches the pattern. Without a pattern, it ends by itself.
 */
const [url = '', nowMs = '0', pattern = '', occurrence = '1'] = process.argv.slice(2)

let remaining = Number(occurrence)
const killPattern = new RegExp(pattern, 'i')
const onStatement = (text: string) => {
  if (pattern === '' || !killPattern.test(text)) return
  remaining -= 1
  if (remaining === 0) process.kill(process.pid, 'SIGKILL')
}

const config = loadConfig({
  DATABASE_URL: url,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
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
  // This process only queues mails; another one sends them.
  mailer: { send: () => Promise.reject(new Error('nothing is sent here')) },
  consequences,
  paymentStoreOf: createPaymentStore,
})
await remindCustomers(world)
await database.close()
