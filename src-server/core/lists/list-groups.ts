import type { Database, Db } from '#db/tables.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'
import type { MerchantCtx } from '../context.ts'
import { readPiece } from '../work/pieces.ts'
import { sumsByIds } from './list.queries.ts'
import {
  type ListDefinition,
  type ListFilter,
  type ListFilterInput,
  type ListGroup,
  MAX_MATCHES,
} from './list-definition.ts'
import { matchingIds, sortedPositions } from './scan-list.ts'

const IDS_PER_READ = 500

type Groups<Status> = {
  groups: { status: Status; currency: Currency; count: number; amount: string }[]
  isExact: boolean
}

/**
 * Returns count and sum of a list's matching rows by status and currency. Stored sums are used when they cover the
 * filter. Otherwise the rows are added up; with too many rows for that, `groups` is empty and `isExact` false.
 */
export async function listGroups<
  Table extends keyof Database,
  Row extends { id: string; status: string },
  Filter extends ListFilter,
  Sort extends string,
  Input extends ListFilterInput,
  Answer,
>(
  ctx: MerchantCtx,
  list: ListDefinition<Table, Row, Filter, Sort, Input, Answer>,
  input: Input,
): Promise<Groups<Row['status']>> {
  const { db } = ctx
  const scope = await list.find(ctx, input)
  if (!scope) return { groups: [], isExact: true }
  const { filter, ids } = scope
  const stored = ids ? undefined : await list.keptSums?.(db, filter)
  if (stored) return { groups: presentGroups(stored), isExact: true }
  const matches = ids
    ? (await sortedPositions(db, list, { filter, ids, sort: '-createdAt' })).map(({ id }) => id)
    : await matchingIds(db, list, filter, MAX_PAGED_ROWS + 1)
  const isExact = ids ? ids.length < MAX_MATCHES : matches.length <= MAX_PAGED_ROWS
  if (!isExact) return { groups: [], isExact }
  return { groups: presentGroups(await addUp(db, list, filter, matches)), isExact }
}

async function addUp(
  db: Db,
  list: { table: string },
  filter: ListFilter,
  ids: readonly string[],
): Promise<ListGroup[]> {
  const groups = new Map<string, ListGroup>()
  for (let start = 0; start < ids.length; start += IDS_PER_READ) {
    const some = ids.slice(start, start + IDS_PER_READ)
    // Each piece yields to other requests.
    for (const group of await readPiece(() => sumsByIds(db, list, filter, some).execute())) {
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

const presentGroups = <Status extends string>(groups: readonly ListGroup[]) =>
  groups
    .map((group) => ({ ...group, count: Number(group.count), amount: Number(group.amount) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
    .map(({ status, currency, count, amount }) => ({
      status: status as Status,
      currency: Currency.parse(currency),
      count,
      amount: decimalFromMinor(amount),
    }))
