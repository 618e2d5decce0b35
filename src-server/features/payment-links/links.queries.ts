import { type Insertable, type Selectable, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { PaymentLinkAnswerRow, PaymentLinkRow } from '#db/tables/link-tables.ts'
import type { Db } from '#db/tables.ts'

export type LinkRow = Selectable<PaymentLinkRow>

type LinkKey = { merchantId: string; id: string }

export const findLink = (db: Db, { merchantId, id }: LinkKey): Promise<LinkRow | undefined> =>
  db
    .selectFrom('paymentLinks')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Finds a link by the hash of its token only: a payer's URL contains nothing else. */
export const findLinkByToken = (
  db: Db,
  { tokenHash }: { tokenHash: string },
): Promise<LinkRow | undefined> =>
  db.selectFrom('paymentLinks').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

/**
 * Finds a link and locks it until the transaction ends, so that decisions by its counts stay valid. SQLite serializes
 * writers anyway.
 */
export async function lockLink(
  db: Db,
  { dialect, merchantId, id }: LinkKey & { dialect: Dialect },
): Promise<LinkRow | undefined> {
  const query = db
    .selectFrom('paymentLinks')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Amounts to add to a link's counts; `paidAmount` is in minor units. */
export type LinkCountChange = { payments: number; paid: number; failed: number; paidAmount: number }

/** Adds to the counts of a link. Call it in the transaction of the payments that are counted. */
export const addToLinkCounts = (db: Db, { merchantId, id }: LinkKey, change: LinkCountChange) =>
  db
    .updateTable('paymentLinks')
    .set((link) => ({
      payments: link('payments', '+', change.payments),
      paid: link('paid', '+', change.paid),
      failed: link('failed', '+', change.failed),
      paidAmount: sql<number>`paid_amount + ${change.paidAmount}`,
      // A link that was paid sends no more reminders.
      ...(change.paid > 0 && { nextReminderAt: null }),
    }))
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/**
 * Marks a payment as lapsed: not paid in time, so it reserves no use of its link. `lapsedAt` null removes the mark.
 * Returns false when nothing changed.
 */
export async function setLapsedAt(
  db: Db,
  {
    merchantId,
    transactionId,
    lapsedAt,
  }: { merchantId: string; transactionId: string; lapsedAt: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('paymentLinkAnswers')
    .set({ lapsedAt })
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', transactionId)
    .where('lapsedAt', lapsedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Adds 1 to, or subtracts 1 from, a link's number of lapsed payments. */
export const addToLapsed = (db: Db, { merchantId, id }: LinkKey, by: 1 | -1) =>
  db
    .updateTable('paymentLinks')
    .set((link) => ({ lapsed: link('lapsed', '+', by) }))
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

export const insertLinkAnswers = (db: Db, rows: readonly Insertable<PaymentLinkAnswerRow>[]) =>
  rows.length === 0
    ? Promise.resolve()
    : db
        .insertInto('paymentLinkAnswers')
        .values([...rows])
        .execute()

export const findLinkAnswers = (
  db: Db,
  { merchantId, transactionId }: { merchantId: string; transactionId: string },
) =>
  db
    .selectFrom('paymentLinkAnswers')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', transactionId)
    .executeTakeFirst()

/** Finds the answers sent with a form, and the payment created from that form. */
export const findLinkAnswersByForm = (
  db: Db,
  { merchantId, formHash }: { merchantId: string; formHash: string },
) =>
  db
    .selectFrom('paymentLinkAnswers')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('formHash', '=', formHash)
    .executeTakeFirst()

/** Erases the answers of the payers of these payments. */
export const eraseLinkAnswers = (
  db: Db,
  { merchantId, transactionIds }: { merchantId: string; transactionIds: readonly string[] },
) =>
  db
    .updateTable('paymentLinkAnswers')
    .set({ answers: null })
    .where('merchantId', '=', merchantId)
    .where('transactionId', 'in', [...transactionIds])
    .execute()

/** Lists links with their encrypted tokens in batches, to encrypt the tokens with another key. */
export const listSealedLinks = (db: Db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('paymentLinks')
    .select(['merchantId', 'id', 'token'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Locks the merchant before a link is locked. Inserting a mail locks the merchant by its foreign key, which could
 * deadlock after the link's lock.
 */
export async function lockLinkOwner(
  db: Db,
  { dialect, merchantId }: { dialect: Dialect; merchantId: string },
): Promise<void> {
  if (dialect === 'sqlite') return
  await db.selectFrom('merchants').select('id').where('id', '=', merchantId).forKeyShare().execute()
}

/** Pauses all links of a merchant. Returns false when they are paused already. */
export async function setAllLinksPause(
  db: Db,
  { merchantId, until, now }: { merchantId: string; until: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchants')
    .set({ linksPausedUntil: until })
    .where('id', '=', merchantId)
    .where((eb) => eb.or([eb('linksPausedUntil', 'is', null), eb('linksPausedUntil', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the pause of all links of a merchant. Returns false when they are not paused. */
export async function endAllLinksPause(
  db: Db,
  { merchantId, now }: { merchantId: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchants')
    .set({ linksPausedUntil: null })
    .where('id', '=', merchantId)
    .where('linksPausedUntil', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Pauses a link until an instant, because cards are being tested at it. */
export const setLinkPause = (
  db: Db,
  { merchantId, id }: LinkKey,
  { pausedAt, pausedUntil }: { pausedAt: string; pausedUntil: string },
) =>
  db
    .updateTable('paymentLinks')
    .set({ pausedAt, pausedUntil, pauseReason: 'card_testing' })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/** Adds to the number of times that payers opened a link. */
export const addLinkOpened = (db: Db, { merchantId, id, times }: LinkKey & { times: number }) =>
  db
    .updateTable('paymentLinks')
    .set((link) => ({ opened: link('opened', '+', times) }))
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/** Finds the newest payment that reserves a use of a link while its processor waits, such as for a bank transfer. */
export const findWaitingPayment = (
  db: Db,
  { merchantId, linkId, processor }: { merchantId: string; linkId: string; processor: string },
) =>
  db
    .selectFrom('transactions as payment')
    .innerJoin('paymentLinkAnswers as answers', (join) =>
      join
        .onRef('answers.merchantId', '=', 'payment.merchantId')
        .onRef('answers.transactionId', '=', 'payment.id'),
    )
    .select(['payment.merchantId', 'payment.id', 'payment.linkId'])
    .where('payment.merchantId', '=', merchantId)
    .where('payment.linkId', '=', linkId)
    .where('payment.status', '=', 'pending')
    .where('payment.processor', '=', processor)
    .where('answers.lapsedAt', 'is', null)
    .orderBy('payment.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
