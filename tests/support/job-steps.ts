import type { World } from '#server/core/context.ts'
import { sendDueResponses } from '#server/features/disputes/responses/send-responses.ts'
import { mailNotices } from '#server/features/notices/mail-notices.ts'
import { recordRefundsAndDisputes } from '#server/features/refunds/from-processor/record-refunds-and-disputes.ts'
import type { EndPoint } from './crashes.ts'
import type { JobWorldOptions } from './job-world.ts'

const DUE_WITHIN_MS = 20 * 24 * 60 * 60_000

/** Records that a payment is disputed, as a processor's event would. */
async function openDispute(world: World, paymentId: string): Promise<void> {
  const row = await world.db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const openedAtMs = Date.parse(row.createdAt)
  const dispute = {
    ref: `dp_${paymentId}`,
    kind: 'dispute',
    status: 'needs_response',
    amount: row.amount,
    reason: null,
    category: 'general',
    networkReason: null,
    fee: null,
    isRefundable: false,
    hasEvidence: false,
    evidenceDueMs: openedAtMs + DUE_WITHIN_MS,
    openedAtMs,
  } as const
  await recordRefundsAndDisputes(world, row, { refunds: [], disputes: [dispute] })
}

/**
 * A step of jobs at an instant: a dispute is recorded, the mails of notices are queued, or responses to disputes are
 * sent. `killAt`: the statement before which the step ends.
 */
export type JobStep = {
  step: 'dispute' | 'notices' | 'answers'
  url: string
  nowMs: number
  /** The payment that is disputed. */
  paymentId?: string
  payPalUrl?: string
  killAt?: EndPoint
}

/** Returns the database, clock and processor of a step. Steps only queue mails, which requires a mailer. */
export const worldOptionsOf = ({ url, nowMs, payPalUrl }: JobStep): JobWorldOptions => ({
  url,
  now: () => nowMs,
  environment: { PAYPAL_API_URL: payPalUrl },
  mailer: { send: () => Promise.reject(new Error('nothing is sent here')) },
})

export function runStep(world: World, { step, paymentId = '' }: JobStep): Promise<unknown> {
  if (step === 'dispute') return openDispute(world, paymentId)
  return step === 'notices' ? mailNotices(world) : sendDueResponses(world)
}
