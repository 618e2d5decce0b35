import type { World } from '#server/core/context.ts'
import type { ReportedPayout } from '#server/core/ports/money-access.ts'
import { toIso } from '#server/shared/day.ts'
import type { BalanceAccount } from '../balance.queries.ts'
import { findPayout } from '../payouts.queries.ts'
import { findPayoutsByRef } from './link-entries.queries.ts'
import { insertPayout, type StoredPayout } from './payout-store.queries.ts'
import { announcePayout, recordPayout } from './record-payout.ts'

/** Statuses that never change. A paid payout is not among them: the bank may still return it. */
const finalStatuses: ReadonlySet<string> = new Set(['failed', 'canceled'])

/**
 * Stores payouts that a processor reports newest first, and updates the payouts that are stored already. Call it in a
 * transaction that has locked the merchant and the balance account.
 */
export async function storePayouts(
  world: World,
  account: BalanceAccount,
  payouts: readonly ReportedPayout[],
): Promise<void> {
  if (payouts.length === 0) return
  const { merchantId, processor } = account
  const refs = payouts.map(({ ref }) => ref)
  const storedPayouts = await findPayoutsByRef(world, { merchantId, processor, ids: refs })
  const ids = new Map(storedPayouts.map(({ ref, id }) => [ref, id]))
  for (const payout of payouts.toReversed()) {
    const id = ids.get(payout.ref)
    const stored = id === undefined ? undefined : await findPayout(world.db, { merchantId, id })
    ids.set(payout.ref, await storePayout(world, account, { payout, stored }))
  }
}

/** Returns the payout's id. */
async function storePayout(
  world: World,
  account: BalanceAccount,
  { payout, stored }: { payout: ReportedPayout; stored: StoredPayout | undefined },
): Promise<string> {
  const { merchantId, id: balanceAccountId, processor } = account
  const { contents, createdAtMs, arrivalAtMs, isAutomatic, ...columns } = payout
  const times = {
    createdAt: toIso(createdAtMs),
    arrivalAt: arrivalAtMs === null ? null : toIso(arrivalAtMs),
  }
  if (!stored) {
    const row = await insertPayout(world.db, {
      ...columns,
      ...times,
      merchantId,
      id: world.newId('pyo'),
      balanceAccountId,
      processor,
      isAutomatic: isAutomatic ? 1 : 0,
      availableUntil: null,
      contents: contents === 'unavailable' ? 'unavailable' : 'pending',
      updatedAt: toIso(world.now()),
    })
    // Payouts from before the connection raise no notice: they are not news to the merchant.
    if (times.createdAt >= account.createdAt) await announcePayout(world, row)
    return row.id
  }
  const outcome = {
    // PayPal lists a withdrawal as completed even after a reversal has taken it back.
    status: finalStatuses.has(stored.status) ? stored.status : payout.status,
    failureReason: payout.failureReason ?? stored.failureReason,
    traceId: payout.traceId ?? stored.traceId,
    bankLast4: payout.bankLast4 ?? stored.bankLast4,
    arrivalAt: times.arrivalAt ?? stored.arrivalAt,
  }
  const isSame = Object.entries(outcome).every(
    ([name, value]) => stored[name as keyof typeof outcome] === value,
  )
  if (!isSame) await recordPayout(world, stored, outcome)
  return stored.id
}
