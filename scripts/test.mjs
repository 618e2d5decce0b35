// Everything that is checked before a change is accepted; the same command runs in CI.
// The last line is `N passed, M failed`, with `, K skipped` when there are any.
import { drillRows } from './drill/rows.mjs'
import { isBuilt } from './lib/build-state.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { elapsed, note, step } from './lib/steps.mjs'
import { format, lint, playwright, types, vitest } from './lib/tools.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }

function add(counts) {
  for (const key of Object.keys(total)) total[key] += counts?.[key] ?? 0
}

/**
 * Does one step and goes on whatever comes: one run names everything that is wrong.
 * A step that fails without a failed test of its own (lint, a crash) counts as one failure.
 */
async function attempt(name, work) {
  const before = total.failed
  try {
    return await step(name, work)
  } catch (error) {
    console.error(error.tail || error.message)
    if (total.failed === before) total.failed += 1
    return undefined
  }
}

async function countedVitest(wanted, options = {}) {
  const count = (projects = {}) => {
    for (const counts of Object.values(projects)) add(counts)
    const passed = (name) => projects[name]?.passed ?? 0
    const onBoth = (name, [sqlite, postgres]) =>
      note(`${name}: ${passed(sqlite)} on SQLite, ${passed(postgres)} on PostgreSQL`)
    if (wanted.includes('unit')) note(`unit tests: ${passed('unit')}`)
    onBoth(options.name, wanted.slice(-2))
  }
  await vitest({ projects: wanted, ...options }).then(count, (error) => {
    count(error.counts)
    throw error
  })
}

const DRILLS = ['drill-sqlite', 'drill-postgres']

/** Those that only count, and those that also look at the clock. */
function drillFiles() {
  const inTime = ['guessing', 'kill', 'outside', 'overload']
  const files = [...new Set(drillRows().values())]
  const isTimed = (file) => inTime.some((name) => file.endsWith(`${name}.test.ts`))
  return [files.filter((file) => !isTimed(file)), files.filter(isTimed)]
}

async function countedPlaywright(options) {
  await playwright({ ...options, env: { CHROMIUM_PATH: browser } }).then(add, (error) => {
    add(error.counts)
    throw error
  })
}

function report() {
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\nfinished in ${elapsed()}`)
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
const browser = await attempt('browser', ensureBrowser)
await attempt('format', format)
await attempt('lint', lint)
await attempt('types', types)
await attempt('tests', () =>
  countedVitest(['unit', 'sqlite', 'postgres'], { name: 'integration tests' }),
)
const built = await attempt('build', async () => {
  if (!isBuilt()) await node(inRoot('scripts/build.mjs'))
  return true
})
if (built) {
  await attempt('contract', () =>
    countedVitest(['contract-sqlite', 'contract-postgres'], { name: 'contract tests' }),
  )
  const [drills, timed] = drillFiles()
  await attempt('drills', () => countedVitest(DRILLS, { name: 'drills', files: drills }))
  // One after the other: what has to be in time has the machine to itself.
  await attempt('drills in time', () =>
    countedVitest(DRILLS, { name: 'drills in time', files: timed, inParallel: false }),
  )
}
if (browser && built) {
  await attempt('browser tests', () => countedPlaywright({ project: 'journeys' }))
  await attempt('browser tests in time', () =>
    countedPlaywright({ project: 'measured', workers: 1 }),
  )
} else note('the browser tests did not run')
report()
