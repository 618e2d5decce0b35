import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dialect } from './database.ts'
import { addFault, addFaults, type Fault, type Tally, tally } from './tally.ts'

export { addFault, addFaults, type Fault, type Tally, tally }

const MAX_FINDINGS = 40

/** Returns the first distinct findings, and the number of further ones. */
function listFindings({ findings }: Tally, faultCount: number): string[] {
  const distinct = [...new Set(findings)]
  const shown = distinct.slice(0, MAX_FINDINGS)
  const hiddenCount = faultCount - shown.length
  return hiddenCount > 0 && shown.length > 0
    ? [...shown, `and ${hiddenCount} more, or the same again`]
    : shown
}

/** Divides the count among parallel servers and merges their tallies. */
export async function runInParallel(
  count: number,
  lanes: number,
  run: (part: number) => Promise<Tally>,
): Promise<Tally> {
  const parts = Array.from({ length: Math.min(lanes, count) }, (_, lane) =>
    Math.floor((count + lane) / Math.min(lanes, count)),
  )
  return mergeTallies(await Promise.all(parts.map((part) => run(part))))
}

/** Merges several tallies. */
export function mergeTallies(all: readonly Tally[]): Tally {
  const sum = (field: Fault | 'tried') => all.reduce((total, found) => total + found[field], 0)
  return {
    tried: sum('tried'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    leaked: sum('leaked'),
    crashed: sum('crashed'),
    notes: all.flatMap(({ notes }) => notes),
    findings: all.flatMap(({ findings }) => findings),
  }
}

/**
 * Runs the drill on several servers, each broken in another way. Returns the counts of the server with the fewest faults
 * found, because the drill must notice every way.
 */
export async function runAllFaults(variants: readonly (() => Promise<Tally>)[]): Promise<Tally> {
  const found: Tally[] = []
  for (const variant of variants) found.push(await variant())
  const weakest =
    found.toSorted((one, other) => countFaults(one) - countFaults(other))[0] ?? tally()
  const { notes, findings } = mergeTallies(found)
  return { ...weakest, notes, findings }
}

export type Drill = {
  /** Name of the drill in `npm run drill -- --row`. */
  row: string
  /** Description of the attempts in the published table. */
  what: string
  /** Attempts in `npm test` and `npm run test:all`, and attempts for the published table. */
  quick: number
  full: number
  /** The only database that the drill is about. */
  only?: 'sqlite' | 'postgres'
  /** Marks a drill that measures time: `npm run test:timed` runs it, alone on the machine. */
  measuresTime?: true
  /** Missing tool on this machine. The drill is then reported as skipped, never as passed. */
  lacks?: string | undefined
  run: (count: number) => Promise<Tally>
  /** The same drill on a deliberately broken server. It must find something. */
  selfTest: () => Promise<Tally>
}

export const isFull = process.env.DRILL === 'full'
const QUICK_MS = 900_000
const FULL_MS = 4 * 3_600_000
const timeout = isFull ? FULL_MS : QUICK_MS

export const countFaults = ({ lost, doubled, leaked, crashed }: Tally) =>
  lost + doubled + leaked + crashed

/** Returns the faults by name and all notes, because the table contains only counts. */
export function describeFaults(row: string, found: Tally): string {
  const { notes, findings: _, ...counts } = found
  const lines = [...listFindings(found, countFaults(found)), ...notes]
  return [`${row}: ${JSON.stringify(counts)}`, ...lines.map((text) => `  ${text}`)].join('\n')
}

/** Runs a drill and records its start, so that the table still has a row for an aborted drill. */
async function runAndRecord(
  heading: { row: string; what: string; wanted: number },
  run: (count: number) => Promise<Tally>,
): Promise<Tally> {
  writeLine(heading)
  const startedAt = performance.now()
  try {
    const found = await run(heading.wanted)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const findings = listFindings(found, countFaults(found))
    writeLine({
      ...heading,
      seconds,
      ...found,
      findings: findings.length > 0 ? findings : undefined,
    })
    return found
  } catch (error) {
    writeLine({ ...heading, notes: [`It broke off: ${String(error).slice(0, 500)}`] })
    throw error
  }
}

/** Registers a drill and the proof that it can fail. */
export function drill({
  row,
  what,
  quick,
  full,
  only,
  lacks: missingTool,
  run,
  selfTest,
}: Drill): void {
  // Skipped and not left out on the other database, because Vitest fails on a file without tests.
  const isForThisDatabase = only === undefined || only === dialect
  const wanted = isFull ? full : quick
  const name = only === undefined ? `${row}-${dialect}` : row
  if (missingTool !== undefined && isForThisDatabase)
    writeLine({ row: name, what, wanted, skipped: missingTool })
  describe.skipIf(missingTool !== undefined || !isForThisDatabase)(`${name}`, () => {
    test(`${what}: ${wanted}`, { timeout }, async () => {
      const found = await runAndRecord({ row: name, what, wanted }, run)
      const message = describeFaults(name, found)
      expect(found, message).toMatchObject({ lost: 0, doubled: 0, leaked: 0, crashed: 0 })
      expect(found.tried, message).toBeGreaterThanOrEqual(wanted)
    })

    test('it notices when the server is broken on purpose', { timeout }, async () => {
      const found = await selfTest()
      writeLine({ row: name, selfTest: countFaults(found) })
      expect(countFaults(found), describeFaults(name, found)).toBeGreaterThan(0)
    })
  })
}

/** Writes a line for the program that prints the table. */
function writeLine(line: object): void {
  const file = process.env.DRILL_RESULTS
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
