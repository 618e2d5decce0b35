import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { ProcessorOutcome } from '#server/core/processor.ts'
import { emitEvent, paymentEvent } from '#server/services/outbox/emit-event.ts'
import { movePayment } from '#server/services/rollups/payment-sums.queries.ts'
import { placesOfPayment } from '#server/services/rollups/places.ts'
import { toIso } from '#server/shared/day.ts'
import type { NamedPerson } from '../customers/customers.rules.ts'
import { paymentNames } from '../customers/customers.rules.ts'
import { erasedOrHeld } from '../customers/hold-customer.ts'
import { holdMerchantOf } from '../merchants/hold-merchant.ts'
import {
  insertEvents,
  lastSequence,
  postponeCheck,
  settleTransaction,
} from './transactions.queries.ts'
import { processingMsOf, transactionOf } from './transactions.rules.ts'

/**
 * Holds what a payment's outcome touches, in the order in which everything does: the merchant, the
 * customer, then the payment. Answers who stands for the customer when that one was erased.
 */
export async function holdForOutcome(
  world: World,
  { merchantId, customerId }: Pick<TransactionRow, 'merchantId' | 'customerId'>,
): Promise<{ merchant: ActingMerchant; erased: NamedPerson | undefined }> {
  const merchant = await holdMerchantOf(world, { merchantId })
  return { merchant, erased: await erasedOrHeld(world, { merchantId, customerId }) }
}

/** A processor's outcome, or a person's with a reason in words of their own. */
type Outcome = ProcessorOutcome | { status: 'failed'; reason: string }

/**
 * Makes a pending payment final, with its event and roll-ups, or notes when to ask again.
 * Answers the final row; undefined when it stays pending or another request made it final first.
 */
export function recordOutcome<C extends World>(
  ctx: C,
  pending: TransactionRow,
  outcome: Outcome,
  { actor, note = null }: { actor: string; note?: string | null },
): Promise<TransactionRow | undefined> {
  return inTransaction(ctx, async (inner) => {
    const { db, now, noteChange } = inner
    const { merchant, erased } = await holdForOutcome(inner, pending)
    const names = erased && paymentNames(erased)
    if (outcome.status === 'pending') {
      await postponeCheck(db, pending, { nextCheckAt: toIso(outcome.askAtMs), ...names })
      return undefined
    }
    const at = toIso(now())
    const reason = outcome.status === 'failed' ? outcome.reason : null
    const settled = await settleTransaction(db, pending, {
      ...names,
      status: outcome.status,
      failureReason: reason,
      settledAt: at,
      updatedAt: at,
    })
    if (!settled) return undefined

    const key = { merchantId: settled.merchantId, transactionId: settled.id }
    await insertEvents(db, [
      {
        ...key,
        sequence: (await lastSequence(db, key)) + 1,
        at,
        type: 'status_changed',
        status: settled.status,
        reason: reason ?? note,
        actor,
      },
    ])
    await movePayment(
      inner,
      {
        before: { ...settled, status: 'pending', processingMs: 0 },
        after: { ...settled, processingMs: processingMsOf(settled) },
      },
      placesOfPayment(merchant, settled),
    )
    await emitEvent(inner, paymentEvent(settled, transactionOf(settled)))
    noteChange({
      merchantId: settled.merchantId,
      type: 'transaction',
      action: 'changed',
      objectId: settled.id,
    })
    return settled
  })
}
