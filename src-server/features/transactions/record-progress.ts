import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { Progress } from '#server/core/processor.ts'
import { noteDeclines, noteFormOutcome } from '#server/services/links/card-testing.ts'
import { countLinkEnd, lapseHold, toldOfLink } from '#server/services/links/link-payments.ts'
import { holdLink } from '#server/services/links/links.queries.ts'
import { withdrawReminders } from '#server/services/links/reminders.queries.ts'
import { emitEvent, emitEvents, linkPaidEvent } from '#server/services/outbox/emit-event.ts'
import { movePayment } from '#server/services/rollups/payment-sums.queries.ts'
import { placesOfPayment } from '#server/services/rollups/places.ts'
import { toIso } from '#server/shared/day.ts'
import type { NamedPerson } from '#server/shared/erase-from.ts'
import { paymentNames } from '../customers/customers.rules.ts'
import { erasedOrHeld } from '../customers/hold-customer.ts'
import { holdMerchantOf } from '../merchants/hold-merchant.ts'
import { sendLinkReceipt } from './link-receipt.ts'
import { eventOfPayment, eventsOfStage } from './payment-answer.ts'
import {
  endAttempts,
  noteAttempt,
  noteAuthorized,
  openAttempt,
} from './payment-attempts.queries.ts'
import { columnsOf, laterStage, stageOf } from './payment-stages.rules.ts'
import {
  changeOpenTransaction,
  findTransactionToChange,
  insertEvents,
  lastSequence,
  settleTransaction,
} from './transactions.queries.ts'
import { processingMsOf, transactionOf } from './transactions.rules.ts'

/**
 * Holds what a payment's outcome touches, in the order in which everything does: the merchant, the
 * payment link, the customer, then the payment. Answers who stands for the customer when that one was erased.
 */
export async function holdForOutcome(
  world: Pick<World, 'db' | 'dialect'>,
  { merchantId, customerId, linkId }: Pick<TransactionRow, 'merchantId' | 'customerId' | 'linkId'>,
): Promise<{ merchant: ActingMerchant; erased: NamedPerson | undefined }> {
  const merchant = await holdMerchantOf(world, { merchantId })
  if (linkId) await holdLink(world.db, { dialect: world.dialect, merchantId, id: linkId })
  return { merchant, erased: await erasedOrHeld(world, { merchantId, customerId }) }
}

/** Progress that a processor told, or a cancellation by a person with a reason in their own words. */
type Outcome = Progress | { stage: 'cancelled'; reason: string }
type FinalOutcome = Exclude<Outcome, { askAtMs: number }>
type Author = { actor: string; note?: string | null }

/** How long after an answer that never came the processor is asked again, by how often that has been in vain. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000, 600_000]

export const pauseMs = (checkCount: number): number =>
  PAUSES_MS[Math.min(checkCount, PAUSES_MS.length - 1)] ?? 0

/**
 * Records how far a payment has come: makes it final, with its event and sums, or notes its stage and when
 * to ask again. A payment that is final stays as it is, and stages only go upward.
 * Answers the final row; undefined when it stays pending or another request made it final first.
 */
export function recordProgress<C extends World>(
  ctx: C,
  pending: TransactionRow,
  told: Outcome,
  by: Author,
): Promise<TransactionRow | undefined> {
  return inTransaction(ctx, async (inner) => {
    const { merchant, erased } = await holdForOutcome(inner, pending)
    const names = erased && paymentNames(erased)
    if (!('askAtMs' in told)) return end(inner, { merchant, pending, names }, told, by)
    await goOn(inner, { pending, names }, told)
    return undefined
  })
}

/** A decline is one try of a payment, which another card may pay: each is noted once, in the order they came. */
async function noteDeclined(
  { db, now }: World,
  pending: TransactionRow,
  told: Outcome,
): Promise<void> {
  const declined = 'declined' in told ? (told.declined ?? []) : []
  for (const [index, { ref, atMs, reason, code }] of declined.entries()) {
    await noteAttempt(db, pending, {
      number: index + 1,
      at: toIso(atMs),
      endedAt: toIso(atMs),
      outcome: 'declined',
      reason,
      processorRef: ref,
      processorCode: code,
    })
  }
  // The card that is being tried now, or that has paid in the end.
  if (declined.length === 0 || told.stage === 'failed') return
  await openAttempt(db, pending, { number: declined.length + 1, at: toIso(now()) })
}

/** Notes the stage of a payment that is still open, as it is now, and when to ask again. */
async function goOn(
  inner: World,
  { pending, names }: Pick<Ending, 'pending' | 'names'>,
  told: Extract<Progress, { askAtMs: number }>,
): Promise<void> {
  const { db, dialect } = inner
  const row = await findTransactionToChange(db, dialect, pending)
  if (row?.status !== 'pending') return
  await noteDeclined(inner, row, told)
  const isUnknown = told.stage === 'unknown'
  const { stage, status: _, failureReason: __, ...columns } = columnsOf(told, row)
  const before = stageOf(row)
  const after = isUnknown ? before : laterStage(before, stage)
  const changed = await changeOpenTransaction(db, row, {
    ...names,
    ...columns,
    stage: after,
    leasedUntil: null,
    checkCount: isUnknown ? (row.checkCount ?? 0) + 1 : 0,
  })
  if (changed && after !== before) await tellStage(inner, changed)
  if (told.stage === 'awaiting_payer') await lapseInTime(inner, row)
  await watchLink(inner, row, told)
}

/** Releases the link's use once the processor's time for it is over. */
async function lapseInTime(inner: World, row: TransactionRow): Promise<void> {
  const { holdsUseMs = Number.POSITIVE_INFINITY } = inner.processors.named(row.processor)
  const isLate = inner.now() >= Date.parse(row.createdAt) + holdsUseMs
  if (row.linkId && isLate) await lapseHold(inner, row)
}

/** Tells of a stage that others wait for: open pages, and endpoints that have chosen its event. */
async function tellStage(inner: World, row: TransactionRow): Promise<void> {
  if (row.stage === 'authorized') {
    const endedAt = toIso(inner.now())
    await endAttempts(inner.db, row, { endedAt, outcome: 'authorized' })
    await noteAuthorized(inner.db, row, endedAt)
  }
  await emitEvents(inner, eventsOfStage(inner, row))
  noteChanged(inner, row)
}

const noteChanged = ({ noteChange }: World, { merchantId, id }: TransactionRow): void =>
  noteChange({ merchantId, type: 'transaction', action: 'changed', objectId: id })

type Ending = {
  merchant: ActingMerchant
  pending: TransactionRow
  names: Pick<TransactionRow, 'customerName' | 'customerEmail'> | undefined
}

async function end(
  inner: World,
  { merchant, pending, names }: Ending,
  told: FinalOutcome,
  { actor, note = null }: Author,
): Promise<TransactionRow | undefined> {
  const { db, now } = inner
  const at = toIso(now())
  const reason = 'reason' in told ? told.reason : null
  const amount = 'amount' in told ? (told.amount ?? pending.amount) : pending.amount
  const settled = await settleTransaction(db, pending, {
    ...names,
    status: told.stage === 'succeeded' ? 'success' : 'failed',
    stage: told.stage,
    amount,
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
  await noteDeclined(inner, settled, told)
  const outcome = { succeeded: 'succeeded', failed: 'declined', cancelled: 'abandoned' } as const
  await endAttempts(db, settled, { endedAt: at, outcome: outcome[told.stage], reason })
  await movePayment(
    inner,
    {
      before: { ...settled, amount: pending.amount, status: 'pending', processingMs: 0 },
      after: { ...settled, processingMs: processingMsOf(settled) },
    },
    placesOfPayment(merchant, settled),
  )
  await emitEvent(inner, eventOfPayment(inner, settled))
  await endOfLink(inner, settled)
  await sendLinkReceipt(inner, { merchant, row: settled })
  await stopReminding(inner, settled)
  await watchLink(inner, settled, told)
  noteChanged(inner, settled)
  return settled
}

/** The link counts what became of its payment, and tells of one that succeeded. */
async function endOfLink(inner: World, settled: TransactionRow): Promise<void> {
  await countLinkEnd(inner.db, settled)
  const told = settled.status === 'success' && (await toldOfLink(inner.db, settled))
  if (told) await emitEvent(inner, linkPaidEvent(settled, { ...transactionOf(settled), ...told }))
}

async function stopReminding(
  { db }: World,
  { merchantId, linkId, status }: TransactionRow,
): Promise<void> {
  if (linkId && status === 'success') await withdrawReminders(db, { merchantId, id: linkId })
}

/** Ends that say nothing of a card. */
const endsOfNobody = new Set<string | null>(['not_sent', 'expired', 'cancelled'])

/** Cards that were declined are counted with the link at which they were tried. */
async function watchLink(inner: World, row: TransactionRow, told: Outcome): Promise<void> {
  const { merchantId, id, linkId } = row
  if (!linkId) return
  const payment = { merchantId, transactionId: id }
  if (row.status === 'success') await noteFormOutcome(inner, payment, 'success')
  const tries = 'declined' in told ? (told.declined ?? []) : []
  const isRefused = told.stage === 'failed' && !endsOfNobody.has(told.reason)
  const count = tries.length === 0 && isRefused ? 1 : tries.length
  if (count === 0) return
  // Whoever paid in the end mistyped before, and tested nothing.
  if (row.status !== 'success') await noteFormOutcome(inner, payment, 'declined')
  const names = Array.from({ length: count }, (_, at) => `${id} ${at + 1}`)
  await noteDeclines(inner, { merchantId, linkId, names })
}
