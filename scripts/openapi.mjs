// Writes docs/openapi.json and docs/openapi.v2.json, the committed descriptions of the API, and docs/problems.md, the
// catalogue of its problems. Then the types of the SDK, which follow from version 2.
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { writeApiTypes } from './lib/sdk-package.mjs'
import { exitWithError, step } from './lib/steps.mjs'

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
try {
  await step('docs/openapi.json, docs/openapi.v2.json, docs/problems.md', async () => {
    const documents = ['docs/openapi.json', 'docs/openapi.v2.json']
    await node(bin.tsx, ['scripts/openapi.ts'])
    await node(bin.biome, ['format', '--write', '--colors=off', ...documents])
  })
  await step('types of the SDK', () => writeApiTypes())
} catch (error) {
  exitWithError(error, 'Mend what the lines above name.')
}
