import type {
  PaymentAtProcessor,
  Progress,
  RefundAtProcessor,
  RefundProgress,
  UnnamedProcessor,
} from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'
import { methodOfType } from '#server/shared/money/used-method.ts'
import { createSandboxDisputes } from './sandbox-disputes.ts'
import { readOperations } from './sandbox-payer.ts'
import {
  isPaidWithLostResponse,
  PAYER_WITHIN_MS,
  plannedProgress,
  progressAfter,
} from './sandbox-plan.rules.ts'
import type { Operation, SandboxStore } from './sandbox-store.queries.ts'

export type SandboxOptions = {
  settlementMs: number
  /** Captures, cancellations, approvals and refunds; an outcome that is decided at once is not recorded. */
  store: SandboxStore
  /** Returns the URL of the page on which the payer of a payment decides. */
  payerPage: (payment: PaymentAtProcessor) => string
}

/** Creates an offline acquirer, in which no money moves. */
export function createSandboxProcessor({
  settlementMs,
  store,
  payerPage,
}: SandboxOptions): UnnamedProcessor {
  const readProgress = async (payment: PaymentAtProcessor, nowMs: number): Promise<Progress> =>
    withMethod(
      progressAfter(await readOperations(store, payment, nowMs), payment, { nowMs, settlementMs }),
    )

  const readRefundProgress = async (
    refund: RefundAtProcessor,
    nowMs: number,
  ): Promise<RefundProgress> => {
    const operations = await store.find(paymentOf(refund))
    const operation = operations.find(({ key }) => key === refund.id)
    return operation ? refundAfter(operation, { nowMs, settlementMs }) : { status: 'absent' }
  }

  return {
    isOffline: true,
    capabilities: capabilitiesOf,
    begin: async () => ({ ref: null }),
    pay: async (payment, nowMs) => withMethod(plannedProgress(payment, { nowMs, settlementMs })),
    readProgress,
    next: (payment) => ({
      type: 'redirect',
      url: payerPage(payment),
      expiresAt: toIso(payment.createdAtMs + PAYER_WITHIN_MS),
    }),
    // The amount decides the outcome in the sandbox: the payer must have to decide at the new amount, too.
    changeAmount: async (payment, { amount }, nowMs) => {
      const before = await readProgress(payment, nowMs)
      if (!waitsForPayer(before)) return { is: 'kept', reason: 'payer_acted' }
      const after = plannedProgress({ ...payment, amount }, { nowMs, settlementMs })
      return waitsForPayer(after) ? { is: 'changed' } : { is: 'kept', reason: 'refused' }
    },
    capture: async (payment, amount, nowMs) => {
      const progress = await readProgress(payment, nowMs)
      if (progress.stage !== 'authorized') return progress
      await store.put(payment, { key: 'end', kind: 'capture', amount, atMs: nowMs })
      return readProgress(payment, nowMs)
    },
    cancel: async (payment, nowMs) => {
      const progress = await readProgress(payment, nowMs)
      if (!('pollAtMs' in progress)) return progress
      if (isPaidWithLostResponse(payment)) return withMethod({ stage: 'succeeded' })
      await store.put(payment, { key: 'end', kind: 'cancel', amount: null, atMs: nowMs })
      return readProgress(payment, nowMs)
    },
    refund: async (refund, nowMs) => {
      const { id: key, amount } = refund
      if (amount % 100 === 10) return { status: 'failed', reason: 'refused' }
      await store.put(paymentOf(refund), { key, kind: 'refund', amount, atMs: nowMs })
      return readRefundProgress(refund, nowMs)
    },
    readRefundProgress,
    ...createSandboxDisputes({ settlementMs, store }),
  }
}

const capabilitiesOf: UnnamedProcessor['capabilities'] = (method) => ({
  canCaptureByHand: method !== 'bank',
  canRefund: true,
  least: null,
  most: null,
})

const waitsForPayer = ({ stage }: Progress): boolean => stage === 'requires_action'

/** Names the sandbox as the method of a payment, once its payer has paid or was declined. */
const withMethod = (progress: Progress): Progress =>
  stagesBeforePayment.has(progress.stage) ? progress : { ...progress, method: SANDBOX_METHOD }

const SANDBOX_METHOD = methodOfType('sandbox')

const stagesBeforePayment: ReadonlySet<string> = new Set([
  'awaiting_payer',
  'requires_action',
  'cancelled',
  'unknown',
])

const paymentOf = ({ merchantId, transactionId }: RefundAtProcessor) => ({
  merchantId,
  id: transactionId,
})

/** Returns the progress of a refund, which also follows from its amount. */
function refundAfter(
  { amount, atMs }: Operation,
  { nowMs, settlementMs }: { nowMs: number; settlementMs: number },
): RefundProgress {
  const ending = (amount ?? 0) % 100
  const pollAtMs = atMs + settlementMs
  if (ending === 8 && nowMs < pollAtMs) return { status: 'pending', pollAtMs }
  if (ending !== 9) return { status: 'success' }
  return nowMs < pollAtMs
    ? { status: 'success', pollAtMs }
    : { status: 'failed', reason: 'account_closed' }
}
