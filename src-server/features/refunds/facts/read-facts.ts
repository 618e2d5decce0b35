import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { type PaymentFacts, ProcessorRefusedError } from '#server/core/ports/processor.ts'
import { inTurns } from '#server/core/queues/in-turns.ts'
import { within } from '#server/core/work/within.ts'
import {
  type DueFacts,
  endFacts,
  findImported,
  leaseFacts,
  listDueFacts,
  noteUnfit,
  putOffFacts,
} from '#server/features/processor-accounts/due-facts.queries.ts'
import { atProcessor } from '#server/features/transactions/payment-stages.rules.ts'
import { pauseMs } from '#server/features/transactions/settle/record-progress.ts'
import { ANSWER_WITHIN_MS } from '#server/features/transactions/settle/settle-due.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { recordFacts } from './record-facts.ts'

type LeasedFacts = DueFacts & { place: string; refs: string[]; checkCount: number }

/** Longer than finding the payment and reading its facts may take. */
const LEASE_MS = 3 * ANSWER_WITHIN_MS

/** A payment whose own outcome is not known yet is asked about by itself; its facts come after. */
const NOT_YET_MS = 30_000

/**
 * Reads what has happened to every payment of which an event told, so that refunds made at a processor, disputes and
 * warnings stand on it. Answers how many were asked about.
 */
export const readFacts = (world: World, signal?: AbortSignal): Promise<number> =>
  inTurns<LeasedFacts>({
    take: async ({ room, isBusy, busy }) => {
      const { db, now } = world
      const listed = await listDueFacts(db, { now: toIso(now()), busy, limit: room })
      const taken: LeasedFacts[] = []
      for (const due of listed.filter(({ accountId }) => !isBusy(accountId))) {
        const events = await leaseFacts(db, due, {
          now: toIso(now()),
          leasedUntil: toIso(now() + LEASE_MS),
        })
        if (events.length === 0) continue
        taken.push({
          ...due,
          place: due.accountId,
          refs: events.map(({ ref }) => ref),
          checkCount: Math.max(...events.map(({ checkCount }) => checkCount)),
        })
      }
      return taken
    },
    work: async (taken) => {
      try {
        await read(world, taken)
      } catch (error) {
        const { accountId: account, subject } = taken
        world.log.warn({ err: error, account, subject }, 'the facts of a payment were not read')
        await putOff(world, taken, true)
      }
    },
    signal,
  })

async function read(world: World, taken: LeasedFacts): Promise<void> {
  const payment = await paymentOf(world, taken)
  // Somebody else's, of the same account at the processor; or one that came to nothing.
  if (!payment || payment.status === 'failed') {
    await endFacts(world.db, taken)
    return
  }
  const facts = payment.status === 'success' ? await factsOf(world, payment, taken) : undefined
  if (facts === null) {
    await endFacts(world.db, taken)
    return
  }
  const isRecorded =
    facts !== undefined &&
    (await recordFacts(world, payment, facts, async (inner, unfit) => {
      await endFacts(inner.db, taken)
      await noteUnfit(inner.db, taken, unfit.length > 0 ? toIso(inner.now()) : null)
    }))
  if (!isRecorded) await putOff(world, taken, false)
}

/**
 * Reads the facts with the key of the account that told of them: one that is stored twice, under a former key, is the
 * same at the processor. Answers null where that account knows no such payment.
 */
async function factsOf(
  world: World,
  payment: TransactionRow,
  { accountId }: DueFacts,
): Promise<PaymentFacts | null> {
  const { facts } = world.processors.named(payment.processor)
  if (!facts) return { refunds: [], disputes: [] }
  const asked = facts({ ...atProcessor(payment), accountId }, world.now())
  return within(ANSWER_WITHIN_MS, asked).catch((error: unknown) => {
    const isOfOther = payment.processorAccountId !== accountId
    if (!isOfOther || !(error instanceof ProcessorRefusedError)) throw error
    return null
  })
}

/** The payment that an event is about, by our id or by what the processor calls it. */
async function paymentOf(world: World, due: DueFacts): Promise<TransactionRow | undefined> {
  const { merchantId, subject } = due
  const key = subject.startsWith('txn_') ? subject : await ownIdOf(world, due)
  if (key === null) return undefined
  return findTransaction(world.db, { merchantId, key })
}

async function ownIdOf({ db, processors }: World, due: DueFacts): Promise<string | null> {
  const imported = await findImported(db, due)
  if (imported) return imported.transactionId
  const { merchantId, accountId, subject } = due
  const account = await findProcessorAccount(db, { merchantId, id: accountId })
  const ask = account && processors.named(account.processor).ownIdOf
  return ask ? within(ANSWER_WITHIN_MS, ask({ merchantId, accountId }, subject)) : null
}

const putOff = ({ db, now }: World, taken: LeasedFacts, isInVain: boolean) =>
  putOffFacts(db, taken, {
    dueAt: toIso(now() + (isInVain ? pauseMs(taken.checkCount) : NOT_YET_MS)),
    isInVain,
  })
