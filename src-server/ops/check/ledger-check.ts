import type { Db } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { findWrongMonths } from './closed-months.ts'
import { findWrongCustomerDays } from './customer-days.queries.ts'
import { invariants } from './invariants.queries.ts'
import { findMisplacedPayments } from './misplaced.queries.ts'
import { type InvariantStatement, type Slice, slicesOf } from './slices.queries.ts'
import { firstRows, listFileFaults, listOrphans } from './soundness.queries.ts'

/** A broken invariant, with the first rows that break it. */
export type Finding = { invariant: string; rows: unknown[] }

/**
 * Receives each invariant after its check. `at` counts from 1 to `of`, the number of invariants; `ms` is the duration.
 */
export type OnChecked = (step: { at: number; of: number; invariant: string; ms: number }) => void

type Options = {
  /** Skips the check that each of SQLite's indexes contains every row. */
  isQuick?: boolean
  onChecked?: OnChecked
  /** Number of payments, or customers, that one statement reads. */
  sliceRows?: number
}

/** Number of offending rows that is enough to see what is wrong. */
const MAX_ROWS = 5

type SlicesByTable = Record<'transactions' | 'customers', readonly Slice[]>

/** Returns the first rows that break an invariant, slice by slice. */
async function findOffendingRows(
  db: Db,
  check: InvariantStatement,
  slices: SlicesByTable,
): Promise<unknown[]> {
  if (!('by' in check)) return firstRows(db, check, MAX_ROWS)
  const rows: unknown[] = []
  for (const slice of slices[check.by]) {
    rows.push(...(await firstRows(db, check.statement(slice), MAX_ROWS - rows.length)))
    if (rows.length >= MAX_ROWS) break
  }
  return rows
}

/**
 * Checks every invariant of the stored data. Returns the number of checked invariants, and a finding for each broken
 * one.
 */
export async function runLedgerCheck(
  world: World,
  { isQuick = false, onChecked = () => {}, sliceRows }: Options = {},
): Promise<{ checked: number; findings: Finding[] }> {
  const { db, dialect } = world
  const slices = {
    transactions: await slicesOf(db, 'transactions', sliceRows),
    customers: await slicesOf(db, 'customers', sliceRows),
  }
  const checks: Record<string, () => Promise<unknown[]>> = {
    ...Object.fromEntries(
      Object.entries(invariants(world)).map(([invariant, check]) => [
        invariant,
        () => findOffendingRows(db, check, slices),
      ]),
    ),
    'every payment lies on the business day of its instant': () =>
      findMisplacedPayments(db, MAX_ROWS),
    'the counts of customers by day are those of the customers': () =>
      findWrongCustomerDays(world, MAX_ROWS),
    'the hash of every closed month is that of its rows': () => findWrongMonths(db, MAX_ROWS),
    ...(dialect === 'sqlite' && {
      'the file is sound': () => listFileFaults(db, { isQuick }),
      'no row refers to a missing row': () => listOrphans(db),
    }),
  }
  const findings: Finding[] = []
  const all = Object.entries(checks)
  for (const [index, [invariant, check]] of all.entries()) {
    const beganMs = performance.now()
    const rows = await check()
    if (rows.length > 0) findings.push({ invariant, rows: rows.slice(0, MAX_ROWS) })
    onChecked({ at: index + 1, of: all.length, invariant, ms: performance.now() - beganMs })
  }
  return { checked: all.length, findings }
}
