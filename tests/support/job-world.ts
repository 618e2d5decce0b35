import { pino } from 'pino'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { loadConfig } from '#server/config/config.ts'
import { consequences } from '#server/consequences.ts'
import type { World } from '#server/core/context.ts'
import type { Mailer } from '#server/core/ports/mailer.ts'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { worldOf } from '#server/core/world.ts'
import { createPaymentStore } from '#server/features/transactions/store/local-payments.ts'
import { LiveBus } from '#server/services/live/live-bus.ts'
import { createWebhookSender } from '#server/services/outbox/sender.ts'
import { createProcessors } from '#server/services/processors/processors-of.ts'

/** The database, clock and environment of a job that runs apart from the app. */
export type JobWorldOptions = {
  url: string
  now: () => number
  onStatement?: (text: string) => void
  environment?: Record<string, string | undefined>
  mailer?: Mailer
}

/** Opens what a job needs, with connections of its own, as another process has them. */
export function openJobWorld({
  url,
  now,
  onStatement = () => {},
  environment = {},
  mailer,
}: JobWorldOptions): { world: World; database: OpenDatabase } {
  const config = loadConfig({
    DATABASE_URL: url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    SANDBOX_SETTLEMENT_MS: '5000',
    ...environment,
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
    now,
    log: pino({ level: 'silent' }),
    live: new LiveBus(),
    secretBox: box,
    webhookSender: createWebhookSender(config.webhookUrls),
    processors: createProcessors({ config, db: database.db, box }),
    mailer,
    consequences,
    paymentStoreOf: createPaymentStore,
  })
  return { world, database }
}
