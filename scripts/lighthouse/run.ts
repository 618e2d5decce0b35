import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumOptions } from '#tests/support/chromium.ts'
import { startServer } from '../bench/server.ts'
import { type Figures, medians, readFigures, table } from './figures.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LIGHTHOUSE = 'lighthouse@12.8.2'
const LARGEST_REPORT = 64 * 2 ** 20

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Comma-separated paths. */
    pages: { type: 'string', default: '/sign-in,/dashboard,/transactions,/analytics' },
    /** A folder with a build of this project, or of another version. */
    folder: { type: 'string', default: root },
  },
})

type Device = 'mobile' | 'desktop'

const run = promisify(execFile)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** A browser that Lighthouse can use, with the sessions of its profile. */
type Visitor = { context: BrowserContext; port: number }

async function startVisitor(folder: string): Promise<Visitor> {
  const port = await freePort()
  const context = await chromium.launchPersistentContext(folder, {
    ...chromiumOptions,
    args: [...chromiumOptions.args, `--remote-debugging-port=${port}`],
  })
  return { context, port }
}

/** Signs in to the demo, whose ninety days of payments fill every page. */
async function startDemo({ context }: Visitor, url: string) {
  const page = await context.newPage()
  await page.goto(`${url}/sign-in`)
  await page.getByRole('button', { name: 'Prova la demo' }).click()
  await page
    .locator('main')
    .getByText(/[$€£]\s?\d/)
    .first()
    .waitFor({ timeout: 120_000 })
  await page.close()
}

/** Lighthouse sometimes records no trace; such a run is repeated. */
async function measure(visitor: Visitor, address: string, device: Device): Promise<Figures> {
  try {
    return await measureOnce(visitor, address, device)
  } catch (error) {
    if (!String(error).includes('NO_NAVSTART')) throw error
    return measureOnce(visitor, address, device)
  }
}

async function measureOnce({ port }: Visitor, address: string, device: Device): Promise<Figures> {
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      address,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      '--only-categories=performance,accessibility,best-practices',
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { cwd: tmpdir(), maxBuffer: LARGEST_REPORT },
  )
  const figures = readFigures(stdout, address)
  process.stdout.write(`  ${address} ${device} ${figures.score} (load ${loadOf()})\n`)
  return figures
}

const loadOf = () => (loadavg()[0] ?? 0).toFixed(1)

async function measureAll(url: string, folder: string) {
  const visitors = {
    guest: await startVisitor(path.join(folder, 'guest')),
    merchant: await startVisitor(path.join(folder, 'merchant')),
  }
  try {
    await startDemo(visitors.merchant, url)
    const rows = []
    for (const page of values.pages.split(',')) {
      const visitor = page.startsWith('/sign-') ? visitors.guest : visitors.merchant
      for (const device of ['mobile', 'desktop'] as const) {
        const all: Figures[] = []
        for (let n = 0; n < Number(values.runs); n++) {
          all.push(await measure(visitor, url + page, device))
        }
        rows.push({ page, device, ...medians(all) })
      }
    }
    return rows
  } finally {
    await visitors.guest.context.close()
    await visitors.merchant.context.close()
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'incasso-lighthouse-'))
const runtime = { node: process.execPath, folder: path.resolve(values.folder) }
const database = `file:${path.join(folder, 'page.db')}`
const server = await startServer(database, randomBytes(32).toString('base64'), { runtime })
try {
  const rows = await measureAll(server.url, folder)
  process.stdout.write(`\n${table(rows)}\n`)
  process.stdout.write(
    `Medians of ${values.runs}, load ${loadOf()} on ${cpus().length} CPU cores\n`,
  )
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
