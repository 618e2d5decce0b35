import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { type BrandingRow, findBranding } from '#server/services/branding/branding.queries.ts'
import { readReceiptToken } from '#server/services/receipts/receipt-token.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { findMerchant } from '../merchants/merchants.queries.ts'
import { actingMerchantOf } from '../merchants/merchants.rules.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { findRefund, listRefundsOf } from './refunds.queries.ts'

/** A receipt of a payment or of a refund. Anyone with its URL can read it, so it names no person. */
export type ReceiptPage = {
  merchant: ActingMerchant
  look: BrandingRow
  payment: TransactionRow
  /** Undefined on the receipt of a payment. */
  refund: RefundRow | undefined
  /** The payment's description; null once the customer is erased, since it may contain their name. */
  what: string | null
  /** Successful refunds of the payment, the newest first. */
  refunded: RefundRow[]
}

/** Returns undefined for an invalid token, for a refund without an outcome, or unless the payment succeeded. */
export async function readReceiptPage(
  { db, secretBox }: Pick<World, 'db' | 'secretBox'>,
  token: string,
): Promise<ReceiptPage | undefined> {
  const receiptKey = readReceiptToken(secretBox, token)
  if (!receiptKey) return undefined
  const { merchantId, id } = receiptKey
  const refund = id.startsWith('ref_') ? await findRefund(db, { merchantId, id }) : undefined
  // A refund may fail after it succeeded: the payer then has its receipt, which shows the failure.
  if (refund && refund.status !== 'success' && refund.status !== 'failed') return undefined
  const row = await findMerchant(db, { merchantId })
  const payment = await findTransaction(db, { merchantId, key: refund?.transactionId ?? id })
  if (!row || payment?.status !== 'success') return undefined
  const customer = await findCustomer(db, { merchantId, id: payment.customerId })
  const refunds = await listRefundsOf(db, { merchantId, transactionId: payment.id })
  return {
    merchant: actingMerchantOf(row),
    look: await findBranding(db, { merchantId }),
    payment,
    refund,
    what: customer?.erasedAt === null ? payment.description : null,
    refunded: refunds.filter(({ status }) => status === 'success').toReversed(),
  }
}
