import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import {
  type EndedPayment,
  lockForPayment,
  type OpenPayment,
  type PaymentOutcome,
  runEnded,
  runOpen,
} from '#server/core/ports/payment-consequence.ts'
import { paymentNames } from '#server/features/customers/customers.rules.ts'
import { erasedOrHeld } from '#server/features/customers/hold-customer.ts'
import { holdMerchantOf } from '#server/features/merchants/hold-merchant.ts'
import { toIso } from '#server/shared/day.ts'
import type { NamedPerson } from '#server/shared/text/erase-from.ts'
import { columnsOf, laterStage, stageOf } from '../payment-stages.rules.ts'
import {
  changeOpenTransaction,
  findTransactionToChange,
  settleTransaction,
} from '../transactions.queries.ts'
import {
  endAttempts,
  noteAttempt,
  noteAuthorized,
  openAttempt,
} from './payment-attempts.queries.ts'

/**
 * Locks the rows that a payment's outcome changes, in the common lock order: merchant, payment link, customer. The
 * payment itself is locked after them. Also returns the placeholder of the customer when the customer was erased.
 */
export async function holdForOutcome(
  world: Pick<World, 'db' | 'dialect' | 'consequences'>,
  { merchantId, customerId, linkId }: Pick<TransactionRow, 'merchantId' | 'customerId' | 'linkId'>,
): Promise<{ merchant: ActingMerchant; erased: NamedPerson | undefined }> {
  const merchant = await holdMerchantOf(world, { merchantId })
  await lockForPayment(world, { merchantId, customerId, linkId })
  return { merchant, erased: await erasedOrHeld(world, { merchantId, customerId }) }
}

type Author = { actor: string; note?: string | null }

/** Pauses before a processor is queried again after it did not respond, by the number of failed queries. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000, 600_000]

export const pauseMs = (checkCount: number): number =>
  PAUSES_MS[Math.min(checkCount, PAUSES_MS.length - 1)] ?? 0

/**
 * Records a payment's progress. Makes it final, with its event and sums, or stores its stage and the time of the next
 * query. A final payment stays unchanged, and a stage is only replaced by a later one.
 * Returns the final row; undefined when the payment stays pending or another request made it final first.
 */
export function recordProgress<C extends World>(
  ctx: C,
  pending: TransactionRow,
  told: PaymentOutcome,
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

/** Stores each declined attempt once, in order. A decline ends one attempt: another card may still pay. */
async function noteDeclined(
  { db, now }: World,
  pending: TransactionRow,
  told: PaymentOutcome,
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
  // This attempt is with the card that is being tried now, or that has paid in the end.
  if (declined.length === 0 || told.stage === 'failed') return
  await openAttempt(db, pending, { number: declined.length + 1, at: toIso(now()) })
}

/** Stores the stage of a payment that is still open, and the time of the next query. */
async function goOn(
  inner: World,
  { pending, names }: Pick<Ending, 'pending' | 'names'>,
  told: OpenPayment['outcome'],
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
  const isNewStage = changed !== undefined && after !== before
  if (isNewStage && after === 'authorized') await noteAuthorization(inner, changed)
  await runOpen(inner, { row: changed ?? row, outcome: told, isNewStage })
}

async function noteAuthorization({ db, now }: World, row: TransactionRow): Promise<void> {
  const endedAt = toIso(now())
  await endAttempts(db, row, { endedAt, outcome: 'authorized' })
  await noteAuthorized(db, row, endedAt)
}

type Ending = {
  merchant: ActingMerchant
  pending: TransactionRow
  names: Pick<TransactionRow, 'customerName' | 'customerEmail'> | undefined
}

async function end(
  inner: World,
  { merchant, pending, names }: Ending,
  told: EndedPayment['outcome'],
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

  await noteDeclined(inner, settled, told)
  const outcome = { succeeded: 'succeeded', failed: 'declined', cancelled: 'abandoned' } as const
  await endAttempts(db, settled, { endedAt: at, outcome: outcome[told.stage], reason })
  await runEnded(inner, {
    merchant,
    before: pending,
    row: settled,
    outcome: told,
    actor,
    reason: reason ?? note,
  })
  return settled
}
