import type { MailRow } from '#db/tables/mail-tables.ts'
import type { DialectDb } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { MailDraft } from '#server/core/ports/mailer.ts'
import { toIso } from '#server/shared/day.ts'
import { sealPart } from './mail-seals.ts'
import { holdAddressee, insertMail } from './mails.queries.ts'

export type MailWorld = Pick<World, 'db' | 'dialect' | 'now' | 'newId' | 'secretBox' | 'noteMail'>

/**
 * Writes a mail down for the worker to send. Call it in the transaction of the change that it tells: both happen or
 * neither. Answers false where there is nothing to send: the object has had its mail of this kind, or the
 * customer is erased. One to a customer comes after the merchant is held, and before payments are.
 */
export async function queueMail(world: MailWorld, draft: MailDraft): Promise<boolean> {
  const isQueued = await storeMail(world, sealedMail(world, draft))
  if (isQueued) world.noteMail()
  return isQueued
}

/** A mail as it is written down, for whoever has no key to seal it with. */
export function sealedMail(
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

/** The same as `queueMail` of one that is sealed already; no worker is told. */
export async function storeMail({ db, dialect }: DialectDb, mail: MailRow): Promise<boolean> {
  const { merchantId, customerId } = mail
  if (customerId !== null && merchantId !== null) {
    if (!(await holdAddressee(db, { dialect, merchantId, customerId }))) return false
  }
  return insertMail(db, mail)
}
