import type { ChargeRequest, Processor, ProcessorOutcome } from '#server/core/processor.ts'
import type { DeclineCode } from '#server/shared/decline-codes.ts'

/**
 * An offline acquirer. It decides from the last two digits of the amount, so that every outcome can
 * be produced on purpose.
 */
type Plan = { first: ProcessorOutcome | 'wait'; later?: ProcessorOutcome }

const success: ProcessorOutcome = { status: 'success' }
const failed = (reason: DeclineCode): ProcessorOutcome => ({ status: 'failed', reason })

function planFor({ amount, paymentMethod }: ChargeRequest): Plan {
  const ending = amount % 100
  if (paymentMethod === 'bank') {
    return { first: 'wait', later: ending === 1 ? failed('transfer_rejected') : success }
  }
  switch (ending) {
    case 1:
      return { first: failed(paymentMethod === 'card' ? 'card_declined' : 'payer_declined') }
    case 2:
      return { first: failed('insufficient_funds') }
    case 3:
      return { first: 'wait', later: success }
    case 4:
      return { first: 'wait', later: failed('expired') }
    case 5:
      // The charge went through but its answer was lost; asking later finds it.
      return { first: 'wait', later: success }
    default:
      return { first: success }
  }
}

export function sandboxProcessor({ settlementMs }: { settlementMs: number }): Processor {
  return {
    name: 'sandbox',
    isOffline: true,
    charge: async (request) => {
      const { first } = planFor(request)
      if (first !== 'wait') return first
      return { status: 'pending', askAtMs: request.createdAtMs + settlementMs }
    },
    ask: async (request, nowMs) => {
      const { first, later = first } = planFor(request)
      const askAtMs = request.createdAtMs + settlementMs
      if (later === 'wait' || nowMs < askAtMs) return { status: 'pending', askAtMs }
      return later
    },
  }
}
