import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lockOf, whyStale } from './packages.mjs'
import { inRoot } from './paths.mjs'
import { node, npm } from './run.mjs'
import { giveUp, note, step } from './steps.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const SQLITE = 'better-sqlite3'
const SQLITE_BINARY = `node_modules/${SQLITE}/build/Release/better_sqlite3.node`
const OPENS_SQLITE = `new (require('${SQLITE}'))(':memory:').close()`

/** NODE_ENV=production would leave out what the build needs. */
const FLAGS = ['--include=dev', '--no-audit', '--no-fund']

function whyGroupIsStale(group) {
  const installedLock = inRoot('node_modules/.package-lock.json')
  return whyStale({
    group,
    wanted: readJson(inRoot('package-lock.json')).packages,
    installed: existsSync(installedLock) ? readJson(installedLock).packages : undefined,
    exists: (place) => existsSync(inRoot(place, 'package.json')),
  })
}

/** The message of the failure when SQLite's native part does not load in this Node. */
function sqliteFailure() {
  try {
    const require = createRequire(inRoot('package.json'))
    const Database = require(SQLITE)
    new Database(':memory:').close()
    return undefined
  } catch (error) {
    return error.message
  }
}

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

/**
 * Installs SQLite's package alone in a folder of its own, and resolves with the path of its binary: a prebuilt one
 * where one fits this system, else compiled. This needs no other package, so it runs beside their installation.
 */
async function makeSqliteBinary(folder) {
  const { manifest, lock } = lockOf(readJson(inRoot('package-lock.json')), SQLITE)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  if (existsSync(inRoot('.npmrc'))) copyFileSync(inRoot('.npmrc'), join(folder, '.npmrc'))
  // -O3 compiles for a quarter longer and makes statements a few percent quicker: docs/decisions/056-packages-in-two-groups.md.
  await npm(['ci', ...FLAGS], { cwd: folder, env: { ...headers(), JOBS: 'max', CFLAGS: '-O2' } })
  return join(folder, SQLITE_BINARY)
}

/** Puts a binary for this Node into node_modules, once `packages` are there. */
async function installSqlite(packages) {
  const folder = mkdtempSync(join(tmpdir(), 'incasso-sqlite-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Also where another step gives up, or a signal ends the process.
  process.once('exit', remove)
  try {
    await step('SQLite', async () => {
      const binary = await makeSqliteBinary(folder)
      await packages
      mkdirSync(dirname(inRoot(SQLITE_BINARY)), { recursive: true })
      copyFileSync(binary, inRoot(SQLITE_BINARY))
      await node('-e', [OPENS_SQLITE])
    })
  } catch (error) {
    giveUp(error, `SQLite cannot be used. ${COMPILER_ADVICE}`)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

async function installPackages(args) {
  try {
    await step('packages', () => npm([...args, ...FLAGS]))
  } catch (error) {
    giveUp(
      error,
      'The installation failed: mend what the lines above name, and run the command again.',
    )
  }
}

/**
 * Installs what the build and the server need, where node_modules does not match the lock. Resolves when the
 * packages are there; `sqlite` of its answer resolves when the database's driver is too, which the build need not
 * await. Does nothing, in milliseconds, when all is there.
 */
export async function beginInstallation() {
  const reason = whyGroupIsStale('start')
  if (reason) {
    note(`${reason}: installing from package-lock.json`)
    const packages = installPackages(['ci', '--workspaces=false', '--ignore-scripts'])
    const sqlite = installSqlite(packages)
    await packages
    return { sqlite }
  }
  const failure = sqliteFailure()
  if (!failure) return { sqlite: Promise.resolve() }
  note(`SQLite does not load (${failure.split('\n')[0]}): installing it for this Node`)
  return { sqlite: installSqlite(Promise.resolve()) }
}

/** Installs what the build, the server, the checks and the tests need. What a start installed stays as it is. */
export async function ensureInstalled() {
  const { sqlite } = await beginInstallation()
  await sqlite
  const reason = whyGroupIsStale('test')
  if (!reason) return
  note(`${reason}: adding what checks and tests need`)
  await installPackages(['install', '--no-save'])
}
