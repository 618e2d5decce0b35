// Runs the tests. npm test checks a change, and npm run test:all runs everything. npm run test:timed runs the tests that
// measure time; CI does not fail because of them. CI runs the parts in parallel (--only).
// The last line is `N passed, M failed`, with `, K skipped` when there are any.
// Before it come all failures again, so that the end of a log gives the reason, and the seconds of each part.
// test-results/seconds.json contains these seconds too.
import { chosenRows, drillRows } from './drill/rows.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { isBuilt } from './lib/build-state.mjs'
import { ensureDrillPrograms } from './lib/drill-programs.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { memoryEnvironment } from './lib/memory-folder.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { elapsed, printNote, step } from './lib/steps.mjs'
import { runChecks, textOf } from './lib/testing/checks.mjs'
import { wantedParts } from './lib/testing/parts.mjs'
import { printSeconds, writeSeconds } from './lib/testing/seconds.mjs'
import { format, lint, playwright, types, vitest } from './lib/tools.mjs'

/**
 * Drills of `npm test`: tests that kill or disturb a running server. Each runs on one database, and without the tests
 * named "it notices …", which prove that the drill fails on a broken server.
 */
const DRILLS_OF_A_CHANGE = [
  'kill-sqlite',
  'power-cut',
  'idempotency-sqlite',
  'tenants-sqlite',
  'processor-sqlite',
  'mixture',
]
const DRILL_PROJECTS = ['drill-sqlite', 'drill-postgres']

const total = { passed: 0, failed: 0, skipped: 0 }
/** Each failed step: `{ name, text }`. */
const failedSteps = []
/** The milliseconds of each test file, with its project. */
const files = []

function add({ counts, seconds = [] } = {}) {
  for (const each of Object.values(counts ?? {})) {
    for (const key of Object.keys(total)) total[key] += each[key] ?? 0
  }
  files.push(...seconds)
}

/**
 * Runs one step and continues after a failure, so that one run reports every problem.
 * A step that fails without a failed test of its own (lint, a crash) counts as one failure.
 */
async function attempt(name, work) {
  const before = total.failed
  try {
    return await step(name, work)
  } catch (error) {
    console.error(error.tail || error.message)
    failedSteps.push({ name, text: textOf(error) })
    if (total.failed === before) total.failed += 1
    return undefined
  }
}

/** Adds the counts of a test run to the total, also when the run fails; then rethrows its error. */
async function addCounts(running) {
  try {
    add(await running)
  } catch (error) {
    add(error)
    throw error
  }
}

const isFullScope = () => scope === 'all'

const runVitest = (options) =>
  addCounts(
    vitest({
      ...options,
      isQuick: !isFullScope(),
      env: { ...options.env, TEST_SCOPE: scope },
    }),
  )

const runPlaywright = (options) =>
  addCounts(playwright({ ...options, env: { ...memoryEnvironment(), CHROMIUM_PATH: browser } }))

/** Runs format, lint and types in parallel: each leaves a CPU core idle now and then. */
async function runStaticChecks() {
  const failures = await runChecks([
    [
      { name: 'format', work: format },
      { name: 'lint', work: lint },
      { name: 'types', work: types },
    ],
  ])
  for (const { name, text } of failures) {
    console.error(text)
    failedSteps.push({ name, text })
    total.failed += 1
  }
}

/** Runs the projects together, so that the tests of both databases share the CPU cores. */
async function runTests() {
  const projects = [
    ...(parts.has('check') ? ['unit', 'client', 'sqlite'] : []),
    ...(parts.has('postgres') ? ['postgres'] : []),
  ]
  if (projects.length === 0) return
  await attempt('tests', () => runVitest({ projects, env: memoryEnvironment() }))
}

const ensureBuilt = () =>
  attempt('build', async () => {
    if (!isBuilt()) await node(inRoot('scripts/build.mjs'))
    return true
  })

const runContract = () =>
  attempt('contract', () =>
    runVitest({
      projects: isFullScope() ? ['contract-sqlite', 'contract-postgres'] : ['contract-sqlite'],
    }),
  )

/** Returns the files of these rows without duplicates. */
const filesOf = (rows) => [...new Set([...rows.values()].map(({ file }) => file))]

async function runDrills() {
  await ensureDrillPrograms()
  const allRows = drillRows()
  if (!isFullScope()) {
    const rows = chosenRows(allRows, DRILLS_OF_A_CHANGE)
    await attempt('drills', () =>
      runVitest({
        projects: DRILL_PROJECTS,
        files: filesOf(rows),
        named: `^(?:${[...rows.keys()].join('|')}) (?!it notices)`,
      }),
    )
    return
  }
  const untimed = new Map([...allRows].filter(([, { measuresTime }]) => !measuresTime))
  await attempt('drills', () =>
    runVitest({ projects: DRILL_PROJECTS, files: filesOf(untimed), shard }),
  )
}

const runBrowserTests = () =>
  attempt('browser tests', () =>
    runPlaywright({
      projects: isFullScope() ? ['journeys', 'variants', 'screens'] : ['journeys'],
      shard,
    }),
  )

/** Runs one file after the other, so that a measured test has the machine to itself. */
async function runTimed() {
  await ensureDrillPrograms()
  const rows = new Map([...drillRows()].filter(([, { measuresTime }]) => measuresTime))
  const alone = { inParallel: false }
  await attempt('timed drills', () =>
    runVitest({ projects: DRILL_PROJECTS, files: filesOf(rows), ...alone }),
  )
  if (browser) {
    await attempt('timed browser tests', () =>
      runPlaywright({ projects: ['measured'], workers: 1 }),
    )
  }
}

function report() {
  for (const { name, text } of failedSteps) console.log(`\nFailed: ${name}\n${text}`)
  writeSeconds({ scope, parts: [...parts], ...total, files })
  printSeconds(files)
  console.log(`\nfinished in ${elapsed()}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

function parsedArguments() {
  try {
    return wantedParts(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

const { scope, parts, shard } = parsedArguments()
requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
const needsBrowser = parts.has('browser')
const browser = needsBrowser ? await attempt('browser', ensureBrowser) : undefined
if (scope === 'timed') {
  if (await ensureBuilt()) await runTimed()
} else {
  if (parts.has('check')) await runStaticChecks()
  await runTests()
  const needsBuild = ['contract', 'drills', 'browser'].some((part) => parts.has(part))
  const isReady = needsBuild && (await ensureBuilt())
  if (isReady && parts.has('contract')) await runContract()
  if (isReady && parts.has('drills')) await runDrills()
  if (isReady && browser) await runBrowserTests()
  else if (needsBrowser) printNote('the browser tests did not run')
}
report()
