import { z } from 'zod'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { TransactionStatus } from '../transaction-enums.schema.ts'
import { transactionFilter } from '../transactions.schema.ts'

// Beside the other schemas, since the page starts with those.
/** What narrows a list, without what cuts it into pages. */
export const SummarizeTransactions = z.strictObject(transactionFilter).omit({ sort: true })
export type SummarizeTransactions = z.infer<typeof SummarizeTransactions>

/** The payments of a list by status and currency. */
export const TransactionSummary = z.strictObject({
  groups: z.array(
    z.strictObject({
      status: TransactionStatus,
      currency: Currency,
      count: z.int(),
      amount: Decimal,
    }),
  ),
  /** False where they are too many to be added up; `groups` is empty then. */
  isExact: z.boolean(),
})
export type TransactionSummary = z.infer<typeof TransactionSummary>
