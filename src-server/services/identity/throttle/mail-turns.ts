import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { type Turn, takeTurns } from './take-turns.ts'

/**
 * Hashes an e-mail address to a key of its mailbox that does not reveal it. Text after a plus sign is dropped: it makes
 * another e-mail address, not another mailbox.
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

/**
 * Returns the limits that a mail to a customer uses when it is sent. A payment request was already counted when the
 * merchant requested it.
 */
function customerMailTurns({ merchantId, kind, recipient }: CustomerMail): Turn[] {
  if (merchantId === null) return []
  if (kind === 'payment_reminder') return requestMailTurns(merchantId, recipient)
  if (kind !== 'payment_receipt' && kind !== 'refund_receipt') return []
  return [
    { limit: 'receiptsTo', key: `receipts:${mailboxKey(recipient)}` },
    { limit: 'receiptsBy', key: `receipting:${merchantId}` },
  ]
}

/** Returns whether a mailbox, and a merchant, may have one more mail of this kind now, and counts it. */
export const mayMailCustomer =
  ({ config, db, now }: Pick<World, 'config' | 'db' | 'now'>) =>
  async (mail: CustomerMail): Promise<boolean> => {
    const turns = customerMailTurns(mail)
    if (!config.areRateLimitsOn || turns.length === 0) return true
    return takeTurns(db as Kysely<Database>, turns, now())
  }
