import { z } from 'zod'
import { type RefundFailure, refundFailures } from '#server/shared/reasons/refund-failures.ts'
import { Instant } from '#server/shared/text/text.ts'

const failures = Object.keys(refundFailures) as [RefundFailure, ...RefundFailure[]]

/** Refund of money that a processor took after a payment had ended. */
export const LateRefund = z.strictObject({
  status: z.enum(['pending', 'success', 'failed']),
  failureReason: z.enum(failures).nullable(),
  createdAt: Instant,
  settledAt: Instant.nullable(),
})
export type LateRefund = z.infer<typeof LateRefund>
