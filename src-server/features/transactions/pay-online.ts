import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import {
  type PaymentMeans,
  type Processor,
  ProcessorRefusedError,
  type Progress,
} from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'
import { sealPayerSecret } from './payer/payer-secret.ts'
import { atProcessor } from './payment-stages.rules.ts'
import { insertAttempt } from './settle/payment-attempts.queries.ts'
import { changeOpenTransaction } from './transactions.queries.ts'

/** Time after a call when a processor's response counts as lost. */
export const LOST_ANSWER_MS = 60_000

type Paid = {
  processor: Processor
  means: PaymentMeans
  /** Publishable key of the processor account, for the merchant's own page; null when the payer continues elsewhere. */
  publishableKey: string | null
}

/**
 * Pays a stored payment over a network. Creates it at the processor, which moves no money, and stores the processor's
 * reference. Only then has the processor charge the payer. An error after that means `unknown`, never `failed`.
 */
export async function payOnline(
  world: World,
  { processor, means, publishableKey }: Paid,
  pending: TransactionRow,
): Promise<Progress> {
  const { log, now } = world
  const unknown = (error: unknown): Progress => {
    log.warn({ err: error, transaction: pending.id }, 'the processor did not answer')
    return { stage: 'unknown', askAtMs: now() + LOST_ANSWER_MS }
  }
  let begun: TransactionRow | undefined
  try {
    const { ref, clientSecret } = await processor.begin(atProcessor(pending), now(), means)
    const payerSecret =
      clientSecret === undefined || publishableKey === null
        ? null
        : sealPayerSecret(world.secretBox, pending, { clientSecret, publishableKey })
    begun = await noteBegun(world, pending, { processorRef: ref, payerSecret })
  } catch (error) {
    if (!(error instanceof ProcessorRefusedError)) return unknown(error)
    log.error({ err: error, transaction: pending.id }, 'the processor took no payment')
    return { stage: 'failed', reason: 'not_sent' }
  }
  // A job or a person has ended the payment meanwhile.
  if (!begun) return { stage: 'unknown', askAtMs: now() }
  return processor.pay(atProcessor(begun), now(), means).catch(unknown)
}

const noteBegun = (
  world: World,
  pending: TransactionRow,
  told: Pick<TransactionRow, 'processorRef' | 'payerSecret'>,
) =>
  inTransaction(world, async ({ db, now }) => {
    const begun = await changeOpenTransaction(db, pending, {
      stage: 'awaiting_payer',
      ...told,
      nextCheckAt: toIso(now() + LOST_ANSWER_MS),
    })
    if (!begun) return undefined
    const { merchantId, id: transactionId } = pending
    await insertAttempt(db, { merchantId, transactionId, number: 1, at: toIso(now()) })
    return begun
  })
