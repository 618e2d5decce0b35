import type { IncomingHttpHeaders } from 'node:http'
import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import type { NotifiedAccounts } from './notified-accounts.ts'
import { storeEvents } from './store-events.ts'

/** `unsigned`: no webhook secret of the account signed the notification. `unknown`: no such open account exists. */
export type NotificationResult = 'stored' | 'unsigned' | 'unknown'

/**
 * Stores a processor's notification if one of the account's webhook secrets signed it. Also returns `stored` for signed
 * notifications that need no action.
 */
export async function receiveNotification(
  world: World,
  accounts: NotifiedAccounts,
  { id, body, headers }: { id: string; body: Buffer; headers: IncomingHttpHeaders },
): Promise<NotificationResult> {
  const { db, now, secretBox } = world
  const nowMs = now()
  const account = await accounts.find(db, id)
  const secrets = account ? secretsOf(secretBox, account, nowMs) : []
  // A call to an unknown account, or to one without a secret, takes as long as any other: timing reveals nothing.
  const [anyProcessor] = world.processors.connectable
  const access = account && world.processors.named(account.processor).accounts
  const event = await (access ?? anyProcessor?.accounts)?.signedEvent({
    body,
    headers,
    secrets,
    nowMs,
    openKey: () => (account?.secretKey ? openSecret(secretBox, account, 'secretKey') : null),
  })
  if (!account) return 'unknown'
  if (event === undefined) return 'unsigned'
  // `event` is null for a signed notification about something that Incasso does not follow.
  if (event) await inTransaction(world, (inner) => storeEvents(inner, account, [event]))
  await accounts.storeTime(world, account)
  return 'stored'
}

/** Returns the current webhook secret and, for 24 hours after a change, the former secret. */
function secretsOf(box: SecretBox, account: Selectable<ProcessorAccountRow>, nowMs: number) {
  const { webhookSecret, formerWebhookSecret, formerWebhookSecretUntil: until } = account
  const isOverlapping = until !== null && Date.parse(until) > nowMs
  return [
    ...(webhookSecret === null ? [] : [openSecret(box, account, 'webhookSecret')]),
    ...(formerWebhookSecret === null || !isOverlapping
      ? []
      : [openSecret(box, account, 'formerWebhookSecret')]),
  ]
}
