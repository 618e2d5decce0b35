import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dialect } from './database.ts'

/**
 * What a drill found. `lost`, `doubled`, `leaked` and `crashed` must be nought; `tried` must reach
 * the count that was asked for, so that a drill that did nothing does not pass.
 */
export type Tally = {
  tried: number
  /** Acknowledged and then absent or changed. */
  lost: number
  /** Done twice. */
  doubled: number
  /** Seen by whom it does not belong to, or let in where it must be refused. */
  leaked: number
  /** Answered with 5xx where that must not be, out of time, or a broken invariant. */
  crashed: number
  /** Figures worth publishing, such as `ready again after 1.1 s at most`. */
  notes: string[]
}

export const tally = (more: Partial<Tally> = {}): Tally => ({
  tried: 0,
  lost: 0,
  doubled: 0,
  leaked: 0,
  crashed: 0,
  notes: [],
  ...more,
})

/** Shares the count between so many servers side by side, and puts together what was found. */
export async function sideBySide(
  count: number,
  lanes: number,
  run: (part: number) => Promise<Tally>,
): Promise<Tally> {
  const parts = Array.from({ length: Math.min(lanes, count) }, (_, lane) =>
    Math.floor((count + lane) / Math.min(lanes, count)),
  )
  const all = await Promise.all(parts.map((part) => run(part)))
  const sum = (field: Exclude<keyof Tally, 'notes'>) =>
    all.reduce((total, found) => total + found[field], 0)
  return {
    tried: sum('tried'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    leaked: sum('leaked'),
    crashed: sum('crashed'),
    notes: all.flatMap(({ notes }) => notes),
  }
}

export type Drill = {
  /** By which `npm run drill -- --row` names it. */
  row: string
  /** What is tried, as the table says it. */
  what: string
  /** How often in `npm test`, and how often for the published table. */
  quick: number
  full: number
  /** A drill that is about one of the two databases. */
  only?: 'sqlite' | 'postgres'
  /** What this machine lacks for it; then it is shown as skipped, never as passed. */
  lacks?: string | undefined
  run: (count: number) => Promise<Tally>
  /** The same drill on a server that is broken on purpose: it must find something. */
  selfTest: () => Promise<Tally>
}

const isFull = process.env.DRILL === 'full'
const QUICK_MS = 240_000
const FULL_MS = 4 * 3_600_000
const timeout = isFull ? FULL_MS : QUICK_MS

const faults = ({ lost, doubled, leaked, crashed }: Tally) => lost + doubled + leaked + crashed

/** Registers a drill and the proof that it can fail. */
export function drill({ row, what, quick, full, only, lacks, run, selfTest }: Drill): void {
  // On the other database it is skipped and not left out: a file without tests counts as broken.
  const isOurs = only === undefined || only === dialect
  const wanted = isFull ? full : quick
  const name = only === undefined ? `${row}-${dialect}` : row
  if (lacks !== undefined && isOurs) note({ row: name, what, wanted, skipped: lacks })
  describe.skipIf(lacks !== undefined || !isOurs)(`${name}`, () => {
    test(`${what}: ${wanted}`, { timeout }, async () => {
      const startedAt = performance.now()
      const found = await run(wanted)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      note({ row: name, what, wanted, seconds, ...found })
      expect(found).toMatchObject({ lost: 0, doubled: 0, leaked: 0, crashed: 0 })
      expect(found.tried).toBeGreaterThanOrEqual(wanted)
    })

    test('it notices when the server is broken on purpose', { timeout }, async () => {
      const found = await selfTest()
      note({ row: name, selfTest: faults(found) })
      expect(faults(found)).toBeGreaterThan(0)
    })
  })
}

/** A line for the program that prints the table. */
function note(line: object): void {
  const file = process.env.DRILL_RESULTS
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
