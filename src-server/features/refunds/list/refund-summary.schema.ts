import { z } from 'zod'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { RefundStatus } from '../refund-enums.schema.ts'
import { refundFilter } from '../refunds.schema.ts'

/** What narrows a list, without what cuts it into pages. */
export const SummarizeRefunds = z.strictObject(refundFilter).omit({ sort: true }).prefault({})
export type SummarizeRefunds = z.infer<typeof SummarizeRefunds>

/** The refunds of a list by status and currency. */
export const RefundSummary = z.strictObject({
  groups: z.array(
    z.strictObject({
      status: RefundStatus,
      currency: Currency,
      count: z.int(),
      amount: Decimal,
    }),
  ),
  /** False where they are too many to be added up; `groups` is empty then. */
  isExact: z.boolean(),
})
export type RefundSummary = z.infer<typeof RefundSummary>
