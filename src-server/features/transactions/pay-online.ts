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
import { atProcessor, requestedActionOf } from './payment-stages.rules.ts'
import { insertAttempt } from './settle/payment-attempts.queries.ts'
import { changeOpenTransaction } from './transactions.queries.ts'

/** Time after a call when a processor's response counts as lost. */
export const LOST_RESPONSE_MS = 60_000

type OnlinePayment = {
  processor: Processor
  means: PaymentMeans
  /** Publishable key of the processor account, for the merchant's own page; null when the payer continues elsewhere. */
  publishableKey: string | null
}

/**
 * Pays a stored payment over a network. Creates it at the processor, which moves no money, and stores the processor's
 * reference. Only then asks the processor to charge the payer. An error of that call means `unknown`, never `failed`.
 */
export async function payOnline(
  world: World,
  { processor, means, publishableKey }: OnlinePayment,
  pending: TransactionRow,
): Promise<Progress> {
  const { log, now } = world
  const unknown = (error: unknown): Progress => {
    log.warn({ err: error, transaction: pending.id }, 'the processor did not respond')
    return { stage: 'unknown', pollAtMs: now() + LOST_RESPONSE_MS }
  }
  let startedPayment: TransactionRow | undefined
  try {
    const { ref, clientSecret } = await processor.begin(atProcessor(pending), now(), means)
    const payerSecret =
      clientSecret === undefined || publishableKey === null
        ? null
        : sealPayerSecret(world.secretBox, pending, { clientSecret, publishableKey })
    startedPayment = await storeStartedPayment(world, pending, { processorRef: ref, payerSecret })
  } catch (error) {
    if (!(error instanceof ProcessorRefusedError)) return unknown(error)
    log.error({ err: error, transaction: pending.id }, 'the processor took no payment')
    return { stage: 'failed', reason: error.reason ?? 'not_sent' }
  }
  // A job or a person has ended the payment meanwhile, or a person has requested its cancellation.
  if (!startedPayment || requestedActionOf(startedPayment)) {
    return { stage: 'unknown', pollAtMs: now() }
  }
  return processor.pay(atProcessor(startedPayment), now(), means).catch(unknown)
}

const storeStartedPayment = (
  world: World,
  pending: TransactionRow,
  processorColumns: Pick<TransactionRow, 'processorRef' | 'payerSecret'>,
) =>
  inTransaction(world, async ({ db, now }) => {
    const startedPayment = await changeOpenTransaction(db, pending, {
      stage: 'awaiting_payer',
      ...processorColumns,
      nextCheckAt: toIso(now() + LOST_RESPONSE_MS),
    })
    if (!startedPayment) return undefined
    const { merchantId, id: transactionId } = pending
    await insertAttempt(db, { merchantId, transactionId, number: 1, at: toIso(now()) })
    return startedPayment
  })
