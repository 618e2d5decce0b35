import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { type Turn, takeTurns } from './take-turns.ts'

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

export const mailTo = (kind: string, email: string): Turn => ({
  limit: 'mail',
  key: `mailed:${kind}:${mailboxKey(email)}`,
})

export const invitationMailTurns = (merchantId: string, email: string): Turn[] => [
  { limit: 'invitationsTo', key: `invited:${mailboxKey(email)}` },
  { limit: 'invitationsBy', key: `inviting:${merchantId}` },
]

export const requestMailTurns = (merchantId: string, email: string): Turn[] => [
  { limit: 'requestsTo', key: `asked:${mailboxKey(email)}` },
  { limit: 'requestsBy', key: `asking:${merchantId}` },
]

type CustomerMail = { merchantId: string | null; kind: string; recipient: string }

/** What a mail to a customer counts for as it is sent. A request has counted as somebody asked for it. */
function customerMailTurns({ merchantId, kind, recipient }: CustomerMail): Turn[] {
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
    return takeTurns(db as Kysely<Database>, turns, now())
  }
