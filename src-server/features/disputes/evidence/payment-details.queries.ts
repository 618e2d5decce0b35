import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { MailRow } from '#db/tables/mail-tables.ts'
import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type OfPayment = Pick<DisputeRow, 'merchantId' | 'transactionId'>

/** Maximum number of refunds, and of mails; more of them add nothing to the evidence. */
const LIMIT = 50

/** Lists a payment's refunds that have reached the payer, oldest first. */
export const listReceivedRefunds = (
  db: Db,
  { merchantId, transactionId }: OfPayment,
): Promise<Pick<RefundRow, 'id' | 'amount' | 'currency' | 'createdAt'>[]> =>
  db
    .selectFrom('refunds')
    .select(['id', 'amount', 'currency', 'createdAt'])
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', transactionId)
    .where('status', '=', 'success')
    .orderBy('createdAt')
    .limit(LIMIT)
    .execute()

export const findDescription = (db: Db, { merchantId, transactionId }: OfPayment) =>
  db
    .selectFrom('transactions')
    .select('description')
    .where('merchantId', '=', merchantId)
    .where('id', '=', transactionId)
    .executeTakeFirst()

/** Finds a payer's answers to the questions of a payment link, as JSON. */
export const findLinkAnswers = (db: Db, { merchantId, transactionId }: OfPayment) =>
  db
    .selectFrom('paymentLinkAnswers')
    .select(['answers', 'linkId'])
    .where('merchantId', '=', merchantId)
    .where('transactionId', '=', transactionId)
    .executeTakeFirst()

/** Lists the mails about these objects that were sent to this e-mail address, oldest first. */
export const listSentMails = (
  db: Db,
  {
    merchantId,
    objectIds,
    recipient,
  }: { merchantId: string; objectIds: string[]; recipient: string },
): Promise<Pick<MailRow, 'kind' | 'sentAt'>[]> =>
  db
    .selectFrom('mails')
    .select(['kind', 'sentAt'])
    .where('merchantId', '=', merchantId)
    .where('objectId', 'in', objectIds)
    .where('recipient', '=', recipient)
    .where('status', '=', 'sent')
    .orderBy('sentAt')
    .limit(LIMIT)
    .execute()
