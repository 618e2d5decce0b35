// Starts the product from a clone: installs and builds what is missing, then serves.
// Imports Node built-ins only, also indirectly: packages may not be installed yet.
import { existsSync } from 'node:fs'
import { isBuilt } from './lib/build-state.mjs'
import { beginInstallation } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { inRoot } from './lib/paths.mjs'
import { node, releaseSignals } from './lib/run.mjs'
import { exitWithError, printNote, step } from './lib/steps.mjs'

async function ensureBuilt() {
  if (isBuilt()) return
  printNote('the sources are newer than the build: building')
  try {
    // Builds in a separate process: the bundler sets NODE_ENV and keeps memory that the server needs.
    await step('build', () => node(inRoot('scripts/build.mjs')))
  } catch (error) {
    exitWithError(error, 'The build failed: mend what the lines above name, or run npm run check.')
  }
}

requireNode()
endWithNpm()
process.chdir(inRoot())
if (existsSync('.env')) process.loadEnvFile('.env')
// The build does not need the database driver, so build and driver are made in parallel.
const { sqlite } = await beginInstallation()
await ensureBuilt()
await sqlite
releaseSignals()
// Runs the server in this process, so that SIGTERM and Ctrl-C reach it directly.
await import('../dist/server/server.js')
