import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { lockAttemptCounters, updateAttemptCounter } from './sign-in-attempts.queries.ts'
import { counted, expiryOf, type Limit, nothingYet, waitMs } from './sign-in-throttle.rules.ts'

type MailLimit = Exclude<Limit, 'account' | 'pair' | 'address'>

/** What a mail counts for: one recipient, or one sender. */
export type MailTurn = { limit: MailLimit; key: string }

/**
 * Names a mailbox without saying its address. What follows a plus sign makes another address of it,
 * not another mailbox.
 */
function mailboxKey(email: string): string {
  const [, name = email, host = ''] = /^([^+@]*)[^@]*(@.*)$/.exec(email.toLowerCase()) ?? []
  return createHash('sha256')
    .update(name + host)
    .digest('hex')
}

export const mailTo = (kind: string, email: string): MailTurn => ({
  limit: 'mail',
  key: `mailed:${kind}:${mailboxKey(email)}`,
})

export const invitationMailTurns = (merchantId: string, email: string): MailTurn[] => [
  { limit: 'invitationsTo', key: `invited:${mailboxKey(email)}` },
  { limit: 'invitationsBy', key: `inviting:${merchantId}` },
]

export const requestMailTurns = (merchantId: string, email: string): MailTurn[] => [
  { limit: 'requestsTo', key: `asked:${mailboxKey(email)}` },
  { limit: 'requestsBy', key: `asking:${merchantId}` },
]

type CustomerMail = { merchantId: string | null; kind: string; recipient: string }

/** What a mail to a customer counts for as it is sent. A request has counted as somebody asked for it. */
function customerMailTurns({ merchantId, kind, recipient }: CustomerMail): MailTurn[] {
  if (merchantId === null) return []
  if (kind === 'payment_reminder') return requestMailTurns(merchantId, recipient)
  if (kind !== 'payment_receipt' && kind !== 'refund_receipt') return []
  return [
    { limit: 'receiptsTo', key: `receipts:${mailboxKey(recipient)}` },
    { limit: 'receiptsBy', key: `receipting:${merchantId}` },
  ]
}

/** Tells whether a mailbox, and a merchant, may have one more mail of this kind now, and counts it. */
export const mayMailCustomer =
  ({ config, db, now }: Pick<World, 'config' | 'db' | 'now'>) =>
  async (mail: CustomerMail): Promise<boolean> => {
    const turns = customerMailTurns(mail)
    if (!config.areRateLimitsOn || turns.length === 0) return true
    return takeMailTurns(db as Kysely<Database>, turns, now())
  }

/** Whether the mail may go out now; counted in the database, so that all processes share it. */
export const takeMailTurns = (
  db: Kysely<Database>,
  turns: readonly MailTurn[],
  nowMs: number,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const keys = turns.map(({ key }) => key)
    const known = await lockAttemptCounters(trx, { keys, at: toIso(nowMs) })
    const held = turns.map((turn) => ({
      ...turn,
      counter: known.find(({ key }) => key === turn.key) ?? nothingYet,
    }))
    if (held.some(({ limit, counter }) => waitMs(limit, counter, nowMs) > 0)) return false
    for (const { limit, key, counter } of held) {
      const next = counted(limit, counter, nowMs)
      const expiresAt = toIso(expiryOf(limit, next, nowMs))
      await updateAttemptCounter(trx, { key, ...next, expiresAt })
    }
    return true
  })
