import type { Db } from '#db/tables.ts'
import type { Cursor } from '#server/shared/cursor.ts'
import type { CustomerFilter, CustomerSlice, ListedCustomer } from './customers.queries.ts'
import { countCustomersIn, readCustomers } from './scan-customers.ts'

/**
 * Parts of a list by spending, from the most to the least. Amounts in other currencies cannot be compared with the
 * reporting currency, but they are more than nothing. `value` is the cursor value of a whole part; in the first part
 * the cursor contains the amount itself.
 */
const spendingParts = [
  { spentHere: true, spentElsewhere: undefined, value: undefined },
  { spentHere: false, spentElsewhere: true, value: 0 },
  { spentHere: false, spentElsewhere: false, value: -1 },
] as const

type Part = (typeof spendingParts)[number]

/** A customer in a list by spending. The list is sorted by `standing`, the part of the list, and then by id. */
export type RankedCustomer = ListedCustomer & { standing: number }

const partOf = ({ value }: Cursor): Part => {
  const [here, elsewhere, nowhere] = spendingParts
  if (Number(value) > 0) return here
  return Number(value) === 0 ? elsewhere : nowhere
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
    const found = await readCustomers(db, partFilter, {
      sort,
      limit: limit - rows.length,
      offset,
      ...(from && { after: from }),
    })
    rows.push(...found.map((row) => ({ ...row, standing: value ?? row.totalSpent })))
    if (rows.length >= limit) break
    if (rows.length > 0) offset = 0
    else if (offset > 0) offset -= await countCustomersIn(db, partFilter, { limit: offset, sort })
  }
  return rows
}
