import type { MailRow } from '#db/tables/mail-tables.ts'
import type { DialectDb } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { MailDraft } from '#server/core/ports/mailer.ts'
import { toIso } from '#server/shared/day.ts'
import { sealPart } from './mail-seals.ts'
import { insertMail, lockAddressee } from './mails.queries.ts'

/** Parts of the context that queueing a mail needs: database, clock, ids, encryption and notification of the worker. */
export type MailWorld = Pick<
  World,
  'db' | 'dialect' | 'now' | 'newId' | 'secretBox' | 'wakeMailWorker'
>

/**
 * Queues a mail for the worker. Call it in the transaction of the change that it reports: both are stored or neither.
 * Returns false when nothing is to be sent: the object already has a mail of this kind, or the customer is erased. Lock
 * order: queue a mail to a customer after the merchant is locked, and before payments are.
 */
export async function queueMail(world: MailWorld, draft: MailDraft): Promise<boolean> {
  const isQueued = await storeMail(world, sealMail(world, draft))
  if (isQueued) world.wakeMailWorker()
  return isQueued
}

/** Returns the encrypted row of a mail, for a thread that has no key to encrypt it. */
export function sealMail(
  { now, newId, secretBox }: Pick<MailWorld, 'now' | 'newId' | 'secretBox'>,
  draft: MailDraft,
): MailRow {
  const { merchantId, customerId = null, objectId = null, letter, notAfterMs } = draft
  const id = newId('mal')
  const createdAt = toIso(now())
  return {
    id,
    merchantId,
    customerId,
    kind: draft.kind,
    objectId,
    recipient: draft.to,
    language: draft.language,
    subject: letter.subject,
    text: sealPart(secretBox, id, 'text', letter.text),
    html: letter.html === undefined ? null : sealPart(secretBox, id, 'html', letter.html),
    status: 'waiting',
    attempts: 0,
    nextAttemptAt: createdAt,
    leasedUntil: null,
    notAfter: notAfterMs === undefined ? null : toIso(notAfterMs),
    lastError: null,
    createdAt,
    sentAt: null,
  }
}

/**
 * Queues a mail that is already encrypted, without notifying the worker. Returns false when nothing is to be sent: the
 * object already has a mail of this kind, or the customer is erased.
 */
export async function storeMail({ db, dialect }: DialectDb, mail: MailRow): Promise<boolean> {
  const { merchantId, customerId } = mail
  if (customerId !== null && merchantId !== null) {
    if (!(await lockAddressee(db, { dialect, merchantId, customerId }))) return false
  }
  return insertMail(db, mail)
}
