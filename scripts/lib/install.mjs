import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inRoot } from './paths.mjs'
import { node, npm } from './run.mjs'
import { giveUp, note, step } from './steps.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Why node_modules has to be installed anew, or undefined when it matches the lock.
 * npm writes node_modules/.package-lock.json last, so an interrupted install is seen too.
 */
export function whyStale() {
  const installedLock = inRoot('node_modules/.package-lock.json')
  if (!existsSync(installedLock)) return 'node_modules is missing'
  const wanted = readJson(inRoot('package-lock.json')).packages
  const installed = readJson(installedLock).packages
  for (const [path, entry] of Object.entries(wanted)) {
    // Binaries for other systems are in the lock but rightly absent here.
    if (path === '' || entry.optional || entry.devOptional) continue
    if (installed[path]?.version !== entry.version) return `${path} is not at ${entry.version}`
    if (!existsSync(inRoot(path, 'package.json'))) return `${path} is gone`
  }
  return undefined
}

/** The message of the failure when SQLite's native part does not load in this Node. */
function sqliteFailure() {
  try {
    const require = createRequire(inRoot('package.json'))
    const Database = require('better-sqlite3')
    new Database(':memory:').close()
    return undefined
  } catch (error) {
    return error.message
  }
}

const OPENS_SQLITE = "new (require('better-sqlite3'))(':memory:').close()"

/**
 * Most installations of Node bring the headers that compiling needs. Naming their folder spares the
 * compiler a download, and works without a network.
 */
function headers() {
  const prefix = dirname(dirname(process.execPath))
  const file = join(prefix, 'include/node/node_version.h')
  if (!existsSync(file)) return {}
  const text = readFileSync(file, 'utf8')
  const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1]
  const version = ['MAJOR', 'MINOR', 'PATCH'].map(part).join('.')
  return version === process.versions.node ? { npm_config_nodedir: prefix } : {}
}

const COMPILER_ADVICE =
  'SQLite is compiled when no prebuilt binary fits this system: that needs python3, make and g++\n' +
  '(Debian, Ubuntu: apt-get install python3 make g++). Then run the command again.'

async function installPackages(reason) {
  note(`${reason}: installing from package-lock.json`)
  note('the first install may compile SQLite, which takes about a minute')
  try {
    // NODE_ENV=production would leave out what the build needs.
    await step('install', () =>
      npm(['ci', '--include=dev', '--no-audit', '--no-fund'], { env: headers() }),
    )
  } catch (error) {
    giveUp(error, `The installation failed. ${COMPILER_ADVICE}`)
  }
}

async function rebuildSqlite(failure) {
  note(`SQLite does not load (${failure.split('\n')[0]}): building it for this Node`)
  try {
    await step('rebuild', async () => {
      await npm(['rebuild', 'better-sqlite3'], { env: headers() })
      await node('-e', [OPENS_SQLITE])
    })
  } catch (error) {
    giveUp(error, `SQLite cannot be used. ${COMPILER_ADVICE}`)
  }
}

/** Makes node_modules match the lock and SQLite load; does nothing, in milliseconds, when it does. */
export async function ensureInstalled() {
  const reason = whyStale()
  if (reason) await installPackages(reason)
  const failure = sqliteFailure()
  if (failure) await rebuildSqlite(failure)
}
