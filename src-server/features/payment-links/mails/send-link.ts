import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { findCustomer } from '#server/features/customers/customers.queries.ts'
import { decideCustomerMailing } from '#server/features/merchants/customer-mails.ts'
import { lockMerchant } from '#server/features/merchants/lock-merchant.ts'
import { linkStatus } from '#server/features/payment-links/link-state.rules.ts'
import { findLink, lockLink } from '#server/features/payment-links/links.queries.ts'
import { MAX_MAILS, nextReminderAt } from '#server/features/payment-links/mails/reminders.rules.ts'
import { audit } from '#server/services/audit/audit.ts'
import { assertMailAllowance } from '#server/services/identity/throttle/assert-mail-allowance.ts'
import { requestMailAllowances } from '#server/services/identity/throttle/mail-allowances.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { toIso } from '#server/shared/day.ts'
import { noLink, publishLinkChange, remindersOf } from '../create-link.ts'
import { updateLink } from '../payment-links.queries.ts'
import type { SendPaymentLink, SentLink } from '../payment-links.schema.ts'
import { linkUrlOf, presentLink } from '../present-link.ts'
import { writeRequestLetter } from './request-letter.ts'

/**
 * Mails a link to its customer. Returns the reason when the mail is not sent. Reminders follow the first request, when
 * the link has them enabled.
 */
export async function sendLink(ctx: MerchantCtx, input: SendPaymentLink): Promise<SentLink> {
  await assertMayMail(ctx, input)
  return mailLink(ctx, input)
}

/** Throws a `limit` error when this customer was mailed too often lately, or this merchant has sent too many. */
async function assertMayMail(ctx: MerchantCtx, { id }: SendPaymentLink): Promise<void> {
  const merchantId = ctx.merchant.id
  const { customerId } = (await findLink(ctx.db, { merchantId, id })) ?? { customerId: null }
  const customer = customerId && (await findCustomer(ctx.db, { merchantId, id: customerId }))
  if (!customer) return
  await assertMailAllowance(
    ctx,
    requestMailAllowances(merchantId, customer.email),
    'Too many requests were sent to this customer or by your business. Try again later, or copy the link and send it yourself.',
  )
}

const mailLink = (ctx: MerchantCtx, { id, hasReminders }: SendPaymentLink): Promise<SentLink> =>
  inTransaction(ctx, async (trx) => {
    const inner = await lockMerchant(trx)
    const { db, dialect, merchant, now } = inner
    const merchantId = merchant.id
    const before = await lockLink(db, { dialect, merchantId, id })
    if (!before) throw noLink()
    const { customerId } = before
    const customer = customerId && (await findCustomer(db, { merchantId, id: customerId }))
    if (!customer || customerId === null) {
      throw new AppError('conflict', 'The link asks no customer: copy its address and send that.')
    }
    if (['closed', 'expired'].includes(linkStatus(before, toIso(now())))) {
      throw new AppError(
        'conflict',
        'The link takes no payments any more: duplicate it, or change it.',
      )
    }
    if (before.sent >= MAX_MAILS) {
      throw new AppError('conflict', `The link was mailed ${MAX_MAILS} times already.`)
    }
    const isErased = customer.erasedAt !== null
    const { email } = customer
    const mailing = await decideCustomerMailing(inner, merchant, { email, isErased })
    if (mailing !== 'sent' && mailing !== 'printed') {
      return { mailing, link: presentLink(inner, before) }
    }
    const language = before.language ?? merchant.customerMails.language
    const url = linkUrlOf(inner, before)
    const sent = before.sent + 1
    const isQueued = await queueMail(inner, {
      kind: 'payment_request',
      to: email,
      language,
      letter: writeRequestLetter({ kind: 'request', merchant, link: before, url, language }),
      merchantId,
      customerId,
      objectId: `${id} ${sent}`,
    })
    // The customer has already been erased.
    if (!isQueued) return { mailing: 'erased', link: presentLink(inner, before) }
    const counts = {
      sent,
      hasReminders:
        hasReminders === undefined ? before.hasReminders : remindersOf(before, hasReminders),
    }
    const { timezone } = merchant
    const after = await updateLink(db, before, {
      ...counts,
      nextReminderAt: nextReminderAt({ ...before, ...counts }, { nowMs: now(), timezone }),
      updatedAt: toIso(now()),
    })
    await audit(inner, { merchantId, action: 'payment_link.sent', objectId: id })
    publishLinkChange(inner, after, 'changed')
    return { mailing, link: presentLink(inner, after) }
  })
