import type { Db } from '#db/tables.ts'
import type { Cursor } from '#server/shared/cursor.ts'
import type { CustomerFilter, CustomerSlice, ListedCustomer } from './customers.queries.ts'
import { countCustomersIn, customersIn } from './scan-customers.ts'

/**
 * Parts of a list by spending, from the most to the least. Amounts in other currencies cannot be compared with the
 * reporting currency, but they are more than nothing. `value` is the cursor value of a whole part; in the first part
 * the cursor contains the amount itself.
 */
const parts = [
  { spentHere: true, spentElsewhere: undefined, value: undefined },
  { spentHere: false, spentElsewhere: true, value: 0 },
  { spentHere: false, spentElsewhere: false, value: -1 },
] as const

type Part = (typeof parts)[number]

/** A customer in a list by spending, which is sorted by `standing` and then by id. */
export type StandingCustomer = ListedCustomer & { standing: number }

const partOf = ({ value }: Cursor): Part => {
  const [here, elsewhere, nowhere] = parts
  if (Number(value) > 0) return here
  return Number(value) === 0 ? elsewhere : nowhere
}

/** Returns one slice of the matching customers by spending, part after part. */
export async function customersBySpending(
  db: Db,
  filter: CustomerFilter,
  slice: CustomerSlice,
): Promise<StandingCustomer[]> {
  const { sort, limit, after } = slice
  const ordered = sort === '-totalSpent' ? parts : parts.toReversed()
  const first = after ? partOf(after) : undefined
  const rows: StandingCustomer[] = []
  let { offset } = slice
  for (const part of first ? ordered.slice(ordered.indexOf(first)) : ordered) {
    const { value, ...which } = part
    const inPart = { ...filter, ...which }
    // A part without amounts is sorted by id alone.
    const from =
      part === first && after ? { ...after, value: Math.max(0, Number(after.value)) } : undefined
    const found = await customersIn(db, inPart, {
      sort,
      limit: limit - rows.length,
      offset,
      ...(from && { after: from }),
    })
    rows.push(...found.map((row) => ({ ...row, standing: value ?? row.totalSpent })))
    if (rows.length >= limit) break
    if (rows.length > 0) offset = 0
    else if (offset > 0) offset -= await countCustomersIn(db, inPart, { limit: offset, sort })
  }
  return rows
}
