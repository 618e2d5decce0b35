import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureEndurance } from './endurance.ts'
import { type BenchMerchant, makeLink, makeMerchant, startEndpoints } from './merchant.ts'
import { measurePage, measurePayPage } from './page.ts'
import { pageReport, paySection, withPaySection } from './page-report.ts'
import { listReads, measureRead, type Read, type Timing } from './read-times.ts'
import { type Figures, report } from './report.ts'
import { measureScreens } from './screens.ts'
import { type Runtime, startServer } from './server.ts'
import { measureSizing } from './sizing.ts'
import { sizingReport } from './sizing-report.ts'
import {
  type Bench,
  measureNodes,
  measureNodesOnPostgres,
  measurePostgres,
  measureWrites,
} from './writes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SMALL = 10_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
    /** Duration of the payments without a pause. */
    minutes: { type: 'string', default: '10' },
    /** Other Nodes as NODE=FOLDER; FOLDER has this project, or another version, installed and built with that Node. */
    runtime: { type: 'string', multiple: true, default: [] },
    /** Path of the database that `fill` creates. */
    file: { type: 'string', default: 'data/bench.db' },
    /** Path of a database from an earlier `fill`, used instead of a new one. */
    large: { type: 'string' },
    /** Comma-separated parts to measure. Only `pages`, `pay` and `sizing` then write their pages in docs/. */
    only: { type: 'string', default: '' },
    /** Webhook endpoints of the merchants in `writes`, `postgres`, `nodes` and `nodes-postgres`. */
    endpoints: { type: 'string', default: '0' },
  },
})
const settings = {
  rows: Number(values.rows),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  rounds: Number(values.rounds),
  minutes: Number(values.minutes),
  isFilledBefore: values.large !== undefined,
  hasOtherNodes: values.runtime.length > 0,
}
const folder = mkdtempSync(path.join(tmpdir(), 'incasso-bench-'))
const secretKey = randomBytes(32).toString('base64')
const endpoints = await startEndpoints(Number(values.endpoints))
const bench: Bench = { folder, secretKey, rounds: settings, endpoints: endpoints.urls }

/**
 * Returns this Node and the runtimes of `--runtime`, by version. A second runtime of a version has its folder in its
 * name.
 */
function readRuntimes(): Record<string, Runtime> {
  const versionOf = (node: string) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const found: Record<string, Runtime> = {
    [process.version]: { node: process.execPath, folder: root },
  }
  for (const text of values.runtime) {
    const [node = '', folder = ''] = text.split('=')
    const version = versionOf(node)
    const name = version in found ? `${version} in ${folder}` : version
    found[name] = { node, folder: path.resolve(folder) }
  }
  return found
}

const printLine = (text: string) => process.stdout.write(`  ${text}\n`)

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  printLine(`✓ ${name.padEnd(44)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

const runTsx = (script: string, args: string[]) =>
  execFileSync(process.execPath, ['--import', 'tsx', path.join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })

/** Creates a database with one merchant, one payment made over the API, and `rows` generated payments. */
async function makeDatabase(file: string, rows: number): Promise<BenchMerchant> {
  const server = await startServer(`file:${file}`, secretKey)
  const merchant = await makeMerchant(server.url)
  await server.stop()
  if (rows > 0) runTsx('scripts/bench/fill.ts', [file, String(rows)])
  return merchant
}

/** Returns the path of the file in which `fill` stores the merchant and its API key for a later measurement. */
const merchantFileOf = (file: string) => `${file}.json`

type ReadTiming = Read & Timing & { found: string }

/** Time without requests before memory is measured: by then V8 has released memory that only the start needed. */
const IDLE_MS = 20_000

async function measureReads(file: string, rows: number, merchant: BenchMerchant) {
  const server = await startServer(`file:${file}`, secretKey)
  const { readyMs } = server
  const readyMb = server.memory().nowMb
  await wait(IDLE_MS)
  const idleMb = server.memory().nowMb
  const timed: ReadTiming[] = []
  for (const read of await listReads(server, merchant)) {
    timed.push({ ...read, ...(await measureRead(server, merchant, read)) })
  }
  await server.stop()
  return {
    rows,
    timed,
    readyMs,
    readyMb,
    idleMb,
    sizeMb: Math.round(statSync(file).size / 2 ** 20),
  }
}

async function measurePay(url: string) {
  const link = await makeLink(url)
  return {
    loopback: await measurePayPage(link, 'loopback'),
    slow: await measurePayPage(link, 'slow'),
  }
}

/** Measures the page of a payment link alone, and replaces its published figures. */
async function measurePayAlone() {
  const server = await startServer(`file:${path.join(folder, 'pay.db')}`, secretKey)
  const pay = await measurePay(server.url)
  await server.stop()
  const file = path.join(root, 'docs/performance-page.md')
  writeFileSync(file, withPaySection(readFileSync(file, 'utf8'), pay))
  return paySection(pay)
}

/** Measures the pages and publishes the figures. */
async function measurePages() {
  const file = path.join(folder, 'page.db')
  const server = await startServer(`file:${file}`, secretKey)
  const signIn = {
    loopback: await measurePage(server.url, 'loopback'),
    slow: await measurePage(server.url, 'slow'),
  }
  const pay = await measurePay(server.url)
  const screens = await measureScreens(server.url)
  await server.stop()
  const text = pageReport({ signIn, pay, screens })
  writeFileSync(path.join(root, 'docs/performance-page.md'), text)
  return text
}

/** Measures the cost of a payment and publishes it. */
async function publishSizing() {
  const text = sizingReport(await measureSizing(bench))
  writeFileSync(path.join(root, 'docs/performance-sizing.md'), text)
  return text
}

/** Above this size the ledger check trusts the indexes: looking up each row in each index takes hours. */
const QUICK_ABOVE_BYTES = 4 * 2 ** 30

/** Runs the product's ledger check. Returns its last line and its duration. Throws when an invariant is broken. */
function checkLedger(file: string): string {
  const quick = statSync(file).size > QUICK_ABOVE_BYTES ? ['--quick'] : []
  const startedAt = performance.now()
  const output = execFileSync(
    process.execPath,
    [path.join(root, 'dist/server/ops.js'), 'check', ...quick],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: `file:${file}`, SECRET_KEY: secretKey },
      encoding: 'utf8',
    },
  )
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  return `${output.trim().split('\n').at(-1)} in ${minutes} minutes${quick.length > 0 ? ' with `--quick`' : ''}`
}

/** Writes the report. It is also written before the ledger check, which takes long on a large database. */
function publish(figures: Figures, startedAt: number): string {
  const text = report(figures, (performance.now() - startedAt) / 60_000)
  writeFileSync(path.join(root, 'docs/performance.md'), text)
  return text
}

/** Measures the reads of the large database, and creates that database unless `--large` names one. */
async function measureLarge() {
  const large = values.large ? path.resolve(root, values.large) : path.join(folder, 'large.db')
  const merchant = values.large
    ? (JSON.parse(readFileSync(merchantFileOf(large), 'utf8')) as BenchMerchant)
    : await step(`${settings.rows} payments`, () => makeDatabase(large, settings.rows))
  return { large, many: await step('reads', () => measureReads(large, settings.rows, merchant)) }
}

async function measureAll(startedAt: number): Promise<Figures> {
  const small = path.join(folder, 'small.db')
  const smallMerchant = await step(`${SMALL} payments`, () => makeDatabase(small, SMALL))
  const few = await step('reads', () => measureReads(small, SMALL, smallMerchant))
  const { large, many } = await measureLarge()
  const sqlite = await step('payments and lists, SQLite', () => measureWrites(bench))
  const postgres = await step('payments, PostgreSQL', () => measurePostgres(bench))
  const nodes = await step('payments, each Node', () => measureNodes(bench, readRuntimes()))
  const endurance = await step(`payments for ${settings.minutes} minutes`, () =>
    measureEndurance(bench, settings.minutes),
  )
  await step('the pages in Chromium', measurePages)
  const measured = { settings, few, many, sqlite, postgres, nodes, endurance }
  publish({ ...measured, checks: ['not ended yet'] }, startedAt)
  const checks = await step('ledger check', async () => [
    checkLedger(sqlite.file),
    checkLedger(large),
  ])
  return { ...measured, checks }
}

try {
  if (positionals[0] === 'fill') {
    const file = path.resolve(root, values.file)
    const rows = Number(positionals[1] ?? SMALL)
    const merchant = await step(`${rows} payments in ${file}`, () => makeDatabase(file, rows))
    writeFileSync(merchantFileOf(file), JSON.stringify(merchant), { mode: 0o600 })
  } else if (values.only !== '') {
    const parts: Record<string, () => Promise<unknown>> = {
      writes: () => measureWrites(bench),
      reads: measureLarge,
      postgres: () => measurePostgres(bench),
      nodes: () => measureNodes(bench, readRuntimes()),
      'nodes-postgres': () => measureNodesOnPostgres(bench, readRuntimes()),
      endurance: () => measureEndurance(bench, settings.minutes),
      pages: measurePages,
      sizing: publishSizing,
      pay: measurePayAlone,
    }
    for (const name of values.only.split(',')) {
      const part = parts[name]
      if (!part) throw new Error(`--only knows ${Object.keys(parts).join(', ')}`)
      const found = await step(name, part)
      if (typeof found === 'string') process.stdout.write(`\n${found}\n`)
      else console.dir(found, { depth: 6 })
    }
  } else {
    const startedAt = performance.now()
    const text = publish(await measureAll(startedAt), startedAt)
    process.stdout.write(`\n${text}\n`)
  }
} finally {
  await endpoints.stop()
  rmSync(folder, { recursive: true, force: true })
}
