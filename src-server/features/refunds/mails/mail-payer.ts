import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { decideCustomerMailing } from '#server/features/merchants/customer-mails.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { withdrawMail } from '#server/services/mail/mails.queries.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { receiptUrl } from '#server/services/receipts/receipt-token.ts'
import { toIso } from '#server/shared/day.ts'
import { writeRefundFailure, writeRefundReceipt } from './refund-mails.ts'

type RefundOutcome = {
  merchant: ActingMerchant
  before: Pick<RefundRow, 'status'>
  row: RefundRow
  isErased: boolean
}

/**
 * Queues the receipt of a refund that succeeded, or a correction if it failed after that. Call it in the outcome's
 * transaction, in which `lockRefund` locks the customer before the payment.
 */
export async function mailPayer(inner: World, outcome: RefundOutcome): Promise<void> {
  const { before, row } = outcome
  if (row.status === 'success') return sendReceipt(inner, outcome)
  if (before.status === 'success') await withdrawReceipt(inner, outcome)
}

async function sendReceipt(
  inner: World,
  { merchant, row, isErased }: RefundOutcome,
): Promise<void> {
  const { merchantId, id, customerId, customerEmail: email } = row
  const mailing = await decideCustomerMailing(inner, merchant, { email, isErased })
  if (mailing !== 'sent' && mailing !== 'printed') return
  const payment = await findTransaction(inner.db, { merchantId, key: row.transactionId })
  const language = payment?.locale ?? merchant.customerMails.language
  const at = row.settledAt ?? toIso(inner.now())
  await queueMail(inner, {
    kind: 'refund_receipt',
    to: email,
    language,
    letter: writeRefundReceipt({
      business: merchant,
      refund: row,
      at,
      language,
      url: receiptUrl(inner, { merchantId, id }, language),
    }),
    merchantId,
    customerId,
    objectId: id,
  })
}

/**
 * Withdraws a receipt that no mail server has received yet. Any other may have arrived, so a correction goes to the
 * same e-mail address, whatever the mail settings are now.
 */
async function withdrawReceipt(inner: World, { merchant, row }: RefundOutcome): Promise<void> {
  const { merchantId, id, customerId } = row
  const at = toIso(inner.now())
  const mailKey = { merchantId, kind: 'refund_receipt', objectId: id } as const
  const receipt = await withdrawMail(inner.db, mailKey, { now: at })
  if (!receipt || receipt.attempts === 0 || !inner.mailer) return
  const { recipient, language } = receipt
  await queueMail(inner, {
    kind: 'refund_failure',
    to: recipient,
    language,
    letter: writeRefundFailure({ business: merchant, refund: row, at, language }),
    merchantId,
    customerId,
    objectId: id,
  })
}
