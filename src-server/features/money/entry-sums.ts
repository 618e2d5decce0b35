import type { MerchantCtx } from '#server/core/context.ts'
import type { RowSet } from '#server/core/lists/list-definition.ts'
import { matchingIds, sortedPositions } from '#server/core/lists/scan-list.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'
import { entryList } from './entries.list.ts'
import { type EntryFilter, type EntrySums, sumEntries, sumTotals } from './entries.queries.ts'
import { entrySumsOf } from './money.rules.ts'
import type { EntrySum, EntrySummary, SummarizeEntries } from './money.schema.ts'

const IDS_PER_READ = 500

/**
 * Returns count and sums of the matching entries by type and currency. Stored totals are used when they cover the
 * filter. With too many entries to add up, `groups` is empty and `isExact` false.
 */
export async function summarizeEntries(
  ctx: MerchantCtx,
  input: SummarizeEntries,
): Promise<EntrySummary> {
  const scope = await entryList.find(ctx, input)
  if (!scope) return { groups: [], isExact: true }
  if (isCoveredByTotals(scope)) {
    return { groups: entrySumsOf(await sumTotals(ctx.db, scope.filter)), isExact: true }
  }
  const ids = await idsOf(ctx, scope, MAX_PAGED_ROWS + 1)
  if (ids.length > MAX_PAGED_ROWS) return { groups: [], isExact: false }
  return { groups: entrySumsOf(await addUp(ctx, scope.filter, ids)), isExact: true }
}

/** Returns the sums of a payout's entries, however many there are. */
export async function sumsOfPayout(ctx: MerchantCtx, payoutId: string): Promise<EntrySum[]> {
  const scope = await entryList.find(ctx, { payoutId })
  if (!scope) return []
  const ids = await idsOf(ctx, scope, Number.MAX_SAFE_INTEGER)
  return entrySumsOf(await addUp(ctx, scope.filter, ids)).filter(({ type }) => type !== 'payout')
}

const isCoveredByTotals = ({ filter, ids }: RowSet<EntryFilter>): boolean =>
  ids === undefined &&
  [filter.from, filter.to, filter.payoutId, filter.transactionId, filter.part].every(
    (value) => value === undefined,
  )

/** Returns the ids of at most `limit` matching entries, with or without a search. */
async function idsOf(
  { db }: MerchantCtx,
  { filter, ids }: RowSet<EntryFilter>,
  limit: number,
): Promise<string[]> {
  if (!ids) return matchingIds(db, entryList, filter, limit)
  const positions = await sortedPositions(db, entryList, { filter, ids, sort: '-createdAt' })
  return positions.map(({ id }) => id)
}

async function addUp(
  { db }: MerchantCtx,
  filter: EntryFilter,
  ids: readonly string[],
): Promise<EntrySums[]> {
  const groups = new Map<string, EntrySums>()
  for (let start = 0; start < ids.length; start += IDS_PER_READ) {
    const batch = ids.slice(start, start + IDS_PER_READ)
    for (const group of await readInSlice(() => sumEntries(db, filter, batch))) {
      const key = `${group.type} ${group.currency}`
      const before = groups.get(key)
      groups.set(key, {
        ...group,
        count: group.count + (before?.count ?? 0),
        amount: group.amount + (before?.amount ?? 0),
        fee: group.fee + (before?.fee ?? 0),
        net: group.net + (before?.net ?? 0),
      })
    }
  }
  return [...groups.values()]
}
