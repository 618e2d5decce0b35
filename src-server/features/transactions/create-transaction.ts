import { isUniqueViolation } from '#db/failures.ts'
import type { TransactionEventRow, TransactionRow } from '#db/tables.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import type { ProcessorOutcome } from '#server/core/processor.ts'
import { emitPayment } from '#server/services/outbox/emit-event.ts'
import { addPayment } from '#server/services/rollups/payment-sums.queries.ts'
import { placeColumns, placesOfPayment } from '#server/services/rollups/places.ts'
import { putSearchText } from '#server/services/search/search.queries.ts'
import { partsOfPayment, searchTextOf } from '#server/services/search/search.rules.ts'
import { toIso } from '#server/shared/day.ts'
import { minorFromDecimal } from '#server/shared/money.ts'
import { erasedPerson, paymentNames } from '../customers/customers.rules.ts'
import { findOrCreateCustomer } from '../customers/find-or-create-customer.ts'
import { holdMerchant } from '../merchants/hold-merchant.ts'
import { canTakePayments } from '../merchants/merchants.rules.ts'
import { recordOutcome } from './record-outcome.ts'
import { findTransaction, insertEvents, insertTransaction } from './transactions.queries.ts'
import { chargeRequestOf, processingMsOf, transactionOf } from './transactions.rules.ts'
import type { NewTransaction, Transaction } from './transactions.schema.ts'

/** References are 50 random bits; three clashes in a row mean that something else is wrong. */
const MAX_REFERENCE_TRIES = 3

/** How long after recording an online charge its answer counts as lost. */
const LOST_ANSWER_MS = 60_000

/**
 * Takes a payment: stores it, asks the processor, stores the outcome. With a processor that answers
 * offline all of it is one transaction; with any other the payment is stored as pending first, so
 * that a crash between the two is found and resolved by asking again.
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
  const { processor } = ctx
  const draft = draftOf(ctx, input)
  if (processor.isOffline) {
    const outcome = await processor.charge(chargeRequestOf(draft), ctx.now())
    return transactionOf(await recordPayment(ctx, draft, outcome, { isAnswered: true }))
  }
  const askAtMs = ctx.now() + LOST_ANSWER_MS
  const pending = await recordPayment(
    ctx,
    draft,
    { status: 'pending', askAtMs },
    { isAnswered: false },
  )
  const outcome = await processor.charge(chargeRequestOf(pending), ctx.now())
  return inTransaction(ctx, async (inner) => {
    const settled = await recordOutcome(inner, pending, outcome, {
      actor: `processor:${processor.name}`,
    })
    const stored = settled ?? (await asStored(inner, pending))
    const answer = transactionOf(stored)
    if (outcome.status === 'pending') await emitPayment(inner, stored, answer)
    await ctx.once?.complete(inner, answer)
    return answer
  })
}

/** The payment as it is now: its customer may have been erased while the processor was asked. */
async function asStored({ db }: MerchantCtx, { merchantId, id }: TransactionRow) {
  const row = await findTransaction(db, { merchantId, key: id })
  if (!row) throw new Error('a payment vanished while its processor was asked')
  return row
}

/** Whether the processor was asked already: before that there is no outcome to tell. */
type ProcessorProgress = { isAnswered: boolean }

type Draft = Omit<
  TransactionRow,
  | 'customerId'
  | 'status'
  | 'failureReason'
  | 'day'
  | 'weekday'
  | 'slot'
  | 'nextCheckAt'
  | 'settledAt'
  | 'updatedAt'
>

function draftOf(ctx: MerchantCtx, input: NewTransaction): Draft {
  const amount = minorFromDecimal(input.amount)
  if (amount === undefined) throw new Error('an unchecked amount reached the rules')
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
  }
}

async function recordPayment(
  ctx: MerchantCtx,
  draft: Draft,
  outcome: ProcessorOutcome,
  asked: ProcessorProgress,
): Promise<TransactionRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(ctx, (inner) => storePayment(inner, draft, outcome, asked))
    } catch (error) {
      // Inside an outer transaction PostgreSQL has already given up on it, so only its owner may try again.
      const mayTryAgain = isUniqueViolation(error) && !ctx.db.isTransaction
      if (!mayTryAgain || attempt === MAX_REFERENCE_TRIES) throw error
      draft = { ...draft, transactionId: ctx.newReference() }
    }
  }
}

async function storePayment(
  ctx: MerchantCtx,
  draft: Draft,
  outcome: ProcessorOutcome,
  { isAnswered }: ProcessorProgress,
): Promise<TransactionRow> {
  const held = await holdMerchant(ctx)
  const customer = await findOrCreateCustomer(held, {
    name: draft.customerName,
    email: draft.customerEmail,
  })
  const places = placesOfPayment(held.merchant, draft)
  const row: TransactionRow = {
    ...draft,
    // The address that stands for an erased customer finds them, too.
    ...(customer.erasedAt !== null && paymentNames(erasedPerson(customer.id))),
    ...placeColumns(places),
    customerId: customer.id,
    status: outcome.status,
    failureReason: outcome.status === 'failed' ? outcome.reason : null,
    nextCheckAt: outcome.status === 'pending' ? toIso(outcome.askAtMs) : null,
    updatedAt: draft.createdAt,
    settledAt: outcome.status === 'pending' ? null : draft.createdAt,
  }
  await insertTransaction(ctx.db, row)
  await insertEvents(ctx.db, firstEvents(row, actorName(ctx.actor)))
  await addPayment(ctx, { ...row, processingMs: processingMsOf(row) }, places)
  await putSearchText(ctx.db, {
    merchantId: row.merchantId,
    kind: 'transaction',
    objectId: row.id,
    text: searchTextOf(partsOfPayment(row)),
  })
  if (isAnswered) await emitPayment(ctx, row, transactionOf(row))
  await ctx.once?.claim(ctx, draft.id)
  ctx.noteChange({
    merchantId: row.merchantId,
    type: 'transaction',
    action: 'created',
    objectId: row.id,
  })
  return row
}

/** Every payment begins as pending, also when its outcome is known at once. */
function firstEvents(row: TransactionRow, actor: string): TransactionEventRow[] {
  const created: TransactionEventRow = {
    merchantId: row.merchantId,
    transactionId: row.id,
    sequence: 1,
    at: row.createdAt,
    type: 'created',
    status: 'pending',
    reason: null,
    actor,
  }
  if (row.status === 'pending') return [created]
  return [
    created,
    {
      ...created,
      sequence: 2,
      type: 'status_changed',
      status: row.status,
      reason: row.failureReason,
      actor: `processor:${row.processor}`,
    },
  ]
}
