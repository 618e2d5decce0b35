import { z } from 'zod'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { Instant } from '#server/shared/text/text.ts'

/** A payer's bank asks for its money back, or warns that the card may have been stolen. */
export const Dispute = z.strictObject({
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
  /** The processor's own word. */
  reason: z.string().nullable(),
  evidenceDueAt: Instant.nullable(),
  openedAt: Instant,
  updatedAt: Instant,
})
export type Dispute = z.infer<typeof Dispute>
