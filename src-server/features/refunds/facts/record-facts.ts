import type { DisputeRow, RefundRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type {
  DisputeAtProcessor,
  PaymentFacts,
  RefundElsewhere,
} from '#server/core/ports/processor.ts'
import { inTurn } from '#server/core/work/in-turn.ts'
import { holdForOutcome } from '#server/features/transactions/settle/record-progress.ts'
import { findTransactionToChange } from '#server/features/transactions/transactions.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { mailAuthor } from '../mails/author-mail.ts'
import { finish } from '../record-refund.ts'
import { listRefundsOf, updateRefund } from '../refunds.queries.ts'
import { remainingOf } from '../refunds.rules.ts'
import { newRefundRow, storeRefund } from '../store-refund.ts'
import { insertDispute, listDisputesOf, updateDispute, updateDisputed } from './disputes.queries.ts'
import { disputedOf, disputeStateOf, withdrawnOf } from './disputes.rules.ts'

/** A payment with all that its facts touch, held until the transaction ends. */
type LockedPayment = {
  merchant: ActingMerchant
  payment: TransactionRow
  names: Names
  /** Refunds that wait for an owner, the oldest first; what is cancelled is taken out. */
  waiting: RefundRow[]
}
type Names = Pick<TransactionRow, 'customerName' | 'customerEmail'> | undefined

/**
 * Records what has happened to a payment at its processor since it succeeded: refunds that nobody here follows, each
 * once, and disputes as they are by now. A refund of more than is left of the payment is not recorded; the others are.
 * `then` runs in the same transaction, with what the processor calls those that did not fit. Answers false where the
 * payment has not succeeded, so that nothing can have happened to it yet.
 */
export const recordFacts = (
  world: World,
  about: Pick<TransactionRow, 'merchantId' | 'id' | 'customerId'>,
  { refunds, disputes }: PaymentFacts,
  then?: (inner: World, unfit: readonly string[]) => Promise<void>,
): Promise<boolean> =>
  inTurn(`refund ${about.merchantId} ${about.id}`, () =>
    inTransaction(world, async (inner) => {
      const { merchant, erased } = await holdForOutcome(inner, about)
      const payment = await findTransactionToChange(inner.db, inner.dialect, about)
      if (payment?.status !== 'success') return false
      const names = erased && { customerName: erased.name, customerEmail: erased.email }
      const known = await listRefundsOf(inner.db, {
        merchantId: payment.merchantId,
        transactionId: payment.id,
      })
      const waiting = known.filter(
        ({ status, approval }) => status === 'pending' && approval === 'needed',
      )
      const held = { merchant, payment, names, waiting }
      // The bank may have returned money that was refunded since, so disputed money is summed after the refunds.
      const elsewhere = refunds.filter((each) => !isFollowed(each, known))
      if (elsewhere.length > 0 && (payment.amountDisputed ?? 0) > 0) {
        const { disputeState = null, updatedAt } = payment
        await updateDisputed(inner.db, payment, { amountDisputed: 0, disputeState, updatedAt })
      }
      const unfit: string[] = []
      for (const fact of elsewhere) {
        const isRecorded = await recordRefundElsewhere(inner, held, known, fact)
        if (!isRecorded) unfit.push(fact.ref)
      }
      if (unfit.length > 0) {
        const { merchantId, id: transactionId } = payment
        inner.log.error({ merchantId, transactionId, unfit }, 'refunds exceed their payment')
      }
      const withdrawn = withdrawnOf(disputes)
      await makeRoom(
        inner,
        held,
        // Money that a bank takes is no more there to refund.
        ({ amount, amountRefunded, amountRefunding }) =>
          withdrawn === 0 ||
          (amountRefunding ?? 0) <= Math.max(0, amount - (amountRefunded ?? 0) - withdrawn),
      )
      await recordDisputes(inner, payment, disputes)
      await then?.(inner, unfit)
      return true
    }),
  )

/**
 * Tells whether a refund is one of ours whose outcome a job asks for. One that names a row of ours which does not exist,
 * as after a backup was restored, or which was cancelled, is as good as made by somebody else.
 */
const isFollowed = ({ ownId }: RefundElsewhere, known: readonly RefundRow[]): boolean =>
  known.some(({ id, status }) => id === ownId && status !== 'cancelled')

/** The one who is named in the history of a refund that somebody made at the processor. */
const actorOf = ({ processor }: Pick<TransactionRow, 'processor'>) => `processor:${processor}`

/** Answers false where it is a refund of more than is left of the payment. */
async function recordRefundElsewhere(
  inner: World,
  held: LockedPayment,
  known: readonly RefundRow[],
  { ref, amount, createdAtMs, progress }: RefundElsewhere,
): Promise<boolean> {
  const { merchant, payment, names } = held
  const before = known.find(({ processorRef }) => processorRef === ref)
  // Of one that failed before anybody knew of it there is nothing to tell.
  if (!before && progress.status === 'failed') return true
  if (!before) {
    const fits = (row: TransactionRow) => amount <= remainingOf(row)
    const now = await paymentNow(inner, payment)
    // What exceeds the payment itself cancels nothing.
    if (!fits(withoutWaiting(now, held.waiting))) return false
    await makeRoom(inner, held, fits)
  }
  // What happened before the payment was brought in is a record, of which nobody is told.
  const isQuiet = createdAtMs < Date.parse(payment.importedAt ?? '')
  const row =
    before ??
    (await storeRefund(inner, {
      merchant,
      payment,
      isQuiet,
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
          'askAtMs' in progress && progress.askAtMs ? progress.askAtMs : inner.now(),
        ),
      }),
    }))
  const isOver = row.status === 'failed' || row.status === 'cancelled'
  if (isOver || progress.status === 'pending' || progress.status === row.status) return true
  await finish(
    inner,
    { merchant, row, names },
    { nextCheckAt: null, leasedUntil: null, checkCount: 0 },
    {
      status: progress.status,
      reason: progress.status === 'failed' ? progress.reason : null,
      actor: actorOf(payment),
      isQuiet,
    },
  )
  return true
}

/**
 * Cancels refunds that wait for an owner where they keep money that has gone back at the processor, the latest first:
 * what has happened counts, and what nobody has agreed to gives way.
 */
async function makeRoom(
  inner: World,
  { merchant, payment, names, waiting }: LockedPayment,
  fits: (payment: TransactionRow) => boolean,
): Promise<void> {
  while (waiting.length > 0 && !fits(await paymentNow(inner, payment))) {
    const row = waiting.pop()
    if (!row) return
    await updateRefund(inner.db, row, { approval: 'refused' })
    const cancelled = await finish(
      inner,
      { merchant, row, names },
      { nextCheckAt: null, leasedUntil: null },
      { status: 'cancelled', reason: 'refunded_elsewhere', actor: actorOf(payment) },
    )
    await mailAuthor(inner, { merchant, row: cancelled })
  }
}

/** The payment as it would be if nothing of it waited for an owner. */
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

/** The payment as it is by now: refunds that were recorded a moment ago have taken of it. */
async function paymentNow(
  { db, dialect }: World,
  payment: Pick<TransactionRow, 'merchantId' | 'id'>,
): Promise<TransactionRow> {
  const row = await findTransactionToChange(db, dialect, payment)
  if (!row) throw new Error('a payment vanished while its facts were recorded')
  return row
}

/** Stored as they are by now: what they were before is the processor's to tell. */
async function recordDisputes(
  inner: World,
  { merchantId, id: transactionId, processorAccountId, currency }: TransactionRow,
  disputes: readonly DisputeAtProcessor[],
): Promise<void> {
  const { db, now, newId } = inner
  const at = toIso(now())
  const known = await listDisputesOf(db, { merchantId, transactionId })
  for (const fact of disputes) {
    const told = {
      status: fact.status,
      amount: fact.amount,
      reason: fact.reason,
      evidenceDueAt: fact.evidenceDueMs === null ? null : toIso(fact.evidenceDueMs),
    }
    const before = known.find(({ ref }) => ref === fact.ref)
    if (before && isSame(before, told)) continue
    if (before) {
      await updateDispute(db, before, { ...told, updatedAt: at })
      continue
    }
    await insertDispute(db, {
      merchantId,
      id: newId('dsp'),
      transactionId,
      accountId: processorAccountId ?? '',
      ref: fact.ref,
      kind: fact.kind,
      currency,
      ...told,
      openedAt: toIso(fact.openedAtMs),
      updatedAt: at,
    })
  }
  await sumDisputes(inner, { merchantId, id: transactionId })
}

const isSame = (
  row: DisputeRow,
  told: Pick<DisputeRow, 'status' | 'amount' | 'reason' | 'evidenceDueAt'>,
): boolean =>
  row.status === told.status &&
  row.amount === told.amount &&
  row.reason === told.reason &&
  row.evidenceDueAt === told.evidenceDueAt

async function sumDisputes(
  { db, dialect, now, noteChange }: World,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<void> {
  const payment = await findTransactionToChange(db, dialect, { merchantId, id })
  if (!payment) throw new Error('a payment vanished while its disputes were recorded')
  const disputes = await listDisputesOf(db, { merchantId, transactionId: id })
  const amountDisputed = disputedOf(disputes, payment)
  const disputeState = disputeStateOf(disputes)
  const isOld =
    amountDisputed === (payment.amountDisputed ?? 0) &&
    disputeState === (payment.disputeState ?? null)
  if (isOld) return
  await updateDisputed(
    db,
    { merchantId, id },
    { amountDisputed, disputeState, updatedAt: toIso(now()) },
  )
  noteChange({ merchantId, type: 'transaction', action: 'changed', objectId: id })
}
