import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { ProcessorDispute } from '#server/core/ports/processor.ts'
import { DisputeReason } from '../dispute-enums.schema.ts'

/** Returns the columns of a dispute that a call to its processor needs. */
export const processorDisputeOf = (row: DisputeRow): ProcessorDispute => ({
  id: row.id,
  merchantId: row.merchantId,
  transactionId: row.transactionId,
  accountId: row.accountId === '' ? null : row.accountId,
  ref: row.ref,
  reason: DisputeReason.parse(row.category),
  responseErrors: row.answerErrors,
  isInquiry: row.state === 'inquiry',
})
