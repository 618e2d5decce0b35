// Writes docs/openapi.json, the committed copy of the API's description.
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { giveUp, step } from './lib/steps.mjs'

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
try {
  await step('docs/openapi.json', async () => {
    await node(bin.tsx, ['scripts/openapi.ts'])
    await node(bin.biome, ['format', '--write', '--colors=off', 'docs/openapi.json'])
  })
} catch (error) {
  giveUp(error, 'Mend what the lines above name.')
}
