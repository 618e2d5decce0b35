// Installs Medusa's packages in a temporary folder, and tests the SDK's payment provider with them (docs/medusa.md).
// npm run test:medusa                     about 520 packages, a few minutes
// npm run test:medusa -- --folder FOLDER  installs there, or uses the packages that are there already
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isBuilt } from './lib/build-state.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { inRoot } from './lib/paths.mjs'
import { node, run } from './lib/run.mjs'
import { exitWithError, step } from './lib/steps.mjs'

/** The version that the provider was written for. */
const VERSION = '2.21.2'

requireNode()
endWithNpm()
process.chdir(inRoot())
const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const folder = values.folder
  ? resolve(values.folder)
  : mkdtempSync(join(tmpdir(), 'incasso-medusa-'))

async function install() {
  if (existsSync(join(folder, 'node_modules/@medusajs/payment'))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n')
  const packages = ['framework', 'payment'].map((name) => `@medusajs/${name}@${VERSION}`)
  // Without the scripts of packages, and without the packages that only Medusa's whole server needs.
  const options = ['--ignore-scripts', '--omit=optional', '--legacy-peer-deps', '--no-audit']
  await run('npm', ['install', '--prefix', folder, ...options, ...packages])
}

await ensureInstalled()
try {
  if (!isBuilt()) await step('build', () => node(inRoot('scripts/build.mjs')))
  await step(`Medusa ${VERSION}`, install)
  const config = ['--config=tests/vitest.config.ts', '--project=contract-sqlite']
  await run(
    process.execPath,
    [
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      ...config,
      'tests/contract/medusa-package.test.ts',
    ],
    { env: { MEDUSA_FOLDER: folder }, show: true },
  )
} catch (error) {
  exitWithError(error, 'The provider was not tested, or failed.')
} finally {
  if (!values.folder) rmSync(folder, { recursive: true, force: true })
}
