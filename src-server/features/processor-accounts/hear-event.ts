import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import {
  findCalledAccount,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { toldOf } from '#server/services/processors/stripe/stripe-events.ts'
import { signedEvent } from '#server/services/processors/stripe/stripe-signature.ts'
import { toIso } from '#server/shared/day.ts'
import { noteEvents } from './note-events.ts'

/** What an unknown account is compared with, so that it takes as long as a known one. */
const NOBODYS_SECRET = 'whsec_of_nobody'
/** The moment at which something was heard is shown to the second; to write it more often would be in vain. */
const NOTE_EVERY_MS = 1000

export type Heard = 'stored' | 'unsigned' | 'unknown'

/** A processor knocks. Only who has the account's secret is heard. */
export async function hearEvent(
  world: World,
  { id, body, signature }: { id: string; body: Buffer; signature: string | undefined },
): Promise<Heard> {
  const { db, now, secretBox } = world
  const nowMs = now()
  const account = await findCalledAccount(db, { id })
  const secrets = account ? secretsOf(secretBox, account, nowMs) : []
  const event = await signedEvent({
    body,
    header: signature,
    secrets: secrets.length > 0 ? secrets : [NOBODYS_SECRET],
    nowMs,
  })
  if (!account) return 'unknown'
  if (!event) return 'unsigned'
  const told = toldOf(event)
  await inTransaction(world, async (inner) => {
    const heardMs = account.heardAt === null ? 0 : Date.parse(account.heardAt)
    if (nowMs - heardMs >= NOTE_EVERY_MS) {
      await updateProcessorAccount(inner.db, account, { heardAt: toIso(nowMs) })
    }
    if (told) await noteEvents(inner, account, [told])
  })
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
