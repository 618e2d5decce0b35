import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { ProcessorRefusedError, type RefundsAndDisputes } from '#server/core/ports/processor.ts'
import { processRows } from '#server/core/queues/row-processing.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import {
  type DueRead,
  endRead,
  findImported,
  leaseRead,
  listDueReads,
  postponeRead,
  storeContradictionTime,
} from '#server/features/processor-accounts/due-reads.queries.ts'
import { atProcessor } from '#server/features/transactions/payment-stages.rules.ts'
import { pauseMs, recordProgress } from '#server/features/transactions/settle/record-progress.ts'
import { PROCESSOR_TIMEOUT_MS } from '#server/features/transactions/settle/settle-due.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { recordRefundsAndDisputes } from './record-refunds-and-disputes.ts'

type LeasedRead = DueRead & { concurrencyKey: string; refs: string[]; checkCount: number }

/** Longer than it takes to find a payment and to read its refunds and disputes. */
const LEASE_MS = 3 * PROCESSOR_TIMEOUT_MS

/** Delay for a payment without an outcome: another job checks the outcome, and its refunds are read later. */
const NO_OUTCOME_DELAY_MS = 30_000

/**
 * Reads the refunds and disputes of each payment that an event names, and records its disputes, warnings and refunds
 * made at the processor. Returns the number of payments read.
 */
export const readDueRefundsAndDisputes = (world: World, signal?: AbortSignal): Promise<number> =>
  processRows<LeasedRead>({
    take: async ({ freeSlots, isBusy, busy }) => {
      const { db, now } = world
      const listed = await listDueReads(db, { now: toIso(now()), busy, limit: freeSlots })
      const leased: LeasedRead[] = []
      for (const due of listed.filter(({ accountId }) => !isBusy(accountId))) {
        const events = await leaseRead(db, due, {
          now: toIso(now()),
          leasedUntil: toIso(now() + LEASE_MS),
        })
        if (events.length === 0) continue
        leased.push({
          ...due,
          concurrencyKey: due.accountId,
          refs: events.map(({ ref }) => ref),
          checkCount: Math.max(...events.map(({ checkCount }) => checkCount)),
        })
      }
      return leased
    },
    work: async (leased) => {
      try {
        await readPayment(world, leased)
      } catch (error) {
        const { accountId: account, subject } = leased
        world.log.warn(
          { err: error, account, subject },
          'the refunds and disputes of a payment were not read',
        )
        await postpone(world, leased, true)
      }
    },
    signal,
  })

async function readPayment(world: World, leased: LeasedRead): Promise<void> {
  const payment = await findPayment(world, leased)
  // An event's payment is missing when it was made through the same processor account, but outside Incasso.
  if (!payment || payment.status === 'failed') {
    if (payment) await checkFailedPayment(world, payment, leased)
    await endRead(world.db, leased)
    return
  }
  const reported =
    payment.status === 'success' ? await fetchRefundsAndDisputes(world, payment, leased) : undefined
  if (reported === null) {
    await endRead(world.db, leased)
    return
  }
  const isRecorded =
    reported !== undefined &&
    (await recordRefundsAndDisputes(world, payment, reported, async (inner, skippedRefs) => {
      await endRead(inner.db, leased)
      await storeContradictionTime(
        inner.db,
        leased,
        skippedRefs.length > 0 ? toIso(inner.now()) : null,
      )
    }))
  if (!isRecorded) await postpone(world, leased, false)
}

/**
 * Looks for money that the processor took although the payment had failed. The call cancels the payment at the
 * processor unless it succeeded there. An imported payment was made outside Incasso, which must not cancel it.
 */
async function checkFailedPayment(
  world: World,
  payment: TransactionRow,
  { accountId }: DueRead,
): Promise<void> {
  if (payment.importedAt || !payment.processorRef) return
  const { cancel } = world.processors.named(payment.processor)
  const cancelling = cancel({ ...atProcessor(payment), accountId }, world.now())
  const progress = await withTimeLimit(PROCESSOR_TIMEOUT_MS, cancelling).catch(
    unlessOtherAccount(payment, accountId),
  )
  if (!progress) return
  await recordProgress(world, payment, progress, { actor: `processor:${payment.processor}` })
}

/** Returns null for a refusal by another account than the payment's own: that account has no such payment. */
const unlessOtherAccount =
  ({ processorAccountId }: TransactionRow, accountId: string) =>
  (error: unknown): null => {
    if (processorAccountId === accountId || !(error instanceof ProcessorRefusedError)) throw error
    return null
  }

/**
 * Reads refunds and disputes with the API key of the account that received the event. The payment may name another row
 * of the same processor account, with a former API key. Returns null where the account has no such payment.
 */
async function fetchRefundsAndDisputes(
  world: World,
  payment: TransactionRow,
  { accountId }: DueRead,
): Promise<RefundsAndDisputes | null> {
  const { readRefundsAndDisputes } = world.processors.named(payment.processor)
  if (!readRefundsAndDisputes) return { refunds: [], disputes: [] }
  const reading = readRefundsAndDisputes({ ...atProcessor(payment), accountId }, world.now())
  return withTimeLimit(PROCESSOR_TIMEOUT_MS, reading).catch(unlessOtherAccount(payment, accountId))
}

/** Finds the payment of an event, by Incasso's id or by the processor's id. */
async function findPayment(world: World, due: DueRead): Promise<TransactionRow | undefined> {
  const { merchantId, subject } = due
  const key = subject.startsWith('txn_') ? subject : await resolvePaymentId(world, due)
  if (key === null) return undefined
  return findTransaction(world.db, { merchantId, key })
}

async function resolvePaymentId({ db, processors }: World, due: DueRead): Promise<string | null> {
  const imported = await findImported(db, due)
  if (imported) return imported.transactionId
  const { merchantId, accountId, subject } = due
  const account = await findProcessorAccount(db, { merchantId, id: accountId })
  const findPaymentId = account && processors.named(account.processor).ownIdOf
  return findPaymentId
    ? withTimeLimit(PROCESSOR_TIMEOUT_MS, findPaymentId({ merchantId, accountId }, subject))
    : null
}

const postpone = ({ db, now }: World, leased: LeasedRead, isFailure: boolean) =>
  postponeRead(db, leased, {
    dueAt: toIso(now() + (isFailure ? pauseMs(leased.checkCount) : NO_OUTCOME_DELAY_MS)),
    isFailure,
  })
