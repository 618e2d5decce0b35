// Writes docs/settings.md, .env.example and the settings of the dashboard's template, all from the descriptions in
// src-server/config/.
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { exitWithError, step } from './lib/steps.mjs'

const TEMPLATE = 'src/routes/_app/-environment/env-settings.ts'

requireNode()
endWithNpm()
process.chdir(inRoot())
await ensureInstalled()
try {
  await step(`docs/settings.md, .env.example, ${TEMPLATE}`, async () => {
    await node(bin.tsx, ['scripts/settings.ts'])
    await node(bin.biome, ['format', '--write', '--colors=off', TEMPLATE])
  })
} catch (error) {
  exitWithError(error, 'Mend what the lines above name.')
}
