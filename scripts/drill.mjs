// Tries to make the built server lose, double, leak or fall over, and counts.
// npm run drill                     every row in its full count: hours
// npm run drill -- --row NAME       one row; its result is merged into docs/reliability.md
// npm run drill -- --quick          small and fixed, as in npm test; writes nothing
// npm run drill -- --list           the rows
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drillRows } from './drill/rows.mjs'
import { mergeResults, writeReport } from './drill/report.mjs'
import { printTable, rowsOf } from './drill/table.mjs'
import { isBuilt } from './lib/build-state.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { node, run } from './lib/run.mjs'
import { giveUp, step } from './lib/steps.mjs'

const { values } = parseArgs({
  options: {
    row: { type: 'string' },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const CONFIG = '--config=tests/vitest.config.ts'
const PROJECTS = ['--project=drill-sqlite', '--project=drill-postgres']

/** Runs the drills whose row is named, or all; answers what they noted and whether all passed. */
async function runDrills(row, source) {
  const folder = mkdtempSync(join(tmpdir(), 'incasso-drill-'))
  const file = join(folder, 'results.jsonl')
  const chosen = row === undefined ? [] : [source, '-t', `^${row} `]
  const args = ['run', CONFIG, ...PROJECTS, '--no-file-parallelism', ...chosen]
  const env = { DRILL: values.quick ? 'quick' : 'full', DRILL_RESULTS: file }
  try {
    const isGreen = await run(process.execPath, [bin.vitest, ...args], { show: true, env }).then(
      () => true,
      () => false,
    )
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
    return { rows: rowsOf(lines.filter(Boolean).map((line) => JSON.parse(line))), isGreen }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
try {
  const known = drillRows()
  if (values.list) {
    for (const name of known.keys()) console.log(name)
    process.exit(0)
  }
  if (values.row !== undefined && !known.has(values.row)) {
    throw new Error(`There is no row ${values.row}. Rows: ${[...known.keys()].join(', ')}`)
  }
  if (!isBuilt()) await step('build', () => node(inRoot('scripts/build.mjs')))
  const { rows, isGreen } = await runDrills(values.row, known.get(values.row))
  printTable(rows)
  if (!values.quick) writeReport(mergeResults(rows, [...known.keys()]))
  process.exitCode = isGreen ? 0 : 1
} catch (error) {
  giveUp(error, 'Nothing was drilled.')
}
