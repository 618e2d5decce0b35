import type { Db } from '#db/tables.ts'
import type { Cursor } from '#server/shared/cursor.ts'
import type { CustomerFilter, CustomerSlice, ListedCustomer } from './customers.queries.ts'
import { countCustomersIn, readCustomers } from './scan-customers.ts'

/**
 * A list by spending has three parts: customers who spent in the reporting currency, sorted by amount, customers who
 * spent only in other currencies, and customers who spent nothing. Amounts in other currencies have no common order, so
 * the second part has none. The cursor's value is the amount in the first part, 0 in the second and -1 in the third.
 */
const spendingParts = [
  { spentInReporting: true, spentInOther: undefined, value: undefined },
  { spentInReporting: false, spentInOther: true, value: 0 },
  { spentInReporting: false, spentInOther: false, value: -1 },
] as const

type Part = (typeof spendingParts)[number]

/** A customer in a list by spending. The list is sorted by `rank`, which is the cursor's value, and then by id. */
export type RankedCustomer = ListedCustomer & { rank: number }

const partOf = ({ value }: Cursor): Part => {
  const [inReporting, inOther, nothing] = spendingParts
  if (Number(value) > 0) return inReporting
  return Number(value) === 0 ? inOther : nothing
}

/** Returns one slice of the matching customers by spending, part after part. */
export async function listBySpending(
  db: Db,
  filter: CustomerFilter,
  slice: CustomerSlice,
): Promise<RankedCustomer[]> {
  const { sort, limit, after } = slice
  const orderedParts = sort === '-totalSpent' ? spendingParts : spendingParts.toReversed()
  const first = after ? partOf(after) : undefined
  const rows: RankedCustomer[] = []
  let { offset } = slice
  for (const part of first ? orderedParts.slice(orderedParts.indexOf(first)) : orderedParts) {
    const { value, ...spending } = part
    const partFilter = { ...filter, ...spending }
    // A part without amounts is sorted by id only.
    const from =
      part === first && after ? { ...after, value: Math.max(0, Number(after.value)) } : undefined
    const customers = await readCustomers(db, partFilter, {
      sort,
      limit: limit - rows.length,
      offset,
      ...(from && { after: from }),
    })
    rows.push(...customers.map((row) => ({ ...row, rank: value ?? row.totalSpent })))
    if (rows.length >= limit) break
    if (rows.length > 0) offset = 0
    else if (offset > 0) offset -= await countCustomersIn(db, partFilter, { limit: offset, sort })
  }
  return rows
}
