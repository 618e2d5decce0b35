import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import {
  type EndedPayment,
  lockForPayment,
  type OpenPayment,
  type PaymentOutcome,
  runOnEnded,
  runOnOpen,
} from '#server/core/ports/payment-consequence.ts'
import { nameColumnsOf } from '#server/features/customers/customers.rules.ts'
import { lockUnlessErased } from '#server/features/customers/lock-customer.ts'
import { lockMerchantById } from '#server/features/merchants/lock-merchant.ts'
import { toIso } from '#server/shared/day.ts'
import type { NamedPerson } from '#server/shared/text/erase-from.ts'
import { columnsOf, laterStage, stageOf } from '../payment-stages.rules.ts'
import {
  changeOpenTransaction,
  findTransactionToChange,
  settleTransaction,
} from '../transactions.queries.ts'
import { columnsOfMethod } from '../used-method.rules.ts'
import { recordLateCapture } from './late-captures.ts'
import {
  endAttempts,
  openAttempt,
  storeAttempt,
  storeAuthorizedAttempt,
} from './payment-attempts.queries.ts'

/**
 * Locks the rows that a payment's outcome changes, in the common lock order: merchant, payment link, customer. The
 * payment itself is locked after them. `erased` is the placeholder of an erased customer; undefined for any other
 * customer.
 */
export async function lockForOutcome(
  world: Pick<World, 'db' | 'dialect' | 'consequences'>,
  { merchantId, customerId, linkId }: Pick<TransactionRow, 'merchantId' | 'customerId' | 'linkId'>,
): Promise<{ merchant: ActingMerchant; erased: NamedPerson | undefined }> {
  const merchant = await lockMerchantById(world, { merchantId })
  await lockForPayment(world, { merchantId, customerId, linkId })
  return { merchant, erased: await lockUnlessErased(world, { merchantId, customerId }) }
}

type Author = { actor: string; note?: string | null }

/** Pauses before a processor is queried again after it did not respond, by the number of failed queries. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000, 600_000]

/** Returns the milliseconds until the next query, after `checkCount` failed ones. */
export const pauseMs = (checkCount: number): number =>
  PAUSES_MS[Math.min(checkCount, PAUSES_MS.length - 1)] ?? 0

/**
 * Records a payment's progress. Makes it final, with its event and sums, or stores its stage and the time of the next
 * query. A final payment stays unchanged, and a stage is only replaced by a later one. A success of a payment that had
 * failed is stored as a late capture.
 * Returns the final row; undefined when the payment stays pending or another request made it final first.
 */
export function recordProgress<C extends World>(
  ctx: C,
  pending: TransactionRow,
  progress: PaymentOutcome,
  by: Author,
): Promise<TransactionRow | undefined> {
  return inTransaction(ctx, async (inner) => {
    const { merchant, erased } = await lockForOutcome(inner, pending)
    const names = erased && nameColumnsOf(erased)
    if (!('pollAtMs' in progress))
      return endPayment(inner, { merchant, pending, names }, progress, by)
    await storeOpenStage(inner, { pending, names }, progress)
    return undefined
  })
}

/** Stores each declined attempt once, in order. A decline ends one attempt: another card may still pay. */
async function storeDeclinedAttempts(
  { db, now }: World,
  pending: TransactionRow,
  progress: PaymentOutcome,
): Promise<void> {
  const declined = 'declined' in progress ? (progress.declined ?? []) : []
  for (const [index, { ref, atMs, reason, code }] of declined.entries()) {
    await storeAttempt(db, pending, {
      number: index + 1,
      at: toIso(atMs),
      endedAt: toIso(atMs),
      outcome: 'declined',
      reason,
      processorRef: ref,
      processorCode: code,
    })
  }
  // After declines, the next attempt is with the card that is being tried now, or that has paid in the end.
  if (declined.length === 0 || progress.stage === 'failed') return
  await openAttempt(db, pending, { number: declined.length + 1, at: toIso(now()) })
}

/** Stores the stage of a payment that is still open, and the time of the next query. */
async function storeOpenStage(
  inner: World,
  { pending, names }: Pick<PendingPayment, 'pending' | 'names'>,
  progress: OpenPayment['outcome'],
): Promise<void> {
  const { db, dialect } = inner
  const row = await findTransactionToChange(db, dialect, pending)
  if (row?.status !== 'pending') return
  await storeDeclinedAttempts(inner, row, progress)
  const isUnknown = progress.stage === 'unknown'
  const { stage, status: _, failureReason: __, ...columns } = columnsOf(progress, row, inner.now())
  const before = stageOf(row)
  const after = isUnknown ? before : laterStage(before, stage)
  const changed = await changeOpenTransaction(db, row, {
    ...names,
    ...columns,
    ...(names && withoutDigits),
    ...(!isUnknown && { pendingReason: progress.pendingReason ?? null }),
    stage: after,
    leasedUntil: null,
    checkCount: isUnknown ? (row.checkCount ?? 0) + 1 : 0,
  })
  const isNewStage = changed !== undefined && after !== before
  if (isNewStage && after === 'authorized') await recordAuthorization(inner, changed)
  await runOnOpen(inner, { row: changed ?? row, outcome: progress, isNewStage })
}

async function recordAuthorization({ db, now }: World, row: TransactionRow): Promise<void> {
  const endedAt = toIso(now())
  await endAttempts(db, row, { endedAt, outcome: 'authorized' })
  await storeAuthorizedAttempt(db, row, endedAt)
}

/** Digits of the used method may identify an erased customer. */
const withoutDigits = { methodLast4: null }

type PendingPayment = {
  merchant: ActingMerchant
  pending: TransactionRow
  names: Pick<TransactionRow, 'customerName' | 'customerEmail'> | undefined
}

async function endPayment(
  inner: World,
  { merchant, pending, names }: PendingPayment,
  progress: EndedPayment['outcome'],
  { actor, note = null }: Author,
): Promise<TransactionRow | undefined> {
  const { db, now } = inner
  const at = toIso(now())
  const reason = 'reason' in progress ? progress.reason : null
  const amount = 'amount' in progress ? (progress.amount ?? pending.amount) : pending.amount
  const method = 'method' in progress ? progress.method : undefined
  const settled = await settleTransaction(db, pending, {
    ...names,
    ...(method && columnsOfMethod(method)),
    ...(names && withoutDigits),
    status: progress.stage === 'succeeded' ? 'success' : 'failed',
    stage: progress.stage,
    amount,
    // Some processors let a person capture somewhat more at their own site than was authorized.
    ...(amount > (pending.amountAuthorized ?? amount) && { amountAuthorized: amount }),
    failureReason: reason,
    ...('ref' in progress && progress.ref !== undefined && { processorRef: progress.ref }),
    settledAt: at,
    updatedAt: at,
  })
  if (!settled) {
    await recordLateCapture(inner, pending, progress)
    return undefined
  }

  await storeDeclinedAttempts(inner, settled, progress)
  const outcome = { succeeded: 'succeeded', failed: 'declined', cancelled: 'abandoned' } as const
  await endAttempts(db, settled, { endedAt: at, outcome: outcome[progress.stage], reason })
  await runOnEnded(inner, {
    merchant,
    before: pending,
    row: settled,
    outcome: progress,
    actor,
    reason: reason ?? note,
  })
  return settled
}
