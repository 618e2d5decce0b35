import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { findCustomer } from '#server/features/customers/customers.queries.ts'
import { decideCustomerMailing } from '#server/features/merchants/customer-mails.ts'
import { lockMerchantById } from '#server/features/merchants/lock-merchant.ts'
import { canTakePayments } from '#server/features/merchants/merchants.rules.ts'
import { applyPauseOfAll, linkStatus } from '#server/features/payment-links/link-state.rules.ts'
import { type LinkRow, lockLink } from '#server/features/payment-links/links.queries.ts'
import {
  type LinkKey,
  leaseDueReminders,
  reminderObjectId,
} from '#server/features/payment-links/mails/reminders.queries.ts'
import {
  decideReminder,
  reminderAfter,
} from '#server/features/payment-links/mails/reminders.rules.ts'
import { audit } from '#server/services/audit/audit.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { toIso } from '#server/shared/day.ts'
import { publishLinkChange } from '../create-link.ts'
import { hasPaymentMethod } from '../payer/payers-link.ts'
import { updateLink } from '../payment-links.queries.ts'
import { linkUrlOf } from '../present-link.ts'
import { writeRequestLetter } from './request-letter.ts'

/** Longer than queueing some mails takes, so an expired lease means that its worker has died. */
export const REMINDER_LEASE_MS = 20_000
/**
 * Maximum number of reminders queued for a merchant before the next merchant is served. Thus one merchant's
 * reminders, however many, do not delay the reminders of other merchants.
 */
const SHARE = 10
/** Limit on the merchants that a query leaves out, because a statement takes only so many parameters. */
const MAX_SKIPPED = 500

/**
 * Queues the reminders that are due, until none is left. Merchants alternate, so a merchant with very many reminders
 * does not delay the reminders of other merchants. Returns the number of links that were examined.
 */
export async function remindCustomers(world: World, signal?: AbortSignal): Promise<number> {
  const isStopped = () => signal?.aborted === true
  let skippedMerchants: string[] = []
  let count = 0
  while (!isStopped()) {
    const leased = await leaseReminders(world, skippedMerchants)
    if (leased.length === 0 && skippedMerchants.length === 0) break
    for (const linkKey of leased) {
      if (isStopped()) break
      await tryRemind(world, linkKey)
      count += 1
    }
    const served = new Set([...skippedMerchants, ...leased.map(({ merchantId }) => merchantId)])
    skippedMerchants = leased.length === 0 || served.size > MAX_SKIPPED ? [] : [...served]
  }
  return count
}

function leaseReminders(world: World, skippedMerchants: readonly string[]): Promise<LinkKey[]> {
  const nowMs = world.now()
  return leaseDueReminders(world.db, {
    now: toIso(nowMs),
    leasedUntil: toIso(nowMs + REMINDER_LEASE_MS),
    share: SHARE,
    skippedMerchants,
  })
}

/** Queues a reminder, or logs the error. A failed reminder delays no other: it is retried after its lease. */
async function tryRemind(world: World, linkKey: LinkKey): Promise<void> {
  try {
    await inTransaction(world, (inner) => remind(inner, linkKey))
  } catch (error) {
    world.log.error({ err: error, link: linkKey.id }, 'a reminder could not be queued')
  }
}

/** Stores the mail, the counts of the link and the time of the next reminder in one transaction: all or nothing. */
async function remind(inner: World, { merchantId, id }: LinkKey): Promise<void> {
  const { db, dialect, now } = inner
  const merchant = await lockMerchantById(inner, { merchantId })
  const link = await lockLink(db, { dialect, merchantId, id })
  const nowMs = now()
  const dueAt = link?.nextReminderAt
  // The link was paid or closed, its reminders were switched off, or another worker has handled it.
  if (!link || !dueAt || dueAt > toIso(nowMs)) return
  const { decision, change } = await outcomeOf(inner, link, { merchant, nowMs, dueAt })
  const after = await updateLink(db, link, { reminderLeasedUntil: null, ...change })
  if (decision === 'later') return
  publishLinkChange(inner, after, 'changed')
  if (decision !== 'sent') return
  await audit(
    { ...inner, actor: { type: 'system', job: 'link-reminders' }, address: null, requestId: id },
    {
      merchantId,
      // The same action as for a request, so that the audit log matches the `sent` count of the link.
      action: 'payment_link.sent',
      objectId: id,
      after: { reminder: after.reminded },
    },
  )
}

type ReminderContext = { merchant: ActingMerchant; nowMs: number; dueAt: string }
type Outcome = {
  decision: 'sent' | 'over' | 'later'
  change: Partial<Pick<LinkRow, 'nextReminderAt' | 'reminded' | 'sent' | 'updatedAt'>>
}

async function outcomeOf(
  inner: World,
  storedLink: LinkRow,
  { merchant, nowMs, dueAt }: ReminderContext,
): Promise<Outcome> {
  const link = applyPauseOfAll(storedLink, merchant, toIso(nowMs))
  const { merchantId, customerId } = link
  const isPayable = canTakePayments(merchant) && hasPaymentMethod(inner, merchant, link)
  const status = isPayable ? linkStatus(link, toIso(nowMs)) : 'paused'
  const decision = decideReminder(link, { status, nowMs })
  if (decision.is === 'later') return { decision: 'later', change: { nextReminderAt: decision.at } }
  const ended: Outcome = { decision: 'over', change: { nextReminderAt: null } }
  if (decision.is === 'over' || customerId === null) return ended
  const customer = await findCustomer(inner.db, { merchantId, id: customerId })
  if (!customer) return ended
  const { email } = customer
  const isErased = customer.erasedAt !== null
  const mailing = await decideCustomerMailing(inner, merchant, { email, isErased })
  if (mailing !== 'sent' && mailing !== 'printed') return ended
  const language = link.language ?? merchant.customerMails.language
  const url = linkUrlOf(inner, link)
  const reminded = link.reminded + 1
  const isQueued = await queueMail(inner, {
    kind: 'payment_reminder',
    to: email,
    language,
    letter: writeRequestLetter({ kind: 'reminder', merchant, link, url, language }),
    merchantId,
    customerId,
    objectId: reminderObjectId(link.id, reminded),
    ...(link.expiresAt !== null && { notAfterMs: Date.parse(link.expiresAt) }),
  })
  // The customer has already been erased.
  if (!isQueued) return ended
  const counted = { reminded, sent: link.sent + 1, updatedAt: toIso(nowMs) }
  const { timezone } = merchant
  const next = reminderAfter({ ...link, ...counted }, { nowMs, timezone, dueAt })
  return { decision: 'sent', change: { ...counted, nextReminderAt: next } }
}
