import type { Db, TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { runOnAmountChanged } from '#server/core/ports/payment-consequence.ts'
import {
  type AmountChange,
  type PaymentMeans,
  ProcessorRefusedError,
} from '#server/core/ports/processor.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { type AuditContext, audit } from '#server/services/audit/audit.ts'
import { isCounterEmail } from '#server/shared/counter-sales.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import type { KeptReason } from '#server/shared/reasons/kept-reasons.ts'
import { atProcessor } from '../payment-stages.rules.ts'
import { changeOpenTransaction, findTransactionToChange } from '../transactions.queries.ts'
import { readKeptAmount } from './kept-amount.ts'
import { lockForOutcome, pauseMs } from './record-progress.ts'

/** Timeout of a call to a processor. After it, the change is requested again later. */
const CALL_TIMEOUT_MS = 20_000

type Author = Pick<AuditContext, 'actor' | 'address' | 'requestId'>

/** Author of a change that a job finishes because the process that began it has died. */
const jobAuthor: Author = {
  actor: { type: 'system', job: 'settle-payments' },
  address: null,
  requestId: 'settle-payments',
}

/**
 * Has the processor change the amount of a payment, and stores the new amount. The payment has the change as its
 * requested action, so that a job finishes it after a crash. Returns the payment afterwards, and the reason why it kept
 * its amount, if the processor gave one.
 */
export async function finishAmountChange(
  world: World,
  row: TransactionRow,
  amount: number,
  { actor, address, requestId }: Author = jobAuthor,
): Promise<{ row: TransactionRow; kept?: KeptReason }> {
  const startedAt = toIso(world.now())
  const change = await changeAtProcessor(world, row, amount)
  return inTransaction(world, async (inner) => {
    const { merchant } = await lockForOutcome(inner, row)
    const before = await findTransactionToChange(inner.db, inner.dialect, row)
    if (!before) throw new Error('a payment vanished while its amount was changed')
    // Another process has finished the change, or the payment has ended.
    if (before.status === 'failed') return { row: before, kept: 'ended' }
    if (before.status !== 'pending') return { row: before, kept: 'payer_acted' }
    if (!isUnchanged(row, before)) return finishedMeanwhile(inner.db, before, { amount, startedAt })
    const at = toIso(inner.now())
    const withoutRequest = { wish: null, leasedUntil: null, nextCheckAt: at, checkCount: 0 }
    const after = await changeOpenTransaction(inner.db, row, {
      ...withoutRequest,
      ...(change.is === 'changed' && {
        amount,
        amountChanges: (before.amountChanges ?? 0) + 1,
        updatedAt: at,
        ...(change.ref !== undefined && { processorRef: change.ref }),
      }),
    })
    if (!after) throw new Error('a locked pending payment could not be changed')
    const author = { actor, address, requestId }
    if (change.is === 'kept') {
      await recordKept(inner, after, { amount, reason: change.reason, author })
      return { row: after, kept: change.reason }
    }
    await runOnAmountChanged(inner, { merchant, before, row: after })
    await audit({ ...inner, ...author }, auditEntryOf(before, after))
    return { row: after }
  })
}

/** Returns a payment whose change another process has finished, with the reason if the payment then kept its amount. */
async function finishedMeanwhile(
  db: Db,
  row: TransactionRow,
  { amount, startedAt }: { amount: number; startedAt: string },
): Promise<{ row: TransactionRow; kept?: KeptReason }> {
  const { merchantId, id: transactionId } = row
  const kept = await readKeptAmount(db, { merchantId, transactionId })
  // An older entry is about an earlier request of the same amount.
  const isThisRequest = kept?.requested === decimalFromMinor(amount) && kept.at >= startedAt
  return isThisRequest ? { row, kept: kept.reason } : { row }
}

/**
 * Failed calls after which a job gives up a change. With the pauses between them, that takes less than half an hour.
 */
const MAX_FAILURES = 7

/**
 * Finishes a requested change of an amount for the job. A failed call is retried with backoff. After the last attempt,
 * or once the payment has expired, the payment keeps its amount, and its status is requested again: the processor's page
 * with the old amount decides the outcome.
 */
export async function retryAmountChange(
  world: World,
  row: TransactionRow,
  amount: number,
): Promise<void> {
  try {
    await finishAmountChange(world, row, amount)
  } catch (error) {
    world.log.warn({ err: error, transaction: row.id }, 'an amount could not be changed')
    await inTransaction(world, (inner) => postponeAmountChange(inner, row, amount))
  }
}

async function postponeAmountChange(inner: World, row: TransactionRow, amount: number) {
  const { db, dialect, now } = inner
  await lockForOutcome(inner, row)
  const before = await findTransactionToChange(db, dialect, row)
  if (before?.status !== 'pending' || !isUnchanged(row, before)) return
  const failures = (before.checkCount ?? 0) + 1
  const hasExpired = Boolean(before.expiresAt && before.expiresAt <= toIso(now()))
  if (failures < MAX_FAILURES && !hasExpired) {
    const nextCheckAt = toIso(now() + pauseMs(before.checkCount ?? 0))
    await changeOpenTransaction(db, row, { leasedUntil: null, checkCount: failures, nextCheckAt })
    return
  }
  const nextCheckAt = toIso(now())
  await changeOpenTransaction(db, row, {
    wish: null,
    leasedUntil: null,
    checkCount: 0,
    nextCheckAt,
  })
  await recordKept(inner, before, { amount, reason: 'processor_unavailable', author: jobAuthor })
}

/** Records that a payment keeps its amount, and why. The payment's page reads this entry of the audit log. */
async function recordKept(
  inner: World,
  { merchantId, id: objectId, amount: keptAmount }: TransactionRow,
  { amount, reason, author }: { amount: number; reason: KeptReason; author: Author },
): Promise<void> {
  const kept = decimalFromMinor(keptAmount)
  await audit(
    { ...inner, ...author },
    {
      merchantId,
      action: 'transaction.amount_kept',
      objectId,
      before: { amount: kept },
      after: { amount: kept, requested: decimalFromMinor(amount), reason },
    },
  )
  inner.publishChange({ merchantId, type: 'transaction', action: 'changed', objectId })
}

/** Returns true while a payment still has the same requested change and the same page at its processor as `earlier`. */
const isUnchanged = (earlier: TransactionRow, current: TransactionRow): boolean =>
  current.wish === earlier.wish && current.processorRef === earlier.processorRef

/** Calls the processor. After a refusal the payment keeps its amount: no page shows the new amount. */
async function changeAtProcessor(
  world: World,
  row: TransactionRow,
  amount: number,
): Promise<AmountChange | { is: 'kept'; reason: KeptReason }> {
  const { changeAmount } = world.processors.named(row.processor)
  if (!changeAmount) return { is: 'kept', reason: 'unsupported' }
  const means = await meansOf(world, row)
  const call = changeAmount(atProcessor(row), { amount, means }, world.now())
  return withTimeLimit(CALL_TIMEOUT_MS, call).catch((error: unknown) => {
    if (!(error instanceof ProcessorRefusedError)) throw error
    world.log.warn({ err: error, transaction: row.id }, 'the processor keeps an amount')
    return { is: 'kept', reason: 'refused' } as const
  })
}

const auditEntryOf = (before: TransactionRow, after: TransactionRow) => ({
  merchantId: after.merchantId,
  action: 'transaction.amount_changed' as const,
  objectId: after.id,
  before: { amount: decimalFromMinor(before.amount) },
  after: { amount: decimalFromMinor(after.amount) },
})

/** Returns the data with which the processor makes a new page for the payer of a stored payment. */
async function meansOf({ db }: World, row: TransactionRow): Promise<PaymentMeans> {
  const merchant = await findMerchant(db, { merchantId: row.merchantId })
  return {
    token: null,
    returnUrl: row.returnUrl ?? null,
    cancelUrl: row.cancelUrl ?? null,
    locale: row.locale ?? null,
    expiresAtMs: row.expiresAt ? Date.parse(row.expiresAt) : null,
    runsScriptOnPage: false,
    wantsSecret: false,
    email: isCounterEmail(row.customerEmail) ? null : row.customerEmail,
    description: row.description,
    title: merchant?.businessName ?? '',
  }
}
