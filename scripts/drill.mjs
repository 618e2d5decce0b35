// Tries to make the built server lose, duplicate or leak data, or crash, and counts the failures.
// npm run drill                     every row in its full count: hours; each is published when it is done
// npm run drill -- --row NAME       that row; `kill` means both kill-sqlite and kill-postgres; repeatable
// npm run drill -- --quick          small, fixed counts, as in npm run test:all; writes nothing
// npm run drill -- --list           the rows
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { publish, stateOfCode } from './drill/report.mjs'
import { chosenRows, drillRows } from './drill/rows.mjs'
import { printTable, rowsOf } from './drill/table.mjs'
import { isBuilt } from './lib/build-state.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { node, run } from './lib/run.mjs'
import { exitWithError, step } from './lib/steps.mjs'

const { values } = parseArgs({
  options: {
    row: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

/** Returns the arguments with which vitest runs only these rows. */
function argumentsFor(rows) {
  const of = (key) => [...new Set([...rows.values()].map((each) => each[key]))]
  const projects = of('database').map((database) => `--project=drill-${database}`)
  const names = [...rows.keys()].join('|')
  const config = '--config=tests/vitest.config.ts'
  return [
    'run',
    config,
    ...projects,
    '--no-file-parallelism',
    ...of('file'),
    '-t',
    `^(?:${names}) `,
  ]
}

/** Runs these rows. Returns their results and whether all passed. */
async function runDrills(rows) {
  const folder = mkdtempSync(join(tmpdir(), 'incasso-drill-'))
  const file = join(folder, 'results.jsonl')
  const env = { DRILL: values.quick ? 'quick' : 'full', DRILL_RESULTS: file }
  try {
    const isGreen = await run(process.execPath, [bin.vitest, ...argumentsFor(rows)], {
      show: true,
      env,
    }).then(
      () => true,
      () => false,
    )
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
    return { results: rowsOf(lines.filter(Boolean).map((line) => JSON.parse(line))), isGreen }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs row by row and publishes each result at once, so that an interrupted run keeps its results. */
async function runAndPublish(rows, allRows) {
  const all = { results: [], isGreen: true }
  for (const row of rows) {
    const code = stateOfCode()
    const { results, isGreen } = await runDrills(new Map([row]))
    publish(results, { known: [...allRows.keys()], code })
    all.results.push(...results)
    all.isGreen &&= isGreen
  }
  return all
}

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
try {
  const allRows = drillRows()
  if (values.list) {
    for (const name of allRows.keys()) console.log(name)
    process.exit(0)
  }
  const chosen = chosenRows(allRows, values.row)
  if (!isBuilt()) await step('build', () => node(inRoot('scripts/build.mjs')))
  const { results, isGreen } = await (values.quick
    ? runDrills(chosen)
    : runAndPublish(chosen, allRows))
  printTable(results)
  process.exitCode = isGreen ? 0 : 1
} catch (error) {
  exitWithError(error, 'Nothing more was drilled.')
}
