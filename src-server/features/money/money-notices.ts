import { inTransaction, type World } from '#server/core/context.ts'
import { raiseNotice } from '#server/services/notices/raise-notice.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { NoticeFacts } from '#server/shared/notices/notice-kind.ts'
import type { BalanceAccount } from './balance.queries.ts'
import { listEndedPayouts, listUnknownKinds } from './money-notices.queries.ts'

/** Overlap of two searches, for processes whose clocks differ. A notice is raised once, however often it is found. */
const OVERLAP_MS = 60 * 60_000

/**
 * Raises notices about rows that were read since the last complete reading of an account: payouts that ended, and kinds
 * of entries for which Incasso has no type. Call it before the time of the new reading is stored: after a crash, it is
 * called again.
 */
export async function raiseMoneyNotices(world: World, account: BalanceAccount): Promise<void> {
  const { merchantId, id: balanceAccountId, readAt, createdAt } = account
  const lastMs = Date.parse(readAt ?? createdAt)
  // A first reading also finds entries from before the connection, which raise no notice.
  const sinceMs = Math.max(lastMs - OVERLAP_MS, Date.parse(createdAt))
  const range = {
    merchantId,
    balanceAccountId,
    since: toIso(sinceMs),
    createdAfter: createdAt,
  }
  const payouts = await listEndedPayouts(world.db, range)
  const unknownEntries = await listUnknownKinds(world.db, range)
  if (payouts.length === 0 && unknownEntries.length === 0) return
  const { label } = world.processors.named(account.processor)
  await inTransaction(world, async (inner) => {
    for (const { id, status, amount, currency } of payouts) {
      await raiseNotice(inner, {
        merchantId,
        kind: status === 'paid' ? 'payout_paid' : 'payout_failed',
        objectId: id,
        facts: NoticeFacts.parse({ payoutId: id, amount: decimalFromMinor(amount), currency }),
      })
    }
    for (const { rawType, amount, currency } of unknownEntries) {
      await raiseNotice(inner, {
        merchantId,
        kind: 'unknown_entry',
        objectId: balanceAccountId,
        occurrence: rawType,
        facts: NoticeFacts.parse({
          amount: decimalFromMinor(amount),
          currency,
          processor: label,
          title: rawType,
        }),
      })
    }
  })
}
