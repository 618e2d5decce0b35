import type { BalanceTotalRow } from '#db/tables/balance-tables.ts'
import type { World } from '#server/core/context.ts'
import type { BalanceAccount } from '../balance.queries.ts'
import type { EntryDraft } from '../entry-draft.rules.ts'
import { recordingTime } from './closing-lock.ts'
import { addToTotals, insertEntries, type NewEntryRow } from './store-entries.queries.ts'

type StoringEntries = Pick<World, 'db' | 'dialect' | 'now' | 'newId' | 'publishChange'>

/**
 * Stores entries that are not stored yet, and adds them to the totals. Call it in a transaction that has locked the
 * balance account. Returns the number of stored entries.
 */
export async function storeEntries(
  world: StoringEntries,
  account: BalanceAccount,
  drafts: readonly EntryDraft[],
): Promise<number> {
  if (drafts.length === 0) return 0
  const recordedAt = await recordingTime(world, account)
  const rows = drafts.map((draft) => rowOf(world, account, { ...draft, recordedAt }))
  const inserted = new Set((await insertEntries(world.db, rows)).map(({ id }) => id))
  const added = rows.filter(({ id }) => inserted.has(id))
  await addToTotals(world.db, totalsOf(added))
  if (added.length > 0) {
    const { merchantId } = account
    world.publishChange({ merchantId, type: 'balance', action: 'changed', objectId: account.id })
  }
  return added.length
}

const rowOf = (
  { newId }: StoringEntries,
  { merchantId, id: balanceAccountId, processor }: BalanceAccount,
  { feeDetails, ...draft }: EntryDraft & { recordedAt: string },
): NewEntryRow => ({
  originalAmount: null,
  originalCurrency: null,
  transactionId: null,
  refundId: null,
  disputeId: null,
  payoutId: null,
  sourceRef: null,
  description: null,
  ...draft,
  merchantId,
  id: newId('ent'),
  balanceAccountId,
  processor,
  feeDetails: JSON.stringify(feeDetails),
})

/** Sums entries by currency, part of the balance and type, and sorts the sums by these. */
function totalsOf(rows: readonly NewEntryRow[]): BalanceTotalRow[] {
  const totals = new Map<string, BalanceTotalRow>()
  for (const row of rows) {
    const { merchantId, balanceAccountId, currency, balanceType, type, amount, fee, net } = row
    const key = [currency, balanceType, type].join('\n')
    const before = totals.get(key)
    totals.set(key, {
      merchantId,
      balanceAccountId,
      currency,
      balanceType,
      type,
      count: (before?.count ?? 0) + 1,
      amount: (before?.amount ?? 0) + amount,
      fee: (before?.fee ?? 0) + fee,
      net: (before?.net ?? 0) + net,
    })
  }
  return [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
