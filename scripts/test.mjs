// Everything that is checked before a change is accepted; CI runs the same in parts, side by side (--only).
// The last line is `N passed, M failed`, with `, K skipped` when there are any; before it stands everything
// that failed, once more, so that the end of a log says why.
import { drillRows } from './drill/rows.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { isBuilt } from './lib/build-state.mjs'
import { failureText, textOf } from './lib/checks.mjs'
import { ensureDrillPrograms } from './lib/drill-programs.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inMemory } from './lib/memory-folder.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { wantedParts } from './lib/parts.mjs'
import { inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { elapsed, note, step } from './lib/steps.mjs'
import { format, lint, playwright, types, vitest } from './lib/tools.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
/** What is wrong, step by step: `{ name, text }`. */
const wrong = []
/** Browser tests that passed only when they were tried once more. */
const shaky = []

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
    wrong.push({ name, text: textOf(error) })
    if (total.failed === before) total.failed += 1
    return undefined
  }
}

async function countedVitest(wanted, options = {}) {
  const count = (projects = {}) => {
    for (const counts of Object.values(projects)) add(counts)
    const passed = (name) => projects[name]?.passed ?? 0
    const databases = wanted
      .filter((name) => name !== 'unit' && name !== 'client')
      .map((name) => `${passed(name)} on ${name.endsWith('sqlite') ? 'SQLite' : 'PostgreSQL'}`)
    if (wanted.includes('unit')) note(`unit tests: ${passed('unit')}`)
    if (wanted.includes('client')) note(`screens: ${passed('client')}`)
    note(`${options.name}: ${databases.join(', ')}`)
  }
  await vitest({ projects: wanted, ...options }).then(count, (error) => {
    count(error.counts)
    throw error
  })
}

const DRILLS = ['drill-sqlite', 'drill-postgres']

/** Those that only count, and those that also look at the clock. */
function drillFiles() {
  const rows = [...drillRows().values()]
  const filesOf = (isTimed) => [
    ...new Set(rows.filter(({ inTime }) => inTime === isTimed).map(({ file }) => file)),
  ]
  return [filesOf(false), filesOf(true)]
}

async function countedPlaywright(options) {
  const count = (counts) => {
    add(counts)
    shaky.push(...(counts?.shaky ?? []))
  }
  const env = { ...inMemory(), CHROMIUM_PATH: browser }
  await playwright({ ...options, env }).then(count, (error) => {
    count(error.counts)
    throw error
  })
}

function report() {
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  if (shaky.length > 0) {
    const texts = shaky.map(failureText).join('\n')
    console.log(`\nPassed only when tried once more, so mend them:\n${texts}`)
  }
  for (const { name, text } of wrong) console.log(`\nFailed: ${name}\n${text}`)
  console.log(`\nfinished in ${elapsed()}`)
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

function asked() {
  try {
    return wantedParts(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

async function checks() {
  await attempt('format', format)
  await attempt('lint', lint)
  await attempt('types', types)
}

/** The projects run together, so that the tests of both databases share the processors. */
async function tests() {
  const wanted = [
    ...(parts.has('check') ? ['unit', 'client', 'sqlite'] : []),
    ...(parts.has('postgres') ? ['postgres'] : []),
  ]
  if (wanted.length === 0) return
  await attempt('tests', () =>
    countedVitest(wanted, { name: 'integration tests', env: inMemory() }),
  )
}

const built = () =>
  attempt('build', async () => {
    if (!isBuilt()) await node(inRoot('scripts/build.mjs'))
    return true
  })

async function contract() {
  await attempt('contract', () =>
    countedVitest(['contract-sqlite', 'contract-postgres'], { name: 'contract tests' }),
  )
  await ensureDrillPrograms()
  const [drills, timed] = drillFiles()
  await attempt('drills', () => countedVitest(DRILLS, { name: 'drills', files: drills }))
  // One after the other: what has to be in time has the machine to itself.
  await attempt('drills in time', () =>
    countedVitest(DRILLS, { name: 'drills in time', files: timed, inParallel: false }),
  )
}

async function browserTests() {
  await attempt('browser tests', () => countedPlaywright({ project: 'journeys', shard }))
  // They are few, so the first shard has them all.
  if (shard && shard.index > 1) return
  await attempt('browser tests in time', () =>
    countedPlaywright({ project: 'measured', workers: 1 }),
  )
}

const { parts, shard } = asked()
requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
const browser = parts.has('browser') ? await attempt('browser', ensureBrowser) : undefined
if (parts.has('check')) await checks()
await tests()
const isReady = parts.has('contract') || parts.has('browser') ? await built() : false
if (isReady && parts.has('contract')) await contract()
if (browser && isReady) await browserTests()
else if (parts.has('browser')) note('the browser tests did not run')
report()
