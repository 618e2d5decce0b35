import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { DisputeToAnswer } from '#server/core/ports/processor.ts'
import { DisputeReason } from '../dispute-enums.schema.ts'

/** Returns the data of a dispute that calls to its processor need. */
export const disputeToAnswer = (row: DisputeRow): DisputeToAnswer => ({
  id: row.id,
  merchantId: row.merchantId,
  transactionId: row.transactionId,
  accountId: row.accountId === '' ? null : row.accountId,
  ref: row.ref,
  reason: DisputeReason.parse(row.category),
  isInquiry: row.state === 'inquiry',
})
