// Takes screenshots of every screen, wide and narrow, light and dark: npm run screenshots -- FOLDER
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { isBuilt } from './lib/build-state.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { exitWithError, step } from './lib/steps.mjs'

requireNode()
endWithNpm()
const folder = process.argv[2]
  ? resolve(process.argv[2])
  : mkdtempSync(join(tmpdir(), 'incasso-screenshots-'))
mkdirSync(folder, { recursive: true })
process.chdir(inRoot())
await ensureInstalled()

try {
  const browser = await step('browser', ensureBrowser)
  if (!isBuilt()) await step('build', () => node(inRoot('scripts/build.mjs')))
  await step('screenshots', () =>
    node(
      bin.playwright,
      ['test', '-c', 'tests/e2e/playwright.config.ts', '--project=screenshots', '--reporter=line'],
      { env: { CHROMIUM_PATH: browser, SCREENSHOTS_FOLDER: folder } },
    ),
  )
  console.log(`The pictures are in ${folder}`)
} catch (error) {
  exitWithError(error, 'Not all pictures could be taken.')
}
