import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { receiptUrl } from '#server/services/receipts/receipt-token.ts'
import { findReceiptChoices } from '../payment-links/mails/link-receipt.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { writeReceipt } from './receipt-content.ts'
import { findReceiptPage } from './receipt-page.ts'
import type { PaymentReceipt, ReceiptKey } from './receipts.schema.ts'

/** Returns the payer's receipt in the payer's language; null unless the payment succeeded. */
export async function readPaymentReceipt(
  ctx: MerchantCtx,
  { id: key }: ReceiptKey,
): Promise<PaymentReceipt | null> {
  const merchantId = ctx.merchant.id
  const payment = await findTransaction(ctx.db, { merchantId, key })
  if (!payment) throw noPayment()
  const page = await findReceiptPage(ctx.db, { merchantId, id: payment.id })
  if (!page) return null
  const { language } = await findReceiptChoices(ctx.db, { merchant: ctx.merchant, row: payment })
  return { url: receiptUrl(ctx, payment, language), content: writeReceipt(page, language) }
}

export const noPayment = () => new AppError('not_found', 'There is no such transaction.')

/** Throws unless the payment succeeded: no other payment has a receipt. */
export function assertHasReceipt({ status }: Pick<TransactionRow, 'status'>): void {
  if (status === 'success') return
  throw new AppError('conflict', 'Only a payment that succeeded has a receipt.')
}
