import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { Db, TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { type BrandingRow, findBranding } from '#server/services/branding/branding.queries.ts'
import { type ReceiptSubject, readReceiptToken } from '#server/services/receipts/receipt-token.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { findMerchant } from '../merchants/merchants.queries.ts'
import { actingMerchantOf } from '../merchants/merchants.rules.ts'
import { type ChosenLines, findChosenLines } from '../payment-links/link-payments.ts'
import { findRefund, listRefundsOf } from '../refunds/refunds.queries.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'

/** A receipt of a payment or of a refund. Anyone with its URL can read it, so it names no person. */
export type ReceiptPage = {
  merchant: ActingMerchant
  branding: BrandingRow
  payment: TransactionRow
  /** Undefined on the receipt of a payment. */
  refund: RefundRow | undefined
  /** The payment's description; null once the customer is erased, since it may contain their name. */
  what: string | null
  /** Successful refunds of the payment, the newest first. */
  refunded: RefundRow[]
  /** Quantities and tip that the payer chose. */
  chosen: ChosenLines
  vatNumber: string | null
  taxCode: string | null
}

/** Returns undefined for an invalid token, for a refund without an outcome, or unless the payment succeeded. */
export async function readReceiptPage(
  { db, secretBox }: Pick<World, 'db' | 'secretBox'>,
  token: string,
): Promise<ReceiptPage | undefined> {
  const subject = readReceiptToken(secretBox, token)
  return subject && findReceiptPage(db, subject)
}

/** Returns the receipt of a payment or refund; undefined unless it exists. */
export async function findReceiptPage(
  db: Db,
  { merchantId, id }: ReceiptSubject,
): Promise<ReceiptPage | undefined> {
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
    chosen: await findChosenLines({ db }, payment),
    vatNumber: row.vatNumber,
    taxCode: row.taxCode,
    branding: await findBranding(db, { merchantId }),
    payment,
    refund,
    what: customer?.erasedAt === null ? payment.description : null,
    refunded: refunds.filter(({ status }) => status === 'success').toReversed(),
  }
}
