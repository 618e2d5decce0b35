import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { resentReceiptAllowances } from '#server/services/identity/throttle/mail-allowances.ts'
import { takeAllowance } from '#server/services/identity/throttle/take-allowance.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { decideCustomerMailing } from '../merchants/customer-mails.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { draftReceipt, findReceiptChoices } from '../payment-links/mails/link-receipt.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { assertHasReceipt, noPayment } from './payment-receipt.ts'
import type { ReceiptKey, SentReceipt } from './receipts.schema.ts'

/** Mails the receipt to the payment's e-mail address. Returns the reason when no mail is sent. */
export async function sendReceipt(ctx: MerchantCtx, { id: key }: ReceiptKey): Promise<SentReceipt> {
  const merchantId = ctx.merchant.id
  const payment = await findTransaction(ctx.db, { merchantId, key })
  if (!payment) throw noPayment()
  assertHasReceipt(payment)
  await assertMayMail(ctx, payment.customerEmail)
  return mailReceipt(ctx, payment.id)
}

const RETRY_S = 60 * 60

/** Throws a `limit` error when this e-mail address got, or this merchant sent, too many receipts lately. */
async function assertMayMail(ctx: MerchantCtx, email: string): Promise<void> {
  if (!ctx.mailer || !ctx.config.areRateLimitsOn) return
  const allowances = resentReceiptAllowances(ctx.merchant.id, email)
  if (await takeAllowance(ctx.db as Kysely<Database>, allowances, ctx.now())) return
  throw new AppError(
    'limit',
    'Too many receipts were mailed to this customer, or by you, lately. Try again later, or copy the link of the receipt and send that.',
    { retryAfterS: RETRY_S },
  )
}

const mailReceipt = (ctx: MerchantCtx, id: string): Promise<SentReceipt> =>
  inTransaction(ctx, async (trx) => {
    const inner = await lockMerchant(trx)
    const { db, merchant } = inner
    const merchantId = merchant.id
    const row = await findTransaction(db, { merchantId, key: id })
    if (!row) throw noPayment()
    assertHasReceipt(row)
    const { customerId, customerEmail: email } = row
    const customer = await findCustomer(db, { merchantId, id: customerId })
    const mailing = await decideCustomerMailing(inner, merchant, {
      email,
      isErased: customer?.erasedAt !== null,
    })
    if (mailing !== 'sent' && mailing !== 'printed') return { mailing }
    const { language, chosen } = await findReceiptChoices(db, { merchant, row })
    const at = row.settledAt ?? row.createdAt
    const draft = await draftReceipt(inner, { merchant, row, chosen }, { language, at })
    // A payment's own receipt is sent once. Each further one is an object of its own.
    const objectId = `${id} ${inner.newId('mal')}`
    if (!(await queueMail(inner, { ...draft, customerId, objectId }))) return { mailing: 'erased' }
    await audit(inner, { merchantId, action: 'receipt.sent', objectId: id })
    return { mailing }
  })
