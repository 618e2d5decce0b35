import type { Db } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { wrongCustomerDays } from './customer-days.queries.ts'
import { invariants } from './invariants.queries.ts'
import { misplacedPayments } from './misplaced.queries.ts'
import { type Look, type Slice, slicesOf } from './slices.queries.ts'
import { firstRows, listFileFaults, listOrphans } from './soundness.queries.ts'

export type Finding = { invariant: string; rows: unknown[] }

/** Receives each invariant after its check; `of` is the number of invariants. */
export type OnChecked = (step: { at: number; of: number; invariant: string; ms: number }) => void

type Options = {
  /** Skips the check that each of SQLite's indexes contains every row. */
  isQuick?: boolean
  onChecked?: OnChecked
  /** Number of payments, or customers, that one statement reads. */
  sliceRows?: number
}

/** Number of offending rows that is enough to see what is wrong. */
const SHOWN = 5

type Sliced = Record<'transactions' | 'customers', readonly Slice[]>

/** Returns the first rows that break an invariant, slice by slice. */
async function offending(db: Db, look: Look, sliced: Sliced): Promise<unknown[]> {
  if (!('by' in look)) return firstRows(db, look, SHOWN)
  const rows: unknown[] = []
  for (const slice of sliced[look.by]) {
    rows.push(...(await firstRows(db, look.statement(slice), SHOWN - rows.length)))
    if (rows.length >= SHOWN) break
  }
  return rows
}

/** Checks every invariant and returns the broken ones, with the first offending rows. */
export async function ledgerCheck(
  world: World,
  { isQuick = false, onChecked = () => {}, sliceRows }: Options = {},
): Promise<{ checked: number; findings: Finding[] }> {
  const { db, dialect } = world
  const sliced = {
    transactions: await slicesOf(db, 'transactions', sliceRows),
    customers: await slicesOf(db, 'customers', sliceRows),
  }
  const looks: Record<string, () => Promise<unknown[]>> = {
    ...Object.fromEntries(
      Object.entries(invariants(world)).map(([invariant, look]) => [
        invariant,
        () => offending(db, look, sliced),
      ]),
    ),
    'every payment lies on the business day of its instant': () => misplacedPayments(db, SHOWN),
    'the counts of customers by day are those of the customers': () =>
      wrongCustomerDays(world, SHOWN),
    ...(dialect === 'sqlite' && {
      'the file is sound': () => listFileFaults(db, { isQuick }),
      'no row points to one that is missing': () => listOrphans(db),
    }),
  }
  const findings: Finding[] = []
  const all = Object.entries(looks)
  for (const [index, [invariant, look]] of all.entries()) {
    const beganMs = performance.now()
    const rows = await look()
    if (rows.length > 0) findings.push({ invariant, rows: rows.slice(0, SHOWN) })
    onChecked({ at: index + 1, of: all.length, invariant, ms: performance.now() - beganMs })
  }
  return { checked: all.length, findings }
}
