import type { World } from '../core/context.ts'
import { wrongCustomerDays } from './customer-days.queries.ts'
import { invariants } from './invariants.queries.ts'
import { misplacedPayments } from './misplaced.queries.ts'
import { firstRows, listFileFaults, listOrphans } from './soundness.queries.ts'

export type Finding = { invariant: string; rows: unknown[] }

/** As many offending rows as help to see what is wrong. */
const SHOWN = 5

/**
 * Checks every invariant and answers those that do not hold, with the first offending rows. `isQuick`
 * leaves out whether each of SQLite's indexes has every row.
 */
export async function ledgerCheck(
  world: World,
  { isQuick = false } = {},
): Promise<{ checked: number; findings: Finding[] }> {
  const { db } = world
  const findings: Finding[] = []
  const note = (invariant: string, rows: unknown[]) => {
    if (rows.length > 0) findings.push({ invariant, rows: rows.slice(0, SHOWN) })
  }
  const statements = Object.entries(invariants(world))
  for (const [invariant, statement] of statements) {
    note(invariant, await firstRows(db, statement, SHOWN))
  }
  note('every payment lies on the business day of its instant', await misplacedPayments(db, SHOWN))
  note(
    'the counts of customers by day are those of the customers',
    await wrongCustomerDays(world, SHOWN),
  )
  let checked = statements.length + 2
  if (world.dialect === 'sqlite') {
    note('the file is sound', await listFileFaults(db, { isQuick }))
    note('no row points to one that is missing', await listOrphans(db))
    checked += 2
  }
  return { checked, findings }
}
