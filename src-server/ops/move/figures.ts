import type { PrintLine } from '../operator-context.ts'
import type { Table } from './tables.queries.ts'

type Figure = { rows: number; amount: bigint }
/** The number of rows and their total amount, for each table and each merchant. */
export type Figures = Map<string, Map<string, Figure>>

export const formatCount = (value: number): string => value.toLocaleString('en-US')

/**
 * Returns the column that identifies a row's merchant; undefined for tables of people and sessions, whose rows belong
 * to no merchant.
 */
export function ownerOf({ name, columns }: Table): string | undefined {
  if (name === 'merchants') return 'id'
  return columns.some((column) => column.name === 'merchant_id') ? 'merchant_id' : undefined
}

/** Maximum number of merchants that are listed; of the other merchants only the number is printed. */
const NAMED_MERCHANTS = 20

/** Prints the figures of each table and each merchant, and returns the total number of rows. */
export function printFigures(figures: Figures, printLine: PrintLine): number {
  const merchants = new Map<string, Figure>()
  let all = 0
  for (const [table, owners] of figures) {
    let count = 0
    let sum = 0n
    for (const [owner, { rows, amount }] of owners) {
      count += rows
      sum += amount
      const existing = merchants.get(owner) ?? { rows: 0, amount: 0n }
      const paid = table === 'transactions' ? amount : 0n
      merchants.set(owner, { rows: existing.rows + rows, amount: existing.amount + paid })
    }
    all += count
    if (count > 0)
      printLine(`  ${table}: ${formatCount(count)} rows${sum === 0n ? '' : `, amounts ${sum}`}`)
  }
  merchants.delete('')
  const present = [...merchants].filter(([, { rows }]) => rows > 0)
  for (const [id, { rows, amount }] of present.slice(0, NAMED_MERCHANTS)) {
    printLine(`  merchant ${id}: ${formatCount(rows)} rows, payments of ${amount}`)
  }
  if (present.length > NAMED_MERCHANTS) {
    printLine(`  and ${present.length - NAMED_MERCHANTS} merchants more`)
  }
  return all
}
