// Builds dist/sdk, a package that npm can install. Its types are committed; `npm run openapi` generates them.
import { withCompiler } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { inRoot } from './lib/paths.mjs'
import { buildSdk } from './lib/sdk-package.mjs'
import { exitWithError, printNote, step } from './lib/steps.mjs'

requireNode()
endWithNpm()
process.chdir(inRoot())
try {
  await withCompiler((modules) => step('dist/sdk', () => buildSdk(inRoot('dist/sdk'), modules)))
} catch (error) {
  exitWithError(error, 'Mend what the lines above name.')
}
printNote('Install it in your project: npm install PATH/dist/sdk')
