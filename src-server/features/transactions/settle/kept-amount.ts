import { z } from 'zod'
import type { Db } from '#db/tables.ts'
import { findLatestEntry } from '#server/services/audit/audit.queries.ts'
import { Decimal } from '#server/shared/money/money.ts'
import { keptReasons } from '#server/shared/reasons/kept-reasons.ts'
import { Instant } from '#server/shared/text/text.ts'

/** Amount that was last requested for a payment, and the reason why the payment kept its former amount. */
export const KeptAmount = z.strictObject({
  requested: Decimal,
  reason: z.enum(keptReasons),
  at: Instant,
})
type KeptAmount = z.infer<typeof KeptAmount>

/**
 * Reads the last requested amount of a payment from the audit log, which keeps it for ever. Returns null after a later
 * change of the amount.
 */
export async function readKeptAmount(
  db: Db,
  { merchantId, transactionId: objectId }: { merchantId: string; transactionId: string },
): Promise<KeptAmount | null> {
  const actions = ['transaction.amount_kept', 'transaction.amount_changed'] as const
  const entry = await findLatestEntry(db, { merchantId, objectId, actions })
  if (entry?.action !== 'transaction.amount_kept' || entry.after === null) return null
  const { requested, reason } = JSON.parse(entry.after)
  return KeptAmount.parse({ requested, reason, at: entry.at })
}
