// Writes docs/settings.md, .env.example and what the page's template says of each setting, all from the words
// in src-server/config/.
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { giveUp, step } from './lib/steps.mjs'

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
  giveUp(error, 'Mend what the lines above name.')
}
