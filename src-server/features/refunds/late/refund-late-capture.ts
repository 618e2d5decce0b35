import type { LateCaptureRow, LateRefundRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx, type World } from '#server/core/context.ts'
import {
  ProcessorKeyError,
  type RefundAtProcessor,
  type RefundProgress,
} from '#server/core/ports/processor.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { findLateCapture } from '#server/features/transactions/settle/late-captures.queries.ts'
import { pauseMs } from '#server/features/transactions/settle/record-progress.ts'
import { lockTransaction } from '#server/features/transactions/settle/request-action.ts'
import { LEASE_MS, PROCESSOR_TIMEOUT_MS } from '#server/features/transactions/settle/settle-due.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'
import { findLateRefund, putLateRefund, updateLateRefund } from './late-refunds.queries.ts'
import type { LateRefund } from './late-refunds.schema.ts'

type RefundOutcome = RefundProgress | { status: 'unknown' }

/** Refunds of late captures whose outcome must be checked. */
export const openLateRefunds: LeasedQueue<LateRefundRow> = {
  table: 'lateRefunds',
  due: 'nextCheckAt',
  lease: 'leasedUntil',
  concurrencyKey: ['merchantId'],
  leaseMs: LEASE_MS,
  leasesInOneTransaction: true,
  work: (world, row) => carryOut(world, row, 'read first'),
  failed: ({ log }, { refundId }, error) =>
    log.error({ err: error, refund: refundId }, 'a refund could not be recorded'),
}

/** Checks the outcome of every due refund of a late capture. Returns their number. */
export const settleLateRefunds = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, openLateRefunds, signal)

export const lateRefundOf = (row: LateRefundRow): LateRefund => ({
  status: row.status,
  failureReason: row.failureReason as LateRefund['failureReason'],
  createdAt: row.createdAt,
  settledAt: row.settledAt,
})

/**
 * Refunds the money that a processor took after a payment had ended. The refund is stored before the processor is called
 * with the refund's id as idempotency key. After a crash, a job reads the outcome before it calls again. No sum includes
 * this money, so no sum changes. While a refund is open or has succeeded, a repeated call returns it.
 */
export async function refundLateCapture(
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<LateRefund> {
  const { row, isNew } = await inTransaction(ctx, (inner) => storePendingRefund(inner, id))
  return lateRefundOf(isNew ? await carryOut(ctx, row, 'call') : row)
}

async function storePendingRefund(inner: MerchantCtx, id: string) {
  const { db, dialect, merchant, newId, now } = inner
  const { row: payment } = await lockTransaction(inner, {
    merchantId: merchant.id,
    key: id,
    dialect,
  })
  const capture = await findLateCapture(db, { merchantId: merchant.id, transactionId: payment.id })
  const processor = inner.processors.named(payment.processor)
  const { canRefund } = processor.capabilities(payment.paymentMethod, payment.currency)
  if (!capture || !canRefund) {
    throw new AppError('conflict', 'There is no money to refund that was taken afterwards.', {
      reason: 'not_refundable',
    })
  }
  const earlier = await findLateRefund(db, payment)
  if (earlier && earlier.status !== 'failed') return { row: earlier, isNew: false }
  const row: LateRefundRow = {
    merchantId: merchant.id,
    id: payment.id,
    refundId: newId('ref'),
    amount: capture.amount,
    status: 'pending',
    failureReason: null,
    actor: actorName(inner.actor),
    createdAt: toIso(now()),
    settledAt: null,
    nextCheckAt: toIso(now()),
    leasedUntil: toIso(now() + LEASE_MS),
    checkCount: 0,
  }
  await putLateRefund(db, row)
  await audit(inner, {
    merchantId: merchant.id,
    action: 'transaction.late_capture_refunded',
    objectId: payment.id,
    after: { amount: decimalFromMinor(capture.amount), currency: payment.currency },
  })
  return { row, isNew: true }
}

async function carryOut(
  world: World,
  row: LateRefundRow,
  how: 'call' | 'read first',
): Promise<LateRefundRow> {
  const outcome = await callProcessor(world, row, how)
  const change = columnsOf(outcome, row, world.now())
  return inTransaction(world, async ({ db, publishChange }) => {
    const changed = await updateLateRefund(db, row, change)
    publishChange({
      merchantId: row.merchantId,
      type: 'transaction',
      action: 'changed',
      objectId: row.id,
    })
    return changed ?? (await findLateRefund(db, row)) ?? row
  })
}

function columnsOf(
  outcome: RefundOutcome,
  row: LateRefundRow,
  nowMs: number,
): Partial<LateRefundRow> {
  const released = { leasedUntil: null, checkCount: 0 }
  switch (outcome.status) {
    case 'pending':
      return { ...released, nextCheckAt: toIso(outcome.pollAtMs) }
    case 'success': {
      const nextCheckAt = outcome.pollAtMs === undefined ? null : toIso(outcome.pollAtMs)
      return {
        ...released,
        status: 'success',
        settledAt: row.settledAt ?? toIso(nowMs),
        nextCheckAt,
      }
    }
    case 'failed': {
      const failed = { status: 'failed', failureReason: outcome.reason } as const
      return { ...released, ...failed, settledAt: toIso(nowMs), nextCheckAt: null }
    }
    default: {
      const nextCheckAt = toIso(nowMs + pauseMs(row.checkCount))
      return { leasedUntil: null, checkCount: row.checkCount + 1, nextCheckAt }
    }
  }
}

async function callProcessor(
  world: World,
  row: LateRefundRow,
  how: 'call' | 'read first',
): Promise<RefundOutcome> {
  const { db, log, now, processors } = world
  const { merchantId, id } = row
  try {
    const payment = await findTransaction(db, { merchantId, key: id })
    const capture = await findLateCapture(db, { merchantId, transactionId: id })
    if (!payment || !capture) throw new Error('a refund has lost its payment')
    const processor = processors.named(payment.processor)
    const request = requestOf(row, payment, capture)
    const call = () => withTimeLimit(PROCESSOR_TIMEOUT_MS, processor.refund(request, now()))
    if (how === 'call') return unknownIfAbsent(await call())
    const current = await withTimeLimit(
      PROCESSOR_TIMEOUT_MS,
      processor.readRefundProgress(request, now()),
    )
    return current.status === 'absent' ? unknownIfAbsent(await call()) : current
  } catch (error) {
    log.error({ err: error, refund: row.refundId }, 'the processor did not respond for a refund')
    // The processor refused the API key, so a first call had no effect. When the outcome of an earlier call is read, it
    // stays unknown.
    const isRefused = how === 'call' && error instanceof ProcessorKeyError
    const reason: RefundFailure = 'processor_key_invalid'
    return isRefused ? { status: 'failed', reason } : { status: 'unknown' }
  }
}

const unknownIfAbsent = (progress: RefundProgress): RefundOutcome =>
  progress.status === 'absent' ? { status: 'unknown' } : progress

const requestOf = (
  { refundId, amount, createdAt }: LateRefundRow,
  payment: TransactionRow,
  capture: LateCaptureRow,
): RefundAtProcessor => ({
  id: refundId,
  merchantId: payment.merchantId,
  transactionId: payment.id,
  accountId: payment.processorAccountId ?? null,
  paymentRef: capture.ref ?? payment.processorRef ?? null,
  ref: null,
  amount,
  currency: payment.currency,
  paymentMethod: payment.paymentMethod,
  createdAtMs: Date.parse(createdAt),
})
