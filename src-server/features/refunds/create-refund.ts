import type { RefundRow } from '#db/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { inTurn } from '#server/core/in-turn.ts'
import type { Role } from '#server/core/merchant.schema.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { audit } from '#server/services/audit/audit.ts'
import { claimKey } from '#server/services/idempotency/claimed-key.ts'
import { emitEvent, refundEvent } from '#server/services/outbox/emit-event.ts'
import { placesOfRefund } from '#server/services/rollups/places.ts'
import { addRefund } from '#server/services/rollups/refund-sums.queries.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { partsOfRefund, searchTextOf } from '#server/services/search/search.rules.ts'
import { localMoment, startOfDayMs, toIso } from '#server/shared/day.ts'
import { decimalFromMinor } from '#server/shared/money.ts'
import { amountIn } from '../transactions/amount-in-currency.ts'
import { findTransactionHeld } from '../transactions/ask-processor.ts'
import { LEASE_MS } from '../transactions/settle-due.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { refundableAmount } from './refundable-amount.ts'
import {
  insertRefund,
  insertRefundEvent,
  moveRefundAmounts,
  sumRefundedBy,
} from './refunds.queries.ts'
import { refundOf } from './refunds.rules.ts'
import type { NewRefund, Refund } from './refunds.schema.ts'

export type RefundCtx = MerchantCtx & { role: Role }

/**
 * Returns money of a payment: what is left of it is reserved first, with the refund's row; then the processor is
 * called with the row's id as key; then its answer is recorded. The row is never deleted, so a crash or a lost answer
 * between them is found by a job, which asks before it calls again.
 */
export async function createRefund(ctx: RefundCtx, input: NewRefund): Promise<Refund> {
  const refund = await inTurn(`refund ${ctx.merchant.id} ${input.id}`, () =>
    inTransaction(ctx, (inner) => reserve(inner, input)),
  )
  if (refund.approval === 'needed') return refundOf(refund)
  const { row } = await carryOutRefund(ctx, refund, async (inner, known) => {
    await ctx.once?.complete(inner, refundOf(known))
  })
  return refundOf(row)
}

async function reserve(inner: RefundCtx, input: NewRefund): Promise<RefundRow> {
  const { db, dialect, now } = inner
  const where = { merchantId: inner.merchant.id, key: input.id, dialect }
  const { row: payment, merchant } = await findTransactionHeld(inner, where)
  const wanted = input.amount === undefined ? undefined : amountIn(input.amount, payment.currency)
  const amount = refundableAmount(payment, wanted)
  const refund = rowOf(inner, { merchant, payment, amount, input })
  const needsOwner = await exceedsLimits(inner, merchant, refund)
  const at = toIso(now())
  Object.assign(
    refund,
    needsOwner ? { approval: 'needed' } : { nextCheckAt: at, leasedUntil: toIso(now() + LEASE_MS) },
  )
  await moveRefundAmounts(db, payment, { refunding: amount, refunded: 0, at })
  await insertRefund(db, refund)
  await insertRefundEvent(db, {
    merchantId: refund.merchantId,
    refundId: refund.id,
    sequence: 1,
    at,
    type: 'created',
    status: 'pending',
    reason: null,
    actor: refund.actor,
  })
  const text = searchTextOf(partsOfRefund(refund))
  await putSearchTexts(db, [
    { merchantId: refund.merchantId, kind: 'refund', objectId: refund.id, text },
  ])
  await addRefund(inner, refund, placesOfRefund(merchant, refund))
  await emitEvent(inner, refundEvent(refund, 'refund.created', refundOf(refund)))
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
  for (const type of ['refund', 'transaction'] as const) {
    const objectId = type === 'refund' ? refund.id : payment.id
    const action = type === 'refund' ? 'created' : 'changed'
    inner.noteChange({ merchantId: refund.merchantId, type, action, objectId })
  }
  if (needsOwner) await inner.once?.complete(inner, refundOf(refund))
  return refund
}

type Draft = {
  merchant: ActingMerchant
  payment: TransactionRow
  amount: number
  input: NewRefund
}

function rowOf(inner: RefundCtx, { merchant, payment, amount, input }: Draft): RefundRow {
  const id = inner.newId('ref')
  const createdAt = toIso(inner.now())
  const places = placesOfRefund(merchant, { id, createdAt })
  const inA = places.find(({ calendar }) => calendar === 0) ?? places[0]
  return {
    merchantId: payment.merchantId,
    id,
    transactionId: payment.id,
    reference: payment.transactionId,
    customerId: payment.customerId,
    customerName: payment.customerName,
    customerEmail: payment.customerEmail,
    amount,
    currency: payment.currency,
    paymentMethod: payment.paymentMethod,
    reason: input.reason,
    note: input.note,
    status: 'pending',
    failureReason: null,
    approval: null,
    day: inA?.day ?? '',
    dayB: places.find(({ calendar }) => calendar === 1)?.day ?? null,
    processor: payment.processor,
    processorAccountId: payment.processorAccountId ?? null,
    processorRef: null,
    actor: actorName(inner.actor),
    nextCheckAt: null,
    leasedUntil: null,
    createdAt,
    updatedAt: createdAt,
    settledAt: null,
  }
}

/**
 * Whether an owner must agree: staff refund up to a limit at once, and in a day. Refunds in another currency than
 * the limits are in need an owner where there are limits. A key has its scope instead.
 */
async function exceedsLimits(
  { db, role, now }: RefundCtx,
  { id: merchantId, currency, timezone, staffRefunds: { limit, dayLimit } }: ActingMerchant,
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
