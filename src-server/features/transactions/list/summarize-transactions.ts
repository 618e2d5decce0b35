import type { MerchantCtx } from '#server/core/context.ts'
import { readPiece } from '#server/core/work/pieces.ts'
import { sumPayments } from '#server/services/rollups/rollups.queries.ts'
import { MAX_MATCHES } from '#server/services/search/search.queries.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'
import type { TransactionFilter } from '../transactions.queries.ts'
import { knownToRollups, listedBy } from './listed-transactions.ts'
import { matchingIdsOf, sortedPlaces } from './scan-transactions.ts'
import { sumsByIds } from './transaction-scan.queries.ts'
import type { SummarizeTransactions, TransactionSummary } from './transaction-summary.schema.ts'

type Group = { status: string; currency: string; count: number; amount: number }

const IDS = 500

/**
 * The payments of a list by status and currency: from the roll-ups where they know the filter, else by
 * adding up what the list could show, as far as its pages reach.
 */
export async function summarizeTransactions(
  ctx: MerchantCtx,
  input: SummarizeTransactions,
): Promise<TransactionSummary> {
  const { db } = ctx
  const listed = await listedBy(ctx, input)
  if (!listed) return { groups: [], isExact: true }
  const { filter, ids } = listed
  const known = ids ? undefined : knownToRollups(filter)
  if (known) return { groups: told(await sumPayments(db, known)), isExact: true }
  const matching = ids
    ? (await sortedPlaces(db, filter, { ids, sort: '-createdAt' })).map(({ id }) => id)
    : await matchingIdsOf(db, filter, MAX_PAGED_ROWS + 1)
  const isExact = ids ? ids.length < MAX_MATCHES : matching.length <= MAX_PAGED_ROWS
  if (!isExact) return { groups: [], isExact }
  return { groups: told(await groupsOf(ctx, filter, matching)), isExact }
}

async function groupsOf(
  { db }: Pick<MerchantCtx, 'db'>,
  filter: TransactionFilter,
  ids: readonly string[],
): Promise<Group[]> {
  const groups = new Map<string, Group>()
  for (let start = 0; start < ids.length; start += IDS) {
    const some = ids.slice(start, start + IDS)
    // Others have their turn between two pieces.
    for (const group of await readPiece(() => sumsByIds(db, filter, some).execute())) {
      const key = `${group.status} ${group.currency}`
      const before = groups.get(key)
      groups.set(key, {
        ...group,
        count: (before?.count ?? 0) + group.count,
        amount: (before?.amount ?? 0) + group.amount,
      })
    }
  }
  return [...groups.values()]
}

const told = (groups: readonly Group[]) =>
  groups
    .filter(({ count }) => count > 0)
    .map(({ status, currency, count, amount }) => ({
      status: status as TransactionSummary['groups'][number]['status'],
      currency: currency as TransactionSummary['groups'][number]['currency'],
      count,
      amount: decimalFromMinor(amount),
    }))
    .toSorted((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
