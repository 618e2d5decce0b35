// The quick check before a commit: formatting, lint, types, unit tests and the server on SQLite.
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { inRoot } from './lib/paths.mjs'
import { elapsed, giveUp, step } from './lib/steps.mjs'
import { format, lint, types, vitest } from './lib/tools.mjs'

const checks = [
  ['format', format, 'Run npm run format.'],
  ['lint', lint, 'Mend what the lines above name.'],
  ['types', types, 'Mend what the lines above name.'],
  [
    'tests',
    () => vitest({ show: false, projects: ['unit', 'sqlite'] }),
    'Mend what the lines above name.',
  ],
]

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
for (const [name, work, advice] of checks) {
  try {
    await step(name, work)
  } catch (error) {
    giveUp(error, advice)
  }
}
console.log(`All good in ${elapsed()}.`)
