import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { RefundsAndDisputes, ReportedRefund } from '#server/core/ports/processor.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { nameColumnsOf } from '#server/features/customers/customers.rules.ts'
import { updateDisputedAmount } from '#server/features/disputes/disputes.queries.ts'
import { withdrawnBy } from '#server/features/disputes/disputes.rules.ts'
import { recordDisputes } from '#server/features/disputes/record-disputes.ts'
import { lockForOutcome } from '#server/features/transactions/settle/record-progress.ts'
import { findTransactionToChange } from '#server/features/transactions/transactions.queries.ts'
import { remainingOf } from '#server/features/transactions/transactions.rules.ts'
import { toIso } from '#server/shared/day.ts'
import { mailAuthor } from '../mails/author-mail.ts'
import { finishRefund } from '../record-refund.ts'
import { listRefundsOf, updateRefund } from '../refunds.queries.ts'
import { newRefundRow, storeRefund } from '../store-refund.ts'

/** A payment and the rows that its refunds and disputes change, locked until the transaction ends. */
type LockedPayment = {
  merchant: ActingMerchant
  payment: TransactionRow
  /** Name and e-mail address of an erased customer, for new rows; undefined unless the customer was erased. */
  names: Names
  /** Refunds that wait for an owner's approval, the oldest first; cancelled ones are removed. */
  waiting: RefundRow[]
}
type Names = Pick<TransactionRow, 'customerName' | 'customerEmail'> | undefined

/**
 * Records the refunds and disputes that a processor has for a successful payment. Refunds made elsewhere are recorded
 * once, disputes in their current state. A refund larger than what is left of the payment is skipped; the other refunds
 * are recorded. `then` runs in the same transaction, with the processor's ids of the skipped refunds. Returns false
 * when the payment has not succeeded, since it can have no refunds or disputes yet.
 */
export const recordRefundsAndDisputes = (
  world: World,
  target: Pick<TransactionRow, 'merchantId' | 'id' | 'customerId'>,
  { refunds, disputes }: RefundsAndDisputes,
  then?: (inner: World, skippedRefs: readonly string[]) => Promise<void>,
): Promise<boolean> =>
  runSerially(`refund ${target.merchantId} ${target.id}`, () =>
    inTransaction(world, async (inner) => {
      const { merchant, erased } = await lockForOutcome(inner, target)
      const payment = await findTransactionToChange(inner.db, inner.dialect, target)
      if (payment?.status !== 'success') return false
      const names = erased && nameColumnsOf(erased)
      const storedRows = await listRefundsOf(inner.db, {
        merchantId: payment.merchantId,
        transactionId: payment.id,
      })
      const waiting = storedRows.filter(
        ({ status, approval }) => status === 'pending' && approval === 'needed',
      )
      const locked = { merchant, payment, names, waiting }
      // The bank may have returned disputed money that was refunded afterwards. So the disputed amount counts as 0 until
      // the refunds are recorded, and is then computed again.
      const madeElsewhere = refunds.filter((each) => !isCheckedHere(each, storedRows))
      if (madeElsewhere.length > 0 && (payment.amountDisputed ?? 0) > 0) {
        const { disputeState = null, updatedAt } = payment
        await updateDisputedAmount(inner.db, payment, {
          amountDisputed: 0,
          disputeState,
          updatedAt,
        })
      }
      const skippedRefs: string[] = []
      for (const reported of madeElsewhere) {
        const isRecorded = await recordReportedRefund(inner, locked, storedRows, reported)
        if (!isRecorded) skippedRefs.push(reported.ref)
      }
      if (skippedRefs.length > 0) {
        const { merchantId, id: transactionId } = payment
        const fields = { merchantId, transactionId, unfit: skippedRefs }
        inner.log.error(fields, 'refunds exceed their payment')
      }
      const withdrawn = disputes.reduce((sum, each) => sum + withdrawnBy(each), 0)
      await cancelWaitingRefunds(
        inner,
        locked,
        // Money that a bank withdraws can no longer be refunded.
        ({ amount, amountRefunded, amountRefunding }) =>
          withdrawn === 0 ||
          (amountRefunding ?? 0) <= Math.max(0, amount - (amountRefunded ?? 0) - withdrawn),
      )
      await recordDisputes(inner, { merchant, payment, names }, disputes)
      await then?.(inner, skippedRefs)
      return true
    }),
  )

/**
 * Returns whether a job checks the outcome of this refund, because it was made here. A refund whose row is cancelled,
 * or missing after a backup was restored, counts as made elsewhere.
 */
const isCheckedHere = ({ ownId }: ReportedRefund, storedRows: readonly RefundRow[]): boolean =>
  storedRows.some(({ id, status }) => id === ownId && status !== 'cancelled')

/** Returns the actor in the history of a refund that was made at the processor. */
const actorOf = ({ processor }: Pick<TransactionRow, 'processor'>) => `processor:${processor}`

/** Records a refund made at the processor. Returns false when it exceeds what is left of the payment. */
async function recordReportedRefund(
  inner: World,
  locked: LockedPayment,
  storedRows: readonly RefundRow[],
  { ref, amount, createdAtMs, progress }: ReportedRefund,
): Promise<boolean> {
  const { merchant, payment, names } = locked
  const before = storedRows.find(({ processorRef }) => processorRef === ref)
  // A refund that failed before it was first read moved no money, so it needs no record.
  if (!before && progress.status === 'failed') return true
  if (!before) {
    const fits = (row: TransactionRow) => amount <= remainingOf(row)
    const current = await reloadPayment(inner, payment)
    // A refund that exceeds the payment even without the waiting refunds must not cancel them.
    if (!fits(withoutWaiting(current, locked.waiting))) return false
    await cancelWaitingRefunds(inner, locked, fits)
  }
  // A refund from before the payment's import is recorded only: it sends no events and no mails.
  const isHistorical = createdAtMs < Date.parse(payment.importedAt ?? '')
  const row =
    before ??
    (await storeRefund(inner, {
      merchant,
      payment,
      isHistorical,
      refund: newRefundRow(inner, {
        merchant,
        payment: { ...payment, ...names },
        amount,
        createdAt: toIso(createdAtMs),
        actor: actorOf(payment),
        reason: 'other',
        note: null,
        processorRef: ref,
        nextCheckAt: toIso(
          'pollAtMs' in progress && progress.pollAtMs ? progress.pollAtMs : inner.now(),
        ),
      }),
    }))
  const isFinal = row.status === 'failed' || row.status === 'cancelled'
  if (isFinal || progress.status === 'pending' || progress.status === row.status) return true
  await finishRefund(
    inner,
    { merchant, row, names, shopId: payment.shopId },
    { nextCheckAt: null, leasedUntil: null, checkCount: 0 },
    {
      status: progress.status,
      reason: progress.status === 'failed' ? progress.reason : null,
      actor: actorOf(payment),
      isHistorical,
    },
  )
  return true
}

/**
 * Cancels refunds that wait for an owner's approval, the latest first, until `fits` accepts the payment. They reserve
 * money that has already gone back, and reported refunds take precedence over unapproved ones.
 */
async function cancelWaitingRefunds(
  inner: World,
  { merchant, payment, names, waiting }: LockedPayment,
  fits: (payment: TransactionRow) => boolean,
): Promise<void> {
  while (waiting.length > 0 && !fits(await reloadPayment(inner, payment))) {
    const row = waiting.pop()
    if (!row) return
    await updateRefund(inner.db, row, { approval: 'refused' })
    const cancelled = await finishRefund(
      inner,
      { merchant, row, names, shopId: payment.shopId },
      { nextCheckAt: null, leasedUntil: null },
      { status: 'cancelled', reason: 'refunded_elsewhere', actor: actorOf(payment) },
    )
    await mailAuthor(inner, { merchant, row: cancelled })
  }
}

/** Returns the payment without the amounts that refunds waiting for approval reserve. */
const withoutWaiting = (
  payment: TransactionRow,
  waiting: readonly RefundRow[],
): TransactionRow => ({
  ...payment,
  amountRefunding: waiting.reduce(
    (left, { amount }) => left - amount,
    payment.amountRefunding ?? 0,
  ),
})

/** Reads the payment again: refunds recorded in this transaction have changed its amounts. */
async function reloadPayment(
  { db, dialect }: World,
  payment: Pick<TransactionRow, 'merchantId' | 'id'>,
): Promise<TransactionRow> {
  const row = await findTransactionToChange(db, dialect, payment)
  if (!row) throw new Error('a payment vanished while its refunds were recorded')
  return row
}
