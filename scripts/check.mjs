// The quick check before a commit: formatting, lint, types, unit tests and, on SQLite, the main tests of each feature.

import { ensureInstalled } from './lib/install.mjs'
import { memoryEnvironment } from './lib/memory-folder.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { inRoot } from './lib/paths.mjs'
import { elapsed } from './lib/steps.mjs'
import { reportOf, runChecks } from './lib/testing/checks.mjs'
import { format, lint, types, vitest } from './lib/tools.mjs'

const FIX_ADVICE = 'Mend what the lines above name.'

// Randomized tests repeat less often here than in npm run test:all.
const tests = () =>
  vitest({
    show: false,
    projects: ['unit', 'sqlite'],
    isQuick: true,
    env: { ...memoryEnvironment(), TEST_SCOPE: 'check' },
  })

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
const failures = await runChecks([
  [
    { name: 'format', work: format, advice: 'Run npm run format.' },
    { name: 'lint', work: lint, advice: FIX_ADVICE },
    { name: 'types', work: types, advice: FIX_ADVICE },
  ],
  [{ name: 'tests', work: tests, advice: FIX_ADVICE }],
])
if (failures.length > 0) {
  const names = failures.map(({ name }) => name).join(', ')
  console.error(`\n${reportOf(failures)}\n\nNot good: ${names}. It took ${elapsed()}.`)
  process.exitCode = 1
} else {
  console.log(`All good in ${elapsed()}.`)
}
