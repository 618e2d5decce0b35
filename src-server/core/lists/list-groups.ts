import type { Database, Db } from '#db/tables.ts'
import { Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'
import type { MerchantCtx } from '../context.ts'
import { readInSlice } from '../work/time-slices.ts'
import { sumsByIds } from './list.queries.ts'
import {
  type ListDefinition,
  type ListedTable,
  type ListFilter,
  type ListFilterInput,
  type ListGroup,
  MAX_MATCHES,
  type RowSet,
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
  ResponseRow,
>(
  ctx: MerchantCtx,
  list: ListDefinition<Table, Row, Filter, Sort, Input, ResponseRow>,
  input: Input,
): Promise<Groups<Row['status']>> {
  const scope = await list.find(ctx, input)
  if (!scope) return { groups: [], isExact: true }
  const { others, ...first } = scope
  const sums = await sumUp(ctx.db, list, first)
  const otherSums = others ? await sumUp(ctx.db, list, others) : []
  return sums && otherSums
    ? { groups: responseGroupsOf(joinGroups([...sums, ...otherSums])), isExact: true }
    : { groups: [], isExact: false }
}

/** Returns counts and sums of matching rows; undefined when there are too many rows to add up. */
async function sumUp<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  { filter, ids }: RowSet<Filter>,
): Promise<ListGroup[] | undefined> {
  const stored = ids ? undefined : await list.keptSums?.(db, filter)
  if (stored) return stored
  const matches = ids
    ? (await sortedPositions(db, list, { filter, ids, sort: '-createdAt' })).map(({ id }) => id)
    : await matchingIds(db, list, filter, MAX_PAGED_ROWS + 1)
  const isExact = ids ? ids.length < MAX_MATCHES : matches.length <= MAX_PAGED_ROWS
  return isExact ? sumInBatches(db, list, filter, matches) : undefined
}

async function sumInBatches(
  db: Db,
  list: { table: string; groupBy?: string },
  filter: ListFilter,
  ids: readonly string[],
): Promise<ListGroup[]> {
  const groups: ListGroup[] = []
  for (let start = 0; start < ids.length; start += IDS_PER_READ) {
    const batch = ids.slice(start, start + IDS_PER_READ)
    // Each batch yields to other requests.
    groups.push(...(await readInSlice(() => sumsByIds(db, list, filter, batch).execute())))
  }
  return groups
}

/** Adds up the groups that have the same status and currency. */
function joinGroups(parts: readonly ListGroup[]): ListGroup[] {
  const groups = new Map<string, ListGroup>()
  for (const part of parts) {
    const key = `${part.status} ${part.currency}`
    const before = groups.get(key)
    groups.set(key, {
      ...part,
      count: Number(before?.count ?? 0) + Number(part.count),
      amount: Number(before?.amount ?? 0) + Number(part.amount),
    })
  }
  return [...groups.values()]
}

const responseGroupsOf = <Status extends string>(groups: readonly ListGroup[]) =>
  groups
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
    .map(({ status, currency, count, amount }) => ({
      status: status as Status,
      currency: Currency.parse(currency),
      count,
      amount: decimalFromMinor(amount),
    }))
