import { z } from 'zod'
import { receiptUrl } from '#server/services/receipts/receipt-token.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { type AnsweringCtx, assertMayAnswer } from '../answers/lock-dispute.ts'
import { getDisputeRow } from '../dispute-detail.ts'
import { findLinkAnswers, listReceivedRefunds, listSentMails } from './payment-facts.queries.ts'
import { type PaymentFactsForBank, payerMailKinds } from './payment-facts.schema.ts'

const StoredAnswers = z.array(z.object({ question: z.string(), answer: z.string() }))

const PayerMailKind = z.enum(payerMailKinds)

/**
 * Returns what is known of a disputed payment, from which the page proposes texts for the answer. Nothing of it is sent
 * unless a person takes it into the answer.
 */
export async function getPaymentFacts(
  ctx: AnsweringCtx,
  { id }: { id: string },
): Promise<PaymentFactsForBank> {
  const row = await getDisputeRow(ctx, id)
  await assertMayAnswer(ctx)
  const { db } = ctx
  const { merchantId, transactionId, customerName, customerEmail } = row
  const refunds = await listReceivedRefunds(db, row)
  const link = await findLinkAnswers(db, row)
  const objectIds = [transactionId, ...refunds.map((refund) => refund.id)]
  if (link) objectIds.push(link.linkId)
  const mails = await listSentMails(db, { merchantId, objectIds, recipient: customerEmail })
  return {
    customerName,
    customerEmail,
    receiptUrl: receiptUrl(ctx, { merchantId, id: transactionId }),
    answers: link?.answers ? StoredAnswers.parse(JSON.parse(link.answers)) : [],
    refunds: refunds.map(({ amount, currency, createdAt }) => ({
      amount: decimalFromMinor(amount),
      currency,
      at: createdAt,
    })),
    mails: mails.flatMap(({ kind, sentAt }) => {
      const known = PayerMailKind.safeParse(kind)
      return known.success && sentAt !== null ? [{ kind: known.data, at: sentAt }] : []
    }),
  }
}
