import type {
  DisputeResponses,
  ProcessorDispute,
  UnnamedProcessor,
} from '#server/core/ports/processor.ts'
import type { SandboxBook } from './sandbox-book.queries.ts'
import {
  ACCEPTANCE_KEY,
  DISPUTE_FEE,
  disputesAfter,
  EVIDENCE_KEY,
  WINNING_WORD,
} from './sandbox-disputes.rules.ts'

const paymentOf = ({ merchantId, transactionId }: ProcessorDispute) => ({
  merchantId,
  id: transactionId,
})

/** Returns the sandbox's disputes: what it reports of them, and how it takes responses. */
export function createSandboxDisputes({
  settlementMs,
  book,
}: {
  settlementMs: number
  book: SandboxBook
}): Required<Pick<UnnamedProcessor, 'readRefundsAndDisputes' | 'disputes'>> {
  const disputes: DisputeResponses = {
    fee: DISPUTE_FEE,
    takesFiles: () => true,
    submit: async (dispute, { texts }, nowMs) => {
      const isWinning = Object.values(texts).some((text) => text.includes(WINNING_WORD))
      const kind = isWinning ? 'approve' : 'decline'
      await book.put(paymentOf(dispute), { key: EVIDENCE_KEY, kind, amount: null, atMs: nowMs })
    },
    accept: (dispute, nowMs) =>
      book.put(paymentOf(dispute), {
        key: ACCEPTANCE_KEY,
        kind: 'cancel',
        amount: null,
        atMs: nowMs,
      }),
    readProgress: async (dispute, kind) => {
      const operations = await book.find(paymentOf(dispute))
      const hasKey = (key: string) => operations.some((each) => each.key === key)
      if (hasKey(kind === 'submit' ? EVIDENCE_KEY : ACCEPTANCE_KEY)) return { status: 'received' }
      return {
        status: hasKey(kind === 'submit' ? ACCEPTANCE_KEY : EVIDENCE_KEY) ? 'closed' : 'absent',
      }
    },
  }
  return {
    readRefundsAndDisputes: async (payment, nowMs) => ({
      refunds: [],
      ...disputesAfter(await book.find(payment), payment, { nowMs, settlementMs }),
    }),
    disputes,
  }
}
