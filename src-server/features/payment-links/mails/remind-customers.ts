import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { findCustomer } from '#server/features/customers/customers.queries.ts'
import { customerMailing } from '#server/features/merchants/customer-mails.ts'
import { holdMerchantOf } from '#server/features/merchants/hold-merchant.ts'
import { canTakePayments } from '#server/features/merchants/merchants.rules.ts'
import { linkStatus, whileAllPaused } from '#server/features/payment-links/link-state.rules.ts'
import { holdLink, type LinkRow } from '#server/features/payment-links/links.queries.ts'
import {
  type LinkPlace,
  leaseDueReminders,
  reminderObjectId,
} from '#server/features/payment-links/mails/reminders.queries.ts'
import {
  reminderAfter,
  reminderTurn,
} from '#server/features/payment-links/mails/reminders.rules.ts'
import { audit } from '#server/services/audit/audit.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { toIso } from '#server/shared/day.ts'
import { noteLink } from '../create-link.ts'
import { hasWayToPay } from '../payer/payers-link.ts'
import { updateLink } from '../payment-links.queries.ts'
import { addressOfLink } from '../shown-link.ts'
import { requestLetter } from './request-letter.ts'

/** Longer than queueing some mails takes: a worker that has a lease beyond it has died. */
export const REMINDER_LEASE_MS = 20_000
/** Reminders of one merchant before other merchants are served. */
const SHARE = 10
/** Limit on the merchants that a query leaves out, because a statement takes only so many parameters. */
const MOST_PASSED_OVER = 500

/**
 * Queues the reminders that are due, until none is left. Merchants alternate, so a merchant with very many reminders
 * does not delay the others. Returns the number of links that were examined.
 */
export async function remindCustomers(world: World, signal?: AbortSignal): Promise<number> {
  const isStopped = () => signal?.aborted === true
  let passedOver: string[] = []
  let count = 0
  while (!isStopped()) {
    const places = await take(world, passedOver)
    if (places.length === 0 && passedOver.length === 0) break
    for (const place of places) {
      if (isStopped()) break
      await remindOrSay(world, place)
      count += 1
    }
    const had = new Set([...passedOver, ...places.map(({ merchantId }) => merchantId)])
    passedOver = places.length === 0 || had.size > MOST_PASSED_OVER ? [] : [...had]
  }
  return count
}

function take(world: World, passedOver: readonly string[]): Promise<LinkPlace[]> {
  const nowMs = world.now()
  return leaseDueReminders(world.db, {
    now: toIso(nowMs),
    leasedUntil: toIso(nowMs + REMINDER_LEASE_MS),
    share: SHARE,
    passedOver,
  })
}

/** Queues a reminder, or logs the error. A failed reminder delays no other: it is retried after its lease. */
async function remindOrSay(world: World, place: LinkPlace): Promise<void> {
  try {
    await inTransaction(world, (inner) => remind(inner, place))
  } catch (error) {
    world.log.error({ err: error, link: place.id }, 'a reminder could not be written down')
  }
}

/** Stores the mail, the counts of the link and the time of the next reminder in one transaction: all or nothing. */
async function remind(inner: World, { merchantId, id }: LinkPlace): Promise<void> {
  const { db, dialect, now } = inner
  const merchant = await holdMerchantOf(inner, { merchantId })
  const link = await holdLink(db, { dialect, merchantId, id })
  const nowMs = now()
  const dueAt = link?.nextReminderAt
  // The link was paid or closed, its reminders were switched off, or another worker has handled it.
  if (!link || !dueAt || dueAt > toIso(nowMs)) return
  const { turn, change } = await outcomeOf(inner, link, { merchant, nowMs, dueAt })
  const after = await updateLink(db, link, { reminderLeasedUntil: null, ...change })
  if (turn === 'later') return
  noteLink(inner, after, 'changed')
  if (turn !== 'sent') return
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

type At = { merchant: ActingMerchant; nowMs: number; dueAt: string }
type Outcome = {
  turn: 'sent' | 'over' | 'later'
  change: Partial<Pick<LinkRow, 'nextReminderAt' | 'reminded' | 'sent' | 'updatedAt'>>
}

async function outcomeOf(
  inner: World,
  ofItself: LinkRow,
  { merchant, nowMs, dueAt }: At,
): Promise<Outcome> {
  const link = whileAllPaused(ofItself, merchant, toIso(nowMs))
  const { merchantId, customerId } = link
  const isOpen = canTakePayments(merchant) && hasWayToPay(inner, merchant, link)
  const status = isOpen ? linkStatus(link, toIso(nowMs)) : 'paused'
  const turn = reminderTurn(link, { status, nowMs })
  if (turn.is === 'later') return { turn: 'later', change: { nextReminderAt: turn.at } }
  const over: Outcome = { turn: 'over', change: { nextReminderAt: null } }
  if (turn.is === 'over' || customerId === null) return over
  const customer = await findCustomer(inner.db, { merchantId, id: customerId })
  if (!customer) return over
  const { email } = customer
  const isErased = customer.erasedAt !== null
  const mailing = await customerMailing(inner, merchant, { email, isErased })
  if (mailing !== 'sent' && mailing !== 'printed') return over
  const language = link.language ?? merchant.customerMails.language
  const url = addressOfLink(inner, link)
  const reminded = link.reminded + 1
  const isQueued = await queueMail(inner, {
    kind: 'payment_reminder',
    to: email,
    language,
    letter: requestLetter({ kind: 'reminder', merchant, link, url, language }),
    merchantId,
    customerId,
    objectId: reminderObjectId(link.id, reminded),
    ...(link.expiresAt !== null && { notAfterMs: Date.parse(link.expiresAt) }),
  })
  // The customer was erased before.
  if (!isQueued) return over
  const counted = { reminded, sent: link.sent + 1, updatedAt: toIso(nowMs) }
  const { timezone } = merchant
  const next = reminderAfter({ ...link, ...counted }, { nowMs, timezone, dueAt })
  return { turn: 'sent', change: { ...counted, nextReminderAt: next } }
}
