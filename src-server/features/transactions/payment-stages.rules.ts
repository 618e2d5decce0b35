import { z } from 'zod'
import type { PaymentStage } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { PaymentAtProcessor, Progress } from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'

/** Stages go upward only, and end once. */
const rank: Record<PaymentStage, number> = {
  created: 0,
  awaiting_payer: 1,
  requires_action: 2,
  processing: 3,
  authorized: 4,
  succeeded: 5,
  failed: 5,
  cancelled: 5,
}

const stageOfStatus = { pending: 'processing', success: 'succeeded', failed: 'failed' } as const

/** Rows of before there were stages have none: their status says as much. */
export const stageOf = ({
  stage,
  status,
}: Pick<TransactionRow, 'stage' | 'status'>): PaymentStage => stage ?? stageOfStatus[status]

export const laterStage = (before: PaymentStage, after: PaymentStage): PaymentStage =>
  rank[after] > rank[before] ? after : before

/** The status that follows from a stage. */
export const statusOfStage = (stage: PaymentStage): TransactionRow['status'] => {
  if (stage === 'succeeded') return 'success'
  return stage === 'failed' || stage === 'cancelled' ? 'failed' : 'pending'
}

/** What somebody asked the processor to do with an open payment, until it has answered. */
export const Wish = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cancel'), reason: z.string().nullable(), actor: z.string() }),
  z.strictObject({ kind: z.literal('capture'), amount: z.int(), actor: z.string() }),
])
export type Wish = z.infer<typeof Wish>

export const wishOf = ({ wish }: Pick<TransactionRow, 'wish'>): Wish | undefined =>
  wish ? Wish.parse(JSON.parse(wish)) : undefined

type AtProcessor = Pick<
  TransactionRow,
  | 'id'
  | 'merchantId'
  | 'processorAccountId'
  | 'processorRef'
  | 'amount'
  | 'currency'
  | 'paymentMethod'
  | 'captureMethod'
  | 'createdAt'
  | 'payerSecret'
>

/** What the processor is told of a payment. */
export const atProcessor = (row: AtProcessor, attempt = 1): PaymentAtProcessor => ({
  id: row.id,
  merchantId: row.merchantId,
  accountId: row.processorAccountId ?? null,
  ref: row.processorRef ?? null,
  amount: row.amount,
  currency: row.currency,
  paymentMethod: row.paymentMethod,
  isCapturedByHand: row.captureMethod === 'manual',
  createdAtMs: Date.parse(row.createdAt),
  attempt,
  isAtOwnPage: typeof row.payerSecret === 'string',
})

/** The columns of a payment that its processor has answered for at once. */
export function columnsOf(progress: Progress, { amount }: { amount: number }) {
  const stage = progress.stage === 'unknown' ? 'processing' : progress.stage
  return {
    stage,
    status: statusOfStage(stage),
    failureReason: 'reason' in progress ? progress.reason : null,
    nextCheckAt: 'askAtMs' in progress ? toIso(progress.askAtMs) : null,
    ...(progress.stage === 'authorized' && {
      amountAuthorized: amount,
      captureBefore: toIso(progress.captureBeforeMs),
    }),
  }
}
