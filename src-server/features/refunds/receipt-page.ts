import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { findLook, type LookRow } from '#server/services/looks/looks.queries.ts'
import { readReceiptToken } from '#server/services/receipts/receipt-token.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { findMerchant } from '../merchants/merchants.queries.ts'
import { actingMerchantOf } from '../merchants/merchants.rules.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { findRefund, listRefundsOf } from './refunds.queries.ts'

/** A receipt as whoever has its address reads it: of a payment, or of one of its refunds. Nobody is named in it. */
export type ReceiptPage = {
  merchant: ActingMerchant
  look: LookRow
  payment: TransactionRow
  /** Undefined on the receipt of a payment. */
  refund: RefundRow | undefined
  /** What for; null once the customer is erased, whose name may stand there. */
  what: string | null
  /** What went back so far, the newest first. */
  refunded: RefundRow[]
}

/** Undefined where there is nothing to show: no such token, or money that never came. */
export async function receiptPage(
  { db, secretBox }: Pick<World, 'db' | 'secretBox'>,
  token: string,
): Promise<ReceiptPage | undefined> {
  const asked = readReceiptToken(secretBox, token)
  if (!asked) return undefined
  const { merchantId, id } = asked
  const refund = id.startsWith('ref_') ? await findRefund(db, { merchantId, id }) : undefined
  // One that failed after it had succeeded was told of: its receipt says what became of it.
  if (refund && refund.status !== 'success' && refund.status !== 'failed') return undefined
  const row = await findMerchant(db, { merchantId })
  const payment = await findTransaction(db, { merchantId, key: refund?.transactionId ?? id })
  if (!row || payment?.status !== 'success') return undefined
  const customer = await findCustomer(db, { merchantId, id: payment.customerId })
  const refunds = await listRefundsOf(db, { merchantId, transactionId: payment.id })
  return {
    merchant: actingMerchantOf(row),
    look: await findLook(db, { merchantId }),
    payment,
    refund,
    what: customer?.erasedAt === null ? payment.description : null,
    refunded: refunds.filter(({ status }) => status === 'success').toReversed(),
  }
}
