// Generates the SDK's types from docs/openapi.v2.json and builds dist/sdk, a package that npm can install.
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { inRoot } from './lib/paths.mjs'
import { buildSdk, writeApiTypes } from './lib/sdk-package.mjs'
import { exitWithError, printNote, step } from './lib/steps.mjs'

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
try {
  await step('types', () => writeApiTypes())
  await step('dist/sdk', () => buildSdk())
} catch (error) {
  exitWithError(error, 'Mend what the lines above name.')
}
printNote('Install it in your project: npm install PATH/dist/sdk')
