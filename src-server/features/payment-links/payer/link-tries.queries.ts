import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { PaymentLinkTryRow } from '#db/tables/link-tables.ts'
import type { Db } from '#db/tables.ts'

/**
 * Inserts a try: a form that a payer sent, or a card that was declined. Returns false when the try is stored already: a
 * decline counts once, however often it is reported.
 */
export async function insertTry(db: Db, row: PaymentLinkTryRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('paymentLinkTries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type TriesSince = { merchantId: string; since: string }

/** Locks the forms of one sender until the transaction ends. SQLite serializes writers anyway. */
export async function lockSender(
  db: Db,
  { dialect, subject }: { dialect: Dialect; subject: string },
): Promise<void> {
  if (dialect === 'sqlite') return
  // The seed 3 keeps these keys apart from other advisory locks, which use other seeds.
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 3))`.execute(db)
}

export type SentForm = Pick<PaymentLinkTryRow, 'at' | 'linkId' | 'outcome' | 'payer'>

/** Lists the forms of one sender to links of the merchant, the oldest first. */
export const listSentForms = (
  db: Db,
  { merchantId, since, subject }: TriesSince & { subject: string },
): Promise<SentForm[]> =>
  db
    .selectFrom('paymentLinkTries')
    .select(['at', 'linkId', 'outcome', 'payer'])
    .where('merchantId', '=', merchantId)
    .where('kind', '=', 'sent')
    .where('at', '>', since)
    .where('subject', '=', subject)
    .orderBy('at')
    .limit(200)
    .execute()

/** Stores the outcome of the payment that a form made. */
export const updateFormOutcome = (
  db: Db,
  { merchantId, transactionId, since }: TriesSince & { transactionId: string },
  outcome: 'success' | 'declined',
) =>
  db
    .updateTable('paymentLinkTries')
    .set({ outcome })
    .where('merchantId', '=', merchantId)
    .where('kind', '=', 'sent')
    .where('at', '>', since)
    .where('formHash', '=', (eb) =>
      eb
        .selectFrom('paymentLinkAnswers')
        .select('formHash')
        .where('merchantId', '=', merchantId)
        .where('transactionId', '=', transactionId),
    )
    .execute()

/** Returns the number of cards declined at all links of the merchant, and at this link. */
export async function countDeclines(
  db: Db,
  { merchantId, since, linkId }: TriesSince & { linkId: string },
): Promise<{ ofMerchant: number; ofLink: number }> {
  const rows = await db
    .selectFrom('paymentLinkTries')
    .select('linkId')
    .where('merchantId', '=', merchantId)
    .where('kind', '=', 'declined')
    .where('at', '>', since)
    .limit(1000)
    .execute()
  return { ofMerchant: rows.length, ofLink: rows.filter((row) => row.linkId === linkId).length }
}

/** Deletes at most `limit` tries of all merchants that no longer count. Returns the number of deleted tries. */
export async function deleteTriesBefore(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const ids = db
    .selectFrom('paymentLinkTries')
    .select('id')
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('paymentLinkTries')
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
