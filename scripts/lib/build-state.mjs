import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './paths.mjs'

/** Documents that the dashboard shows and the server sends. */
export const GUIDE_SOURCES = [
  'docs/agents.md',
  'docs/api.md',
  'docs/integrate.md',
  'docs/listen.md',
  'docs/medusa.md',
  'docs/methods.md',
  'docs/problems.md',
  'docs/rehearse.md',
  'docs/webhooks.md',
  'docs/woocommerce.md',
  'docs/samples',
  'src-sdk/README.md',
]
const SOURCES = [
  'src',
  'src-server',
  'db',
  ...GUIDE_SOURCES,
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/lib/preloads.mjs',
  'scripts/lib/texts-plugin.mjs',
  'scripts/lib/used-styles.mjs',
]
const STAMP = inRoot('dist/.built')

// The build itself writes the route tree, so generated files are not changes of the sources.
const isGenerated = (name) => name.endsWith('.gen.ts')

function* files(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isDirectory()) {
    yield `${path} ${stats.size} ${stats.mtimeMs}`
    return
  }
  for (const name of readdirSync(path).toSorted())
    if (!isGenerated(name)) yield* files(join(path, name))
}

/**
 * Returns a digest of the name, size and modification time of every source. An equal digest means unchanged sources. A
 * removed file, an older checkout and a clock that was set back all count as changes.
 */
export function sourceState() {
  const hash = createHash('sha256')
  for (const source of SOURCES) for (const entry of files(inRoot(source))) hash.update(`${entry}\n`)
  return hash.digest('hex')
}

/** Returns true if the build in dist/ exists and was made from the current sources. */
export function isBuilt() {
  if (!existsSync(STAMP) || !existsSync(inRoot('dist/server/server.js'))) return false
  return readFileSync(STAMP, 'utf8').trim() === sourceState()
}

/** Records the state from before the build: a source edited during the build must be built again. */
export function markBuilt(stateBefore) {
  mkdirSync(inRoot('dist'), { recursive: true })
  writeFileSync(STAMP, `${stateBefore}\n`)
}
