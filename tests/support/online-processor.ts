import type { PaymentAtProcessor, Processor, Progress } from '#server/core/ports/processor.ts'
import { indexProcessors } from '#server/services/processors/processors-of.ts'

type Call =
  | 'begin'
  | 'pay'
  | 'readProgress'
  | 'capture'
  | 'cancel'
  | 'refund'
  | 'readRefundProgress'

/** A payment processor in memory that behaves as one over a network, and records its calls. */
export type OnlineProcessor = Processor & {
  /** Calls received, each with the ID of its payment or refund. */
  calls: { call: Call; id: string }[]
  /** Returns the IDs of the payments or refunds for which this call was received, in order. */
  called: (call: Call) => string[]
  /** Money that really moved, in minor units: by payment in `taken`, by refund in `returned`. */
  taken: Map<string, number>
  returned: Map<string, number>
}

/**
 * Returns a processor whose calls are idempotent: repeating a call for the same ID moves no more money. `answers`
 * replaces single calls.
 */
export function createOnlineProcessor(answers: Partial<Processor> = {}): OnlineProcessor {
  const taken = new Map<string, number>()
  const returned = new Map<string, number>()
  const cancelled = new Set<string>()
  const calls: OnlineProcessor['calls'] = []

  const progressOf = ({ id, isCapturedByHand }: PaymentAtProcessor, nowMs: number): Progress => {
    const amount = taken.get(id)
    if (amount !== undefined) return { stage: 'succeeded', amount }
    if (cancelled.has(id)) return { stage: 'cancelled', reason: 'cancelled' }
    const pollAtMs = nowMs + 60_000
    return isCapturedByHand
      ? { stage: 'authorized', captureBeforeMs: nowMs + 86_400_000, pollAtMs }
      : { stage: 'awaiting_payer', pollAtMs }
  }
  const defaults: Omit<Processor, 'name' | 'label' | 'isOffline' | 'capabilities'> = {
    begin: async ({ id }) => ({ ref: `pi_${id}` }),
    pay: async (payment, nowMs) => {
      if (!payment.isCapturedByHand && !taken.has(payment.id)) {
        taken.set(payment.id, payment.amount)
      }
      return progressOf(payment, nowMs)
    },
    readProgress: async (payment, nowMs) => progressOf(payment, nowMs),
    capture: async (payment, amount, nowMs) => {
      if (!taken.has(payment.id)) taken.set(payment.id, amount)
      return progressOf(payment, nowMs)
    },
    cancel: async (payment, nowMs) => {
      if (!taken.has(payment.id)) cancelled.add(payment.id)
      return progressOf(payment, nowMs)
    },
    refund: async ({ id, amount }) => {
      returned.set(id, amount)
      return { status: 'success' }
    },
    readRefundProgress: async ({ id }) => ({ status: returned.has(id) ? 'success' : 'absent' }),
  }
  const recording = Object.fromEntries(
    (Object.keys(defaults) as Call[]).map((call) => [
      call,
      (subject: { id: string }, ...rest: unknown[]) => {
        calls.push({ call, id: subject.id })
        const work = (answers[call] ?? defaults[call]) as (...all: unknown[]) => unknown
        return work(subject, ...rest)
      },
    ]),
  ) as unknown as typeof defaults
  return {
    name: 'online',
    label: 'Online',
    isOffline: false,
    capabilities: () => ({
      canCaptureByHand: true,
      canRefund: true,
      least: null,
      most: null,
    }),
    ...answers,
    ...recording,
    calls,
    called: (callName) => calls.filter(({ call }) => call === callName).map(({ id }) => id),
    taken,
    returned,
  }
}

/** Returns the `deps` of a test application in which this processor takes every payment. */
export const depsWithProcessor = (processor: Processor) => ({
  processors: indexProcessors([processor]),
})
