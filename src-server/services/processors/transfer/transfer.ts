import type {
  PaymentAtProcessor,
  Progress,
  UnnamedProcessor,
} from '#server/core/ports/processor.ts'

export const TRANSFER = 'transfer'

const DAY_MS = 24 * 60 * 60_000
/** A transfer not received within 30 days is cancelled. */
const PAYER_WITHIN_MS = 30 * DAY_MS
/** Anyone can send the form for free, so an unpaid payment reserves a use of its link for hours at most. */
const RESERVES_USE_MS = 2 * 60 * 60_000

/**
 * Transfers to the merchant's own bank account, about which the bank sends us nothing. A payment waits for its payer
 * until a person sees the money and confirms it, or until it expires.
 */
export function createTransferProcessor(): UnnamedProcessor {
  const progressAt = ({ createdAtMs }: PaymentAtProcessor, nowMs: number): Progress => {
    const lapseAtMs = createdAtMs + RESERVES_USE_MS
    const deadlineMs = createdAtMs + PAYER_WITHIN_MS
    if (nowMs >= deadlineMs) return { stage: 'cancelled', reason: 'expired' }
    return { stage: 'awaiting_payer', pollAtMs: nowMs < lapseAtMs ? lapseAtMs : deadlineMs }
  }
  return {
    isOffline: true,
    reservesUseMs: RESERVES_USE_MS,
    capabilities: () => ({ canCaptureByHand: false, canRefund: false, least: null, most: null }),
    begin: async () => ({ ref: null }),
    pay: async (payment, nowMs) => progressAt(payment, nowMs),
    readProgress: async (payment, nowMs) => progressAt(payment, nowMs),
    changeAmount: async (payment, _change, nowMs) => ({
      is: progressAt(payment, nowMs).stage === 'awaiting_payer' ? 'changed' : 'kept',
    }),
    capture: async (payment, _amount, nowMs) => progressAt(payment, nowMs),
    cancel: async () => ({ stage: 'cancelled', reason: 'cancelled' }),
    // Only the merchant can send money from their account.
    refund: async () => ({ status: 'failed', reason: 'refused' }),
    readRefundProgress: async () => ({ status: 'failed', reason: 'refused' }),
  }
}
