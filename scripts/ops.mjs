// Runs an operator's command on the server's database: npm run ops -- VERB …
import { existsSync } from 'node:fs'
import { isBuilt } from './lib/build-state.mjs'
import { beginInstallation } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { exitWithError, step } from './lib/steps.mjs'

requireNode()
process.chdir(inRoot())
if (existsSync('.env')) process.loadEnvFile('.env')
const { sqlite } = await beginInstallation()
await sqlite
if (!isBuilt()) {
  await step('build', () => node(inRoot('scripts/build.mjs'))).catch((error) =>
    exitWithError(error, 'Nothing was built.'),
  )
}
await import(inRoot('dist/server/ops.js'))
