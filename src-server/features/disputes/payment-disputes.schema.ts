import { z } from 'zod'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { Instant } from '#server/shared/text/text.ts'

/** A dispute or a bank's warning as the page of its payment shows it. */
export const PaymentDispute = z.strictObject({
  id: z.string(),
  kind: z.enum(['dispute', 'fraud_warning']),
  status: z.enum([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'under_review',
    'won',
    'lost',
  ]),
  amount: Decimal,
  currency: Currency,
  /** Reason in the processor's own word. */
  reason: z.string().nullable(),
  evidenceDueAt: Instant.nullable(),
  openedAt: Instant,
  updatedAt: Instant,
})
export type PaymentDispute = z.infer<typeof PaymentDispute>
