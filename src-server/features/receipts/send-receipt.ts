import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { audit } from '#server/services/audit/audit.ts'
import { assertMailAllowance } from '#server/services/identity/throttle/assert-mail-allowance.ts'
import { resentReceiptAllowances } from '#server/services/identity/throttle/mail-allowances.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { decideCustomerMailing } from '../merchants/customer-mails.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import type { CustomerMailing } from '../merchants/merchants.schema.ts'
import { draftReceipt, findReceiptChoices } from '../payment-links/mails/link-receipt.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { assertHasReceipt, noPayment } from './payment-receipt.ts'
import type { ReceiptKey, SentReceipt } from './receipts.schema.ts'

/** Mails the receipt to the payment's e-mail address. Returns the reason when no mail is sent. */
export async function sendReceipt(ctx: MerchantCtx, { id: key }: ReceiptKey): Promise<SentReceipt> {
  const { db, merchant } = ctx
  const merchantId = merchant.id
  const payment = await findTransaction(db, { merchantId, key })
  if (!payment) throw noPayment()
  assertHasReceipt(payment)
  const mailing = await decideMailing(ctx, merchant, payment)
  // Returns before the limits count the mail, because they count only mails that are sent or printed to the log.
  if (mailing !== 'sent' && mailing !== 'printed') return { mailing }
  await assertMailAllowance(
    ctx,
    resentReceiptAllowances(merchantId, payment.customerEmail),
    'Too many receipts were sent to this customer or by your business. Try again later, or copy the receipt’s link and send it yourself.',
  )
  return mailReceipt(ctx, payment.id)
}

async function decideMailing(
  world: Pick<MerchantCtx, 'db' | 'mailer'>,
  merchant: ActingMerchant,
  { customerId, customerEmail: email }: TransactionRow,
): Promise<CustomerMailing> {
  const customer = await findCustomer(world.db, { merchantId: merchant.id, id: customerId })
  return decideCustomerMailing(world, merchant, { email, isErased: customer?.erasedAt !== null })
}

const mailReceipt = (ctx: MerchantCtx, id: string): Promise<SentReceipt> =>
  inTransaction(ctx, async (trx) => {
    const inner = await lockMerchant(trx)
    const { db, merchant } = inner
    const merchantId = merchant.id
    const row = await findTransaction(db, { merchantId, key: id })
    if (!row) throw noPayment()
    assertHasReceipt(row)
    const mailing = await decideMailing(inner, merchant, row)
    if (mailing !== 'sent' && mailing !== 'printed') return { mailing }
    const { language, chosen } = await findReceiptChoices(db, { merchant, row })
    const at = row.settledAt ?? row.createdAt
    const draft = await draftReceipt(inner, { merchant, row, chosen }, { language, at })
    // The automatic receipt of a payment is sent once. Each further receipt has an id of its own.
    const objectId = `${id} ${inner.newId('mal')}`
    if (!(await queueMail(inner, { ...draft, customerId: row.customerId, objectId })))
      return { mailing: 'erased' }
    await audit(inner, { merchantId, action: 'receipt.sent', objectId: id })
    return { mailing }
  })
