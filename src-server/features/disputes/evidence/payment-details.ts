import { z } from 'zod'
import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { receiptUrl } from '#server/services/receipts/receipt-token.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { getDisputeRow } from '../dispute-detail.ts'
import { assertMayRespond, type ResponderCtx } from '../responses/lock-dispute.ts'
import { processorDisputeOf } from '../responses/responses.rules.ts'
import {
  findDescription,
  findLinkAnswers,
  listReceivedRefunds,
  listSentMails,
} from './payment-details.queries.ts'
import { type PaymentDetailsForBank, payerMailKinds } from './payment-details.schema.ts'

const StoredAnswers = z.array(z.object({ question: z.string(), answer: z.string() }))

const PayerMailKind = z.enum(payerMailKinds)

/**
 * Returns what is known of a disputed payment, from which the dashboard proposes texts for the evidence. Nothing of it
 * is sent unless a person takes it into the evidence.
 */
export async function getPaymentDetails(
  ctx: ResponderCtx,
  { id }: { id: string },
): Promise<PaymentDetailsForBank> {
  const row = await getDisputeRow(ctx, id)
  await assertMayRespond(ctx)
  const { db } = ctx
  const { merchantId, transactionId, customerName, customerEmail } = row
  const refunds = await listReceivedRefunds(db, row)
  const link = await findLinkAnswers(db, row)
  const objectIds = [transactionId, ...refunds.map((refund) => refund.id)]
  if (link) objectIds.push(link.linkId)
  const mails = await listSentMails(db, { merchantId, objectIds, recipient: customerEmail })
  const payment = await findDescription(db, row)
  return {
    customerName,
    customerEmail,
    description: payment?.description ?? null,
    ...(await readPayer(ctx, row)),
    receiptUrl: receiptUrl(ctx, { merchantId, id: transactionId }),
    answers: link?.answers ? StoredAnswers.parse(JSON.parse(link.answers)) : [],
    refunds: refunds.map(({ amount, currency, createdAt }) => ({
      amount: decimalFromMinor(amount),
      currency,
      at: createdAt,
    })),
    mails: mails.flatMap(({ kind, sentAt }) => {
      const mailKind = PayerMailKind.safeParse(kind)
      return mailKind.success && sentAt !== null ? [{ kind: mailKind.data, at: sentAt }] : []
    }),
  }
}

/** The page waits for these details, which it can do without. */
const PAYER_TIMEOUT_MS = 5_000

async function readPayer(
  { processors, log }: ResponderCtx,
  row: DisputeRow,
): Promise<Pick<PaymentDetailsForBank, 'payer' | 'isPartial'>> {
  const { disputes } = processors.named(row.processor)
  if (!disputes?.payerDetails) return { payer: null, isPartial: false }
  try {
    const reading = disputes.payerDetails(processorDisputeOf(row))
    return { payer: await withTimeLimit(PAYER_TIMEOUT_MS, reading), isPartial: false }
  } catch (error) {
    log.warn({ err: error, dispute: row.id }, 'the payer of a disputed payment could not be read')
    return { payer: null, isPartial: true }
  }
}
