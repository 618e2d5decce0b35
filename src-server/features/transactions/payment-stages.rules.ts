import { z } from 'zod'
import type { PaymentStage } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { PaymentAtProcessor, Progress } from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'
import type { AwaitedStep } from './transaction-enums.schema.ts'
import { columnsOfMethod } from './used-method.rules.ts'

/** Order of the stages: a payment only moves to a higher rank. Rank 5 is final. */
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

/** Returns the payment's stage. Rows older than the stage column have none, so it follows from their status. */
export const stageOf = ({
  stage,
  status,
}: Pick<TransactionRow, 'stage' | 'status'>): PaymentStage => stage ?? stageOfStatus[status]

/** Returns the stage with the higher rank, since a payment never moves back; `before` when the ranks are equal. */
export const laterStage = (before: PaymentStage, after: PaymentStage): PaymentStage =>
  rank[after] > rank[before] ? after : before

/** Returns the status of version 1 for a stage; every stage that is not final counts as pending. */
export const statusOfStage = (stage: PaymentStage): TransactionRow['status'] => {
  if (stage === 'succeeded') return 'success'
  return stage === 'failed' || stage === 'cancelled' ? 'failed' : 'pending'
}

/**
 * Returns the step that an open payment waits for; null when it is final, or when only its processor can continue it.
 * `awaitedStepExpression` in the queries is the same rule in SQL.
 */
export function awaitedStepOf(
  row: Pick<TransactionRow, 'status' | 'stage' | 'paymentMethod'>,
): AwaitedStep | null {
  if (row.status !== 'pending') return null
  if (row.paymentMethod === 'bank') return 'transfer'
  const stage = stageOf(row)
  if (stage === 'authorized') return 'capture'
  return stage === 'awaiting_payer' || stage === 'requires_action' ? 'customer' : null
}

/** A requested cancellation, capture or change of an open payment, stored until the processor has responded. */
export const RequestedAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cancel'), reason: z.string().nullable(), actor: z.string() }),
  z.strictObject({ kind: z.literal('capture'), amount: z.int(), actor: z.string() }),
  z.strictObject({ kind: z.literal('amount'), amount: z.int(), actor: z.string() }),
])
export type RequestedAction = z.infer<typeof RequestedAction>
export type FinalAction = Exclude<RequestedAction, { kind: 'amount' }>

/** Returns the action that was requested and not yet completed; undefined when there is none. */
export const requestedActionOf = ({
  wish: stored,
}: Pick<TransactionRow, 'wish'>): RequestedAction | undefined =>
  stored ? RequestedAction.parse(JSON.parse(stored)) : undefined

/** The columns of a payment that calls to its processor need. */
export type ProcessorColumns = Pick<
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
> &
  Partial<Pick<TransactionRow, 'wish'>>

/** Returns the payment in the form that the calls of its processor take. */
export const atProcessor = (row: ProcessorColumns, attempt = 1): PaymentAtProcessor => ({
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
  isOnMerchantsPage: typeof row.payerSecret === 'string',
  isCancelRequested: requestedActionOf({ wish: row.wish ?? null })?.kind === 'cancel',
})

/** Stages in which the payer has to act. */
export const payerStages: ReadonlySet<string> = new Set(['awaiting_payer', 'requires_action'])

/** Returns true once an unpaid payment has expired. */
export const isPastExpiry = (
  { expiresAt }: Pick<TransactionRow, 'expiresAt'>,
  { stage }: Pick<Progress, 'stage'>,
  nowMs: number,
): boolean => Boolean(expiresAt && expiresAt <= toIso(nowMs)) && payerStages.has(stage)

/** Returns the time of the next query, which comes no later than the payment's expiry. */
function nextCheckOf(
  progress: Progress,
  { expiresAt }: Pick<TransactionRow, 'expiresAt'>,
  nowMs: number,
): string | null {
  if (!('pollAtMs' in progress)) return null
  const nextCheckAt = toIso(progress.pollAtMs)
  return expiresAt && expiresAt > toIso(nowMs) && expiresAt < nextCheckAt ? expiresAt : nextCheckAt
}

/** Returns the columns that a processor's response sets. An unknown outcome counts as processing. */
export function columnsOf(
  progress: Progress,
  row: Pick<TransactionRow, 'amount' | 'expiresAt'>,
  nowMs: number,
) {
  const stage = progress.stage === 'unknown' ? 'processing' : progress.stage
  return {
    stage,
    status: statusOfStage(stage),
    failureReason: 'reason' in progress ? progress.reason : null,
    nextCheckAt: nextCheckOf(progress, row, nowMs),
    ...(progress.ref !== undefined && { processorRef: progress.ref }),
    ...(progress.stage === 'authorized' && {
      amountAuthorized: row.amount,
      captureBefore: toIso(progress.captureBeforeMs),
    }),
    ...(progress.method && columnsOfMethod(progress.method)),
  }
}
