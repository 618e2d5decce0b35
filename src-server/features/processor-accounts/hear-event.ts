import type { IncomingHttpHeaders } from 'node:http'
import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import type { CalledAccounts } from './called-accounts.ts'
import { noteEvents } from './note-events.ts'
import { accessOf } from './open-account.ts'

/** The secret that an unknown account is compared with, so that it takes as long as a known one. */
const NOBODYS_SECRET = 'whsec_of_nobody'

export type Heard = 'stored' | 'unsigned' | 'unknown'

/** A processor knocks. Only who has the account's secret is heard. */
export async function hearEvent(
  world: World,
  accounts: CalledAccounts,
  { id, body, headers }: { id: string; body: Buffer; headers: IncomingHttpHeaders },
): Promise<Heard> {
  const { db, now, secretBox } = world
  const nowMs = now()
  const account = await accounts.find(db, id)
  const secrets = account ? secretsOf(secretBox, account, nowMs) : []
  const access = account ? accessOf(world, account) : world.processors.connectable[0]?.accounts
  const event = await access?.signedEvent({
    body,
    headers,
    secrets: secrets.length > 0 ? secrets : [NOBODYS_SECRET],
    nowMs,
  })
  if (!account) return 'unknown'
  if (event === undefined) return 'unsigned'
  if (event) await inTransaction(world, (inner) => noteEvents(inner, account, [event]))
  await accounts.note(world, account)
  return 'stored'
}

/** The secret that counts, and for a day the one before it. */
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
