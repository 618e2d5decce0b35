// Measures pages of the built server with Lighthouse, on a phone and on a desktop, and prints medians.
// npm run lighthouse                      5 runs of each page
// npm run lighthouse -- --runs 3 --pages /dashboard,/sign-in
// npm run lighthouse -- --folder x        another build, to compare with
// npx downloads Lighthouse at its first use: only this command needs it.
import { isBuilt } from './lib/build-state.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { exitWithError, step } from './lib/steps.mjs'

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
try {
  if (!isBuilt()) await step('build', () => node(inRoot('scripts/build.mjs')))
  await node(bin.tsx, ['scripts/lighthouse/run.ts', ...process.argv.slice(2)], { show: true })
} catch (error) {
  exitWithError(error, 'Nothing was measured.')
}
