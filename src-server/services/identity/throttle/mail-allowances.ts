import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { type Allowance, takeAllowance } from './take-allowance.ts'

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

/** Returns the limit of mails of one kind to one mailbox. */
export const mailAllowance = (kind: string, email: string): Allowance => ({
  limit: 'mail',
  key: `mailed:${kind}:${mailboxKey(email)}`,
})

/** Returns the limits that an invitation uses: one of its mailbox and one of the merchant. */
export const invitationMailAllowances = (merchantId: string, email: string): Allowance[] => [
  { limit: 'invitationsTo', key: `invited:${mailboxKey(email)}` },
  { limit: 'invitationsBy', key: `inviting:${merchantId}` },
]

/** Returns the limits that a payment request uses: one of its mailbox and one of the merchant. */
export const requestMailAllowances = (merchantId: string, email: string): Allowance[] => [
  { limit: 'requestsTo', key: `asked:${mailboxKey(email)}` },
  { limit: 'requestsBy', key: `asking:${merchantId}` },
]

/** Returns the limits that a receipt sent again uses: one of its mailbox and one of the merchant. */
export const resentReceiptAllowances = (merchantId: string, email: string): Allowance[] => [
  { limit: 'requestsTo', key: `resent:${mailboxKey(email)}` },
  { limit: 'requestsBy', key: `resending:${merchantId}` },
]

type CustomerMail = { merchantId: string | null; kind: string; recipient: string }

/**
 * Returns the limits that a mail to a customer uses when it is sent. A payment request was already counted when the
 * merchant requested it.
 */
function customerMailAllowances({ merchantId, kind, recipient }: CustomerMail): Allowance[] {
  if (merchantId === null) return []
  if (kind === 'payment_reminder') return requestMailAllowances(merchantId, recipient)
  if (kind !== 'payment_receipt' && kind !== 'refund_receipt') return []
  return [
    { limit: 'receiptsTo', key: `receipts:${mailboxKey(recipient)}` },
    { limit: 'receiptsBy', key: `receipting:${merchantId}` },
  ]
}

/**
 * Returns whether a mail to a customer may be sent now, under the limits of the mailbox and of the merchant; true also
 * counts it.
 */
export const takeCustomerMailAllowance =
  ({ config, db, now }: Pick<World, 'config' | 'db' | 'now'>) =>
  async (mail: CustomerMail): Promise<boolean> => {
    const allowances = customerMailAllowances(mail)
    if (!config.areRateLimitsOn || allowances.length === 0) return true
    return takeAllowance(db as Kysely<Database>, allowances, now())
  }
