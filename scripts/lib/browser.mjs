import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { aptInstall, hasAptGet } from './debian.mjs'
import { bin, inRoot } from './paths.mjs'
import { node, run } from './run.mjs'
import { printNote } from './steps.mjs'

/** Programs by preference. The headless shell is first, as in Playwright: tests take a sixth less processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export const NO_BROWSER =
  'The browser tests need Chromium. Install Chromium or Google Chrome and run the tests again\n' +
  '(Debian: apt-get install chromium), or set CHROMIUM_PATH to the program.'

function candidatesInPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function playwrightPath() {
  const { chromium } = createRequire(inRoot('package.json'))('@playwright/test')
  return chromium.executablePath()
}

/** Runs the program to check it: some systems have a stub that only prints the source of the real program. */
async function canRun(path) {
  if (!path || !existsSync(path)) return false
  return run(path, ['--version', '--no-sandbox'], { totalMs: 20_000 }).then(
    () => true,
    () => false,
  )
}

async function findRunnable(paths) {
  for (const path of paths) if (await canRun(path)) return path
  return undefined
}

async function fromEnvironment() {
  for (const name of ['PLAYWRIGHT_CHROMIUM', 'CHROMIUM_PATH']) {
    const path = process.env[name]
    if (!path) continue
    if (await canRun(path)) return path
    throw new Error(`${name} is ${path}, which cannot be run.`)
  }
  return undefined
}

async function download() {
  printNote('no Chromium found: trying Playwright’s own download')
  try {
    await node(bin.playwright, ['install', 'chromium'], { idleMs: 45_000, totalMs: 300_000 })
  } catch {
    printNote('the download did not succeed')
  }
  return findRunnable([playwrightPath()])
}

async function installFromDebian() {
  if (!hasAptGet()) return undefined
  printNote('installing Debian’s packages of Chromium with apt-get')
  try {
    // Older releases of Debian have no package chromium-headless-shell.
    await aptInstall('chromium', 'chromium-headless-shell').catch(() => aptInstall('chromium'))
  } catch (error) {
    printNote(`apt-get did not succeed: ${error.tail.split('\n').at(-1)}`)
  }
  return findRunnable(candidatesInPath())
}

/** Returns the path of a Chromium that runs; installs one where possible. Throws an error with advice otherwise. */
export async function ensureBrowser() {
  const found =
    (await fromEnvironment()) ??
    (await findRunnable([...candidatesInPath(), ...MAC_PATHS, playwrightPath()])) ??
    (await download()) ??
    (await installFromDebian())
  if (!found) throw new Error(NO_BROWSER)
  return found
}
