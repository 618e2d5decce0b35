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
import { exitWithError, printNote, step } from './steps.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const SQLITE = 'better-sqlite3'
const SQLITE_BINARY = `node_modules/${SQLITE}/build/Release/better_sqlite3.node`
const OPENS_SQLITE = `new (require('${SQLITE}'))(':memory:').close()`

/** Flags of each npm installation. Without --include=dev, NODE_ENV=production would omit packages of the build. */
const FLAGS = ['--include=dev', '--no-audit', '--no-fund']

function whyGroupIsStale(group) {
  const installedLock = inRoot('node_modules/.package-lock.json')
  return whyStale({
    group,
    wanted: readJson(inRoot('package-lock.json')).packages,
    installed: existsSync(installedLock) ? readJson(installedLock).packages : undefined,
    exists: (location) => existsSync(inRoot(location, 'package.json')),
  })
}

/** Returns the error message when SQLite's native module does not load in this Node; undefined when it loads. */
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
 * Returns the environment that names the folder of this Node's own headers, which most installations include.
 * Compiling then downloads no headers and works without a network.
 */
function headersEnvironment() {
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

/** Prepares a folder in which `npm ci` installs these packages alone, at the versions of the lock. */
function prepareFolder(folder, ...names) {
  const { manifest, lock } = lockOf(readJson(inRoot('package-lock.json')), ...names)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  if (existsSync(inRoot('.npmrc'))) copyFileSync(inRoot('.npmrc'), join(folder, '.npmrc'))
}

/**
 * Installs SQLite's package alone in a separate folder and resolves with the path of its binary. The binary is prebuilt
 * if one fits this system, else compiled. This needs no other package, so it runs in parallel with the other
 * installations.
 */
async function makeSqliteBinary(folder) {
  prepareFolder(folder, SQLITE)
  // -O3 compiles for a quarter longer and makes statements a few percent faster:
  // docs/decisions/056-packages-in-two-groups.md.
  await npm(['ci', ...FLAGS], {
    cwd: folder,
    env: { ...headersEnvironment(), JOBS: 'max', CFLAGS: '-O2' },
  })
  return join(folder, SQLITE_BINARY)
}

/** Copies a binary for this Node into node_modules, once the promise `packages` has resolved. */
async function installSqlite(packages) {
  const folder = mkdtempSync(join(tmpdir(), 'incasso-sqlite-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Also removes the folder when another step or a signal ends the process.
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
    exitWithError(error, `SQLite cannot be used. ${COMPILER_ADVICE}`)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

async function installPackages(args) {
  try {
    await step('packages', () => npm([...args, ...FLAGS]))
  } catch (error) {
    exitWithError(
      error,
      'The installation failed: mend what the lines above name, and run the command again.',
    )
  }
}

/**
 * Installs the packages of the build and the server when node_modules does not match the lock.
 * Resolves once they are installed. The promise `sqlite` in the result resolves once the database driver is installed
 * too, which the build need not await. When everything is up to date, this takes only milliseconds.
 */
export async function beginInstallation() {
  const reason = whyGroupIsStale('start')
  if (reason) {
    printNote(`${reason}: installing from package-lock.json`)
    const packages = installPackages(['ci', '--workspaces=false', '--ignore-scripts'])
    const sqlite = installSqlite(packages)
    await packages
    return { sqlite }
  }
  const failure = sqliteFailure()
  if (!failure) return { sqlite: Promise.resolve() }
  printNote(`SQLite does not load (${failure.split('\n')[0]}): installing it for this Node`)
  return { sqlite: installSqlite(Promise.resolve()) }
}

/**
 * Installs the packages of the build, the server, the checks and the tests; keeps the packages that a start installed.
 */
export async function ensureInstalled() {
  const { sqlite } = await beginInstallation()
  await sqlite
  const reason = whyGroupIsStale('test')
  if (!reason) return
  printNote(`${reason}: adding what checks and tests need`)
  await installPackages(['install', '--no-save'])
}

/** The packages that compile the SDK. */
const COMPILER = ['typescript', '@types/node']

/**
 * Calls `use` with the folder of node_modules that has the compiler. Where the packages of the tests are not installed,
 * installs the compiler alone in a temporary folder: integrators need none of the other packages.
 */
export async function withCompiler(use) {
  if (!whyGroupIsStale('test')) return use(inRoot('node_modules'))
  const folder = mkdtempSync(join(tmpdir(), 'incasso-compiler-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    prepareFolder(folder, ...COMPILER)
    await step('compiler', () => npm(['ci', '--ignore-scripts', ...FLAGS], { cwd: folder }))
    return await use(join(folder, 'node_modules'))
  } finally {
    remove()
    process.off('exit', remove)
  }
}
