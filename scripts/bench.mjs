// Measures the built server, fills a database to measure it with, and writes docs/performance.md.
// npm run bench                          1,000,000 payments, under 20 minutes
// npm run bench -- --rows 10000000       the full measurement
// npm run bench -- fill 10000 --file x   only fills a database, with one merchant, for experiments
// npm run bench -- --rows 10000 --large x   measures with a database that was filled before
// npm run bench -- --only pay            the page of a payment link alone, in half a minute
// npm run bench -- --only nodes --runtime node=x   payments, in rounds that alternate with the build in the folder x
// npm run bench -- --only nodes --endpoints 3 --runtime node=x   the same with three webhook endpoints that respond at once
// npm run bench -- --only nodes-postgres --runtime node=x   the same on PostgreSQL, with one process and with two
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
  await node(bin.tsx, ['scripts/bench/run.ts', ...process.argv.slice(2)], { show: true })
} catch (error) {
  exitWithError(error, 'Nothing was measured.')
}
