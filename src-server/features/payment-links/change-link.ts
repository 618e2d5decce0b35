import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { countTakenUses } from '#server/features/payment-links/link-state.rules.ts'
import {
  endAllLinksPause,
  type LinkRow,
  lockLink,
} from '#server/features/payment-links/links.queries.ts'
import { withdrawReminders } from '#server/features/payment-links/mails/reminders.queries.ts'
import { nextReminderAt } from '#server/features/payment-links/mails/reminders.rules.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { lockAddressee } from '#server/services/mail/mails.queries.ts'
import { endNotices } from '#server/services/notices/raise-notice.ts'
import { toIso } from '#server/shared/day.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import {
  assertAmount,
  assertFuture,
  auditedFieldsOf,
  indexLink,
  noLink,
  publishLinkChange,
  remindersOf,
} from './create-link.ts'
import { hasOffers } from './link-choices.rules.ts'
import { updateLink } from './payment-links.queries.ts'
import { type AmountSettings, amountSettingsOf, methodTypesColumn } from './payment-links.rules.ts'
import type { ChangedPaymentLink, PaymentLinkKey } from './payment-links.schema.ts'

/** Changes a link for future payments. Existing payments stay unchanged. */
export const changeLink = (ctx: MerchantCtx, input: ChangedPaymentLink): Promise<LinkRow> =>
  withLockedLink(ctx, input, async (inner, before) => {
    const { maxUses } = input
    if (typeof maxUses === 'number' && maxUses < countTakenUses(before)) {
      const message = 'must not be less than the payments that it has taken'
      throw new AppError('invalid', `maxUses: ${message}`, {
        issues: [{ path: 'maxUses', message }],
      })
    }
    const { expiresAt } = input
    const reminders = {
      hasReminders:
        input.hasReminders === undefined
          ? before.hasReminders
          : remindersOf(before, input.hasReminders),
    }
    const limits = {
      ...pickSent(input, ['maxUses']),
      ...(expiresAt !== undefined &&
        expiresAt !== before.expiresAt && { expiresAt: assertFuture(inner, expiresAt) }),
    }
    const after = await updateLink(inner.db, before, {
      ...pickSent(input, ['title', 'description', 'afterMessage', 'afterUrl', 'language']),
      ...assertAmount(amountAfter(before, input), before.currency as Currency),
      ...(input.methodTypes !== undefined && {
        methodTypes: methodTypesColumn(input.methodTypes),
      }),
      ...(input.questions && { questions: JSON.stringify(input.questions) }),
      ...limits,
      ...reminders,
      nextReminderAt: await reminderOf(inner, { ...before, ...limits, ...reminders }),
      updatedAt: toIso(inner.now()),
    })
    await indexLink(inner, after)
    await audit(inner, {
      merchantId: after.merchantId,
      action: 'payment_link.updated',
      objectId: after.id,
      ...diffFields(auditedFieldsOf(before), auditedFieldsOf(after)),
    })
    return after
  })

/**
 * Returns the new amount settings. A quantity, items, a fixed amount and a chosen amount replace each other: the
 * settings of the previous one are dropped. A link with a quantity or items has the kind `chosen`. Tips stay.
 */
function amountAfter(before: LinkRow, input: ChangedPaymentLink): AmountSettings {
  const { tipPercents, tipAmounts, ...current } = amountSettingsOf(before)
  const amountKind = input.amountKind ?? before.amountKind
  const isOffered = hasOffers(input)
  const isSameKind = !isOffered && amountKind === before.amountKind
  const settings = isSameKind
    ? current
    : { amountKind: isOffered ? ('chosen' as const) : amountKind, presets: [] as string[] }
  return {
    ...settings,
    // Tips in percent and tips of an amount replace each other.
    ...(!input.tipAmounts?.length && { tipPercents }),
    ...(!input.tipPercents?.length && { tipAmounts }),
    ...pickSent(input, ['amount', 'minAmount', 'maxAmount', 'presets']),
    ...pickSent(input, ['quantity', 'items', 'tipPercents', 'tipAmounts']),
  }
}

/** Returns only the fields that were sent; omitted fields stay unchanged. */
function pickSent<T extends object, K extends keyof T>(from: T, keys: readonly K[]) {
  const entries = keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])
  return Object.fromEntries(entries) as { [Key in K]?: Exclude<T[Key], undefined> }
}

/**
 * Returns the time of the next reminder. Locks the customer, so that an erasure either is seen here or finds the
 * reminder.
 */
async function reminderOf(
  { db, dialect, merchant, now }: MerchantCtx,
  link: LinkRow,
): Promise<string | null> {
  const at = nextReminderAt(link, { nowMs: now(), timezone: merchant.timezone })
  const { merchantId, customerId } = link
  if (at === null || customerId === null) return null
  const hasAddressee = await lockAddressee(db, { dialect, merchantId, customerId })
  return hasAddressee ? at : null
}

/** Pauses a link until a person resumes it. A temporary pause then has no end any more. */
export const pauseLink = (ctx: MerchantCtx, { id }: PaymentLinkKey): Promise<LinkRow> =>
  withLockedLink(ctx, { id }, async (inner, before) => {
    assertNotClosed(before)
    const at = toIso(inner.now())
    if (before.pausedAt !== null && before.pausedUntil === null) return before
    const pause = { pausedAt: at, pausedUntil: null, pauseReason: 'by_hand' } as const
    // The lock order requires mails before notices, and `updatePause` ends a notice.
    await withdrawReminders(inner.db, before)
    return updatePause(inner, before, { ...pause, updatedAt: at })
  })

/** Resumes a link. When all links of the merchant are paused, it resumes all of them. */
export const resumeLink = (ctx: MerchantCtx, { id }: PaymentLinkKey): Promise<LinkRow> =>
  inTransaction(ctx, async (trx) => {
    // Updates the merchant’s row before a shared lock on it is taken. Two transactions that both have the shared lock
    // would wait for each other’s update.
    const isEnded = await endPauseOfAll(trx)
    const link = await withLockedLink(trx, { id }, async (inner, before) => {
      assertNotClosed(before)
      if (before.pausedAt === null) return before
      const change = { pausedAt: null, pausedUntil: null, pauseReason: null }
      return updatePause(inner, before, { ...change, updatedAt: toIso(inner.now()) })
    })
    // Links are locked before notices.
    if (isEnded) await endPauseNotice(trx, { merchantId: link.merchantId, id: link.merchantId })
    return link
  })

/** Returns whether there was a pause of all links. */
async function endPauseOfAll(inner: MerchantCtx): Promise<boolean> {
  const merchantId = inner.merchant.id
  const isEnded = await endAllLinksPause(inner.db, { merchantId, now: toIso(inner.now()) })
  if (!isEnded) return false
  await audit(inner, { merchantId, action: 'payment_links.resumed', objectId: merchantId })
  return true
}

/** Closes a link for good. A payment that is under way continues, as with a paused link. */
export const closeLink = (ctx: MerchantCtx, { id }: PaymentLinkKey): Promise<LinkRow> =>
  withLockedLink(ctx, { id }, async (inner, before) => {
    if (before.closedAt !== null) return before
    const closedAt = toIso(inner.now())
    const change = { closedAt, nextReminderAt: null, updatedAt: closedAt }
    const after = await updateLink(inner.db, before, change)
    await audit(inner, {
      merchantId: after.merchantId,
      action: 'payment_link.closed',
      objectId: after.id,
    })
    await withdrawReminders(inner.db, after)
    await endPauseNotice(inner, after)
    return after
  })

function assertNotClosed({ closedAt }: LinkRow): void {
  if (closedAt === null) return
  throw new AppError(
    'conflict',
    'The link is closed permanently. Duplicate it to request the payment again.',
  )
}

async function updatePause(
  inner: MerchantCtx,
  before: LinkRow,
  change: Parameters<typeof updateLink>[2],
) {
  const after = await updateLink(inner.db, before, change)
  await audit(inner, {
    merchantId: after.merchantId,
    action: after.pausedAt === null ? 'payment_link.resumed' : 'payment_link.paused',
    objectId: after.id,
    after: { reason: after.pauseReason },
  })
  await endPauseNotice(inner, after)
  return after
}

/** Ends the notice of an automatic pause, which a person has ended, made permanent or made irrelevant. */
const endPauseNotice = (
  inner: MerchantCtx,
  { merchantId, id: objectId }: Pick<LinkRow, 'merchantId' | 'id'>,
): Promise<void> => endNotices(inner, { merchantId, objectId, kinds: ['link_paused'] })

const withLockedLink = (
  ctx: MerchantCtx,
  { id }: PaymentLinkKey,
  change: (inner: MerchantCtx, before: LinkRow) => Promise<LinkRow>,
): Promise<LinkRow> =>
  inTransaction(ctx, async (trx) => {
    const inner = await lockMerchant(trx)
    const { db, dialect, merchant } = inner
    const before = await lockLink(db, { dialect, merchantId: merchant.id, id })
    if (!before) throw noLink()
    const after = await change(inner, before)
    publishLinkChange(inner, after, 'changed')
    return after
  })
