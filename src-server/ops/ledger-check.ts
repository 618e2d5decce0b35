import { sql } from 'kysely'
import type { World } from '../context.ts'
import { wrongCustomerDays } from './customer-days.ts'
import { invariants } from './invariants.ts'
import { misplacedPayments } from './misplaced.ts'

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
    const { rows } = await sql`${statement} limit ${SHOWN}`.execute(db)
    note(invariant, rows)
  }
  note(
    'every payment lies on the business day of its instant',
    await misplacedPayments(world, SHOWN),
  )
  note(
    'the counts of customers by day are those of the customers',
    await wrongCustomerDays(world, SHOWN),
  )
  let checked = statements.length + 2
  if (world.dialect === 'sqlite') {
    // The whole one also looks up every row in every index, which takes hours in tens of gigabytes.
    const look = isQuick ? 'quick_check' : 'integrity_check'
    const { rows } = await sql<Record<string, string>>`pragma ${sql.raw(look)}`.execute(db)
    note(
      'the file is sound',
      rows.filter((row) => !Object.values(row).includes('ok')),
    )
    const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db)
    note('no row points to one that is missing', orphans)
    checked += 2
  }
  return { checked, findings }
}
