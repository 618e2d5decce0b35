import type { RefundRow } from '#db/tables/refund-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { Role } from '#server/core/merchant.schema.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { Processor } from '#server/core/ports/processor.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { audit } from '#server/services/audit/audit.ts'
import { claimKey } from '#server/services/idempotency/claim-key.ts'
import { localMoment, startOfDayMs, toIso } from '#server/shared/day.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { lockStaffActions } from '../merchants/lock-merchant.ts'
import { toMinorUnits } from '../transactions/amount-in-currency.ts'
import { lockTransaction } from '../transactions/settle/request-action.ts'
import { LEASE_MS } from '../transactions/settle/settle-due.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { refundableAmount } from './refundable-amount.ts'
import { sumRefundedBy } from './refunds.queries.ts'
import { refundOf } from './refunds.rules.ts'
import type { NewRefund, Refund } from './refunds.schema.ts'
import { newRefundRow, storeRefund } from './store-refund.ts'

export type RefundCtx = MerchantCtx & { role: Role }

/**
 * Refunds a payment. One transaction reserves the amount and stores the refund. The processor is then called with the
 * row's id as idempotency key, and its outcome is recorded. The row is never deleted: after a crash or a lost response,
 * a job checks the outcome before it calls again.
 */
export async function createRefund(ctx: RefundCtx, input: NewRefund): Promise<Refund> {
  const refund = await runSerially(`refund ${ctx.merchant.id} ${input.id}`, () =>
    inTransaction(ctx, (inner) => reserveRefund(inner, input)),
  )
  if (refund.approval === 'needed') return refundOf(refund)
  const { row } = await carryOutRefund(ctx, refund, async (inner, recorded) => {
    await ctx.once?.complete(inner, refundOf(recorded))
  })
  return refundOf(row)
}

async function reserveRefund(inner: RefundCtx, input: NewRefund): Promise<RefundRow> {
  const { dialect, now } = inner
  if (inner.role === 'staff') await lockStaffActions(inner)
  const where = { merchantId: inner.merchant.id, key: input.id, dialect }
  const { row: payment, merchant } = await lockTransaction(inner, where)
  const processor = inner.processors.named(payment.processor)
  const { canRefund, step = 1 } = processor.capabilities(payment.paymentMethod, payment.currency)
  if (payment.status === 'success' && !canRefund) throw notRefundableAt(processor)
  const requested =
    input.amount === undefined ? undefined : toMinorUnits(input.amount, payment.currency)
  const amount = refundableAmount(payment, requested)
  if (amount % step !== 0) throw notMultiple(processor, { step, currency: payment.currency })
  const refund = newRefundRow(inner, {
    merchant,
    payment,
    amount,
    createdAt: toIso(now()),
    actor: actorName(inner.actor),
    reason: input.reason,
    note: input.note,
    processorRef: null,
    nextCheckAt: null,
  })
  const needsOwner = await exceedsLimits(inner, merchant, refund)
  const at = toIso(now())
  Object.assign(
    refund,
    needsOwner ? { approval: 'needed' } : { nextCheckAt: at, leasedUntil: toIso(now() + LEASE_MS) },
  )
  await storeRefund(inner, { merchant, payment, refund })
  await claimKey(inner, inner.once, refund)
  await audit(inner, {
    merchantId: refund.merchantId,
    action: 'refund.created',
    objectId: refund.id,
    after: {
      transaction: payment.transactionId,
      amount: decimalFromMinor(amount),
      currency: refund.currency,
      reason: refund.reason,
    },
  })
  if (needsOwner) await inner.once?.complete(inner, refundOf(refund))
  return refund
}

const notRefundableAt = ({ label }: Pick<Processor, 'label'>) =>
  new AppError(
    'conflict',
    `This payment went to ${label}, from which Incasso cannot send money. Return it to the customer yourself.`,
    { reason: 'not_refundable' },
  )

const notMultiple = (
  { label }: Pick<Processor, 'label'>,
  { step, currency }: { step: Minor; currency: string },
) => {
  const message = `${label} takes multiples of ${decimalFromMinor(step)} ${currency} only`
  return new AppError('invalid', `amount: ${message}`, { issues: [{ path: 'amount', message }] })
}

/**
 * Returns whether an owner must approve: staff have a limit per refund and a limit per day. Where limits are set,
 * refunds in another currency than theirs always need approval. API keys are limited by their scope instead.
 */
async function exceedsLimits(
  { db, role, now }: RefundCtx,
  { id: merchantId, timezone, staffRefunds: { limit, dayLimit, currency } }: ActingMerchant,
  refund: RefundRow,
): Promise<boolean> {
  if (role !== 'staff' || (limit === null && dayLimit === null)) return false
  if (refund.currency !== currency) return true
  if (limit !== null && refund.amount > limit) return true
  if (dayLimit === null) return false
  const { day } = localMoment(now(), timezone)
  const since = toIso(startOfDayMs(day, timezone))
  const before = await sumRefundedBy(db, { merchantId, actor: refund.actor, currency, since })
  return before + refund.amount > dayLimit
}
