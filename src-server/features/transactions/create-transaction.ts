import type { TransactionRow } from '#db/tables.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import type { PaymentOrder } from '#server/core/payment-store.ts'
import type { ProcessorOutcome } from '#server/core/processor.ts'
import { inProgress, Replay } from '#server/services/idempotency/idempotency.ts'
import { emitEvent, paymentEvent } from '#server/services/outbox/emit-event.ts'
import { toIso } from '#server/shared/day.ts'
import { minorFromDecimal } from '#server/shared/money.ts'
import { assertHasProcessor } from '../merchants/has-processor.ts'
import { canTakePayments } from '../merchants/merchants.rules.ts'
import { recordOutcome } from './record-outcome.ts'
import { findTransaction } from './transactions.queries.ts'
import { chargeRequestOf, transactionOf } from './transactions.rules.ts'
import type { NewTransaction, Transaction } from './transactions.schema.ts'

/** How long after recording an online charge its answer counts as lost. */
const LOST_ANSWER_MS = 60_000

/**
 * Takes a payment. With a processor that answers offline it is stored with its outcome; with any other
 * it is stored as pending first, so that a crash before the outcome is stored is found and resolved by
 * asking again.
 */
export async function createTransaction(
  ctx: MerchantCtx,
  input: NewTransaction,
): Promise<Transaction> {
  if (!canTakePayments(ctx.merchant)) {
    throw new AppError('forbidden', 'This merchant cannot take payments.', {
      reason:
        ctx.merchant.verificationStatus === 'suspended' ? 'merchant_suspended' : 'merchant_pending',
    })
  }
  assertHasProcessor(ctx.merchant)
  const { processor } = ctx
  const order = orderOf(ctx, input)
  if (processor.isOffline) {
    const outcome = await processor.charge(chargeRequestOf(order), ctx.now())
    const { answer } = await store(ctx, Object.assign(order, answered(outcome)))
    return JSON.parse(answer) as Transaction
  }
  const { row: pending } = await store(ctx, order)
  if (!pending) throw new Error('a payment whose processor is to be asked came without its row')
  const outcome = await processor.charge(chargeRequestOf(pending), ctx.now())
  return inTransaction(ctx, async (inner) => {
    const settled = await recordOutcome(inner, pending, outcome, {
      actor: `processor:${processor.name}`,
    })
    const stored = settled ?? (await asStored(inner, pending))
    const answer = transactionOf(stored)
    if (outcome.status === 'pending') await emitEvent(inner, paymentEvent(stored, answer))
    await ctx.once?.complete(inner, answer)
    return answer
  })
}

/** Throws what the caller is told when the order was not stored. */
async function store(ctx: MerchantCtx, order: PaymentOrder) {
  const receipt = await ctx.payments.store(order)
  if (receipt.is === 'known') throw new Replay(receipt.known)
  if (receipt.is === 'running') throw inProgress()
  if (receipt.is === 'merchant gone') throw new AppError('not_found', 'There is no such merchant.')
  return receipt
}

/** The payment as it is now: its customer may have been erased while the processor was asked. */
async function asStored({ db }: MerchantCtx, { merchantId, id }: TransactionRow) {
  const row = await findTransaction(db, { merchantId, key: id })
  if (!row) throw new Error('a payment vanished while its processor was asked')
  return row
}

/** The order of a payment whose processor has not been asked yet. */
function orderOf(ctx: MerchantCtx, input: NewTransaction): PaymentOrder {
  const amount = minorFromDecimal(input.amount)
  if (amount === undefined) throw new Error('an unchecked amount reached the rules')
  const { once } = ctx
  return {
    merchantId: ctx.merchant.id,
    id: ctx.newId('txn'),
    transactionId: ctx.newReference(),
    customerName: input.customerName,
    customerEmail: input.customerEmail,
    amount,
    currency: input.currency,
    paymentMethod: input.paymentMethod,
    description: input.description,
    processor: ctx.processor.name,
    createdAt: toIso(ctx.now()),
    status: 'pending',
    failureReason: null,
    nextCheckAt: toIso(ctx.now() + LOST_ANSWER_MS),
    isAnswered: false,
    actor: actorName(ctx.actor),
    once: once ? { key: once.key, fingerprint: once.fingerprint } : null,
  }
}

const answered = (outcome: ProcessorOutcome) => ({
  status: outcome.status,
  failureReason: outcome.status === 'failed' ? outcome.reason : null,
  nextCheckAt: outcome.status === 'pending' ? toIso(outcome.askAtMs) : null,
  isAnswered: true,
})
