import type {
  PaymentAtProcessor,
  Processor,
  Progress,
  RefundAtProcessor,
  RefundProgress,
} from '#server/core/processor.ts'
import { toIso } from '#server/shared/day.ts'
import type { DeclineCode } from '#server/shared/decline-codes.ts'
import type { Operation, SandboxBook } from './sandbox-book.ts'

const DAY_MS = 86_400_000
const CAPTURE_WITHIN_MS = 7 * DAY_MS
const PAYER_WITHIN_MS = DAY_MS

export type SandboxOptions = {
  settlementMs: number
  /** What was captured, cancelled, approved and refunded; what is decided at once stands nowhere. */
  book: SandboxBook
  /** The address of the page on which the payer of a payment decides. */
  payerPage: (payment: PaymentAtProcessor) => string
}

/**
 * An offline acquirer. It decides from the last two digits of the amount, so that every outcome can
 * be produced on purpose.
 */
type Plan = { first: 'now' | 'later' | 'payer'; end: 'paid' | DeclineCode }

const paid = (first: Plan['first']): Plan => ({ first, end: 'paid' })

function planFor({ amount, paymentMethod }: PaymentAtProcessor): Plan {
  const ending = amount % 100
  if (paymentMethod === 'bank') {
    return ending === 1 ? { first: 'later', end: 'transfer_rejected' } : paid('later')
  }
  switch (ending) {
    case 1:
      return { first: 'now', end: paymentMethod === 'card' ? 'card_declined' : 'payer_declined' }
    case 2:
      return { first: 'now', end: 'insufficient_funds' }
    case 3:
      return paid('later')
    case 4:
      return { first: 'later', end: 'expired' }
    case 5:
      // The charge went through but its answer was lost; asking later finds it.
      return paid('later')
    case 6:
      return paid('payer')
    default:
      return paid('now')
  }
}

export function sandboxProcessor({ settlementMs, book, payerPage }: SandboxOptions): Processor {
  const settledAt = ({ createdAtMs }: PaymentAtProcessor) => createdAtMs + settlementMs
  const captureBefore = (payment: PaymentAtProcessor) =>
    payment.amount % 100 === 7 ? settledAt(payment) : payment.createdAtMs + CAPTURE_WITHIN_MS

  /** What the payer's side comes to once it is done with. */
  function ended(payment: PaymentAtProcessor, { end }: Plan, nowMs: number): Progress {
    if (end !== 'paid') return { stage: 'failed', reason: end }
    if (!payment.isCapturedByHand) return { stage: 'succeeded' }
    const captureBeforeMs = captureBefore(payment)
    if (nowMs >= captureBeforeMs) return { stage: 'cancelled', reason: 'authorization_expired' }
    return { stage: 'authorized', captureBeforeMs, askAtMs: captureBeforeMs }
  }

  /** As the plan says, where nobody has done anything about it. */
  function planned(payment: PaymentAtProcessor, nowMs: number): Progress {
    const plan = planFor(payment)
    if (plan.first === 'now') return ended(payment, plan, nowMs)
    if (plan.first === 'later') {
      const askAtMs = settledAt(payment)
      return nowMs < askAtMs ? { stage: 'processing', askAtMs } : ended(payment, plan, nowMs)
    }
    const askAtMs = payment.createdAtMs + PAYER_WITHIN_MS
    if (nowMs >= askAtMs) return { stage: 'cancelled', reason: 'expired' }
    return { stage: 'requires_action', askAtMs }
  }

  function after(operations: readonly Operation[], payment: PaymentAtProcessor, nowMs: number) {
    const end = operations.find(({ key }) => key === 'end')
    if (end?.kind === 'cancel') return { stage: 'cancelled', reason: 'cancelled' } as const
    if (end) return { stage: 'succeeded', amount: end.amount ?? payment.amount } as const
    const payer = operations.find(({ key }) => key === 'payer')
    if (payer?.kind === 'decline')
      return { stage: 'failed', reason: 'authentication_failed' } as const
    return payer ? ended(payment, paid('now'), nowMs) : planned(payment, nowMs)
  }

  const ask = async (payment: PaymentAtProcessor, nowMs: number): Promise<Progress> =>
    after(await book.find(payment), payment, nowMs)

  const sandbox: Processor = {
    name: 'sandbox',
    isOffline: true,
    capabilities: (method) => ({ canCaptureByHand: method !== 'bank', canRefund: true }),
    begin: async () => ({ ref: null }),
    pay: async (payment, nowMs) => planned(payment, nowMs),
    ask,
    next: (payment) => ({
      type: 'redirect',
      url: payerPage(payment),
      expiresAt: toIso(payment.createdAtMs + PAYER_WITHIN_MS),
    }),
    capture: async (payment, amount, nowMs) => {
      const progress = await ask(payment, nowMs)
      if (progress.stage !== 'authorized') return progress
      await book.put(payment, { key: 'end', kind: 'capture', amount, atMs: nowMs })
      return ask(payment, nowMs)
    },
    cancel: async (payment, nowMs) => {
      const progress = await ask(payment, nowMs)
      const isOpen = progress.stage !== 'succeeded' && progress.stage !== 'failed'
      if (!isOpen || progress.stage === 'cancelled') return progress
      // Its answer was lost, but the money has moved.
      if (payment.paymentMethod !== 'bank' && payment.amount % 100 === 5)
        return { stage: 'succeeded' }
      await book.put(payment, { key: 'end', kind: 'cancel', amount: null, atMs: nowMs })
      return ask(payment, nowMs)
    },
    refund: async (refund, nowMs) => {
      if (refund.amount % 100 === 10) return { status: 'failed', reason: 'refused' }
      await book.put(paymentOf(refund), {
        key: refund.id,
        kind: 'refund',
        amount: refund.amount,
        atMs: nowMs,
      })
      return sandbox.askRefund(refund, nowMs)
    },
    askRefund: async (refund, nowMs) => {
      const operations = await book.find(paymentOf(refund))
      const operation = operations.find(({ key }) => key === refund.id)
      return operation ? refundAfter(operation, nowMs) : { status: 'absent' }
    },
  }

  function refundAfter({ amount, atMs }: Operation, nowMs: number): RefundProgress {
    const ending = (amount ?? 0) % 100
    const askAtMs = atMs + settlementMs
    if (ending === 8 && nowMs < askAtMs) return { status: 'pending', askAtMs }
    if (ending !== 9) return { status: 'success' }
    return nowMs < askAtMs
      ? { status: 'success', askAtMs }
      : { status: 'failed', reason: 'account_closed' }
  }

  return sandbox
}

const paymentOf = ({ merchantId, transactionId }: RefundAtProcessor) => ({
  merchantId,
  id: transactionId,
})
