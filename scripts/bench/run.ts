import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { type Read, readsOf, type Timing, time } from './flat.ts'
import { load, payments, payOnceEach, type Round, reads } from './load.ts'
import { measurePage } from './page.ts'
import { pageReport } from './page-report.ts'
import { type Figures, report } from './report.ts'
import { measureScreens } from './screens.ts'
import { type Made, makeMerchant, type Running, startFloor, startServer } from './server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SMALL = 10_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    /** Where `fill` puts its database. */
    file: { type: 'string', default: 'data/bench.db' },
    /** A database that `fill` made before, instead of a new one. */
    large: { type: 'string' },
    /** Only these parts, comma-separated; of them the pages alone are published. */
    only: { type: 'string', default: '' },
  },
})
const settings = {
  rows: Number(values.rows),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  rounds: Number(values.rounds),
  isFilledBefore: values.large !== undefined,
}
const folder = mkdtempSync(path.join(tmpdir(), 'incasso-bench-'))
const secretKey = randomBytes(32).toString('base64')

const say = (text: string) => process.stdout.write(`  ${text}\n`)

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  say(`✓ ${name.padEnd(44)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

const tsx = (script: string, args: string[]) =>
  execFileSync(process.execPath, ['--import', 'tsx', path.join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })

/** A database with one merchant and `rows` invented payments beside one that came over the API. */
async function makeDatabase(file: string, rows: number): Promise<Made> {
  const server = await startServer(`file:${file}`, secretKey)
  const made = await makeMerchant(server.url)
  await server.stop()
  if (rows > 0) tsx('scripts/bench/fill.ts', [file, String(rows)])
  return made
}

/** Where `fill` says who the merchant is and what its key is, for a measurement later. */
const madeBeside = (file: string) => `${file}.json`

/** Rounds of ours and of the floor take turns, so that both see the same noise. */
async function sideBySide(
  servers: { ours: Running; floor: Running },
  made: Made,
  paths: (string | undefined)[],
): Promise<{ ours: Round[]; floor: Round[] }[]> {
  const results = []
  for (const each of paths) {
    const request = each === undefined ? payments(made.secret) : reads(made.secret, each)
    const rounds: { ours: Round[]; floor: Round[] } = { ours: [], floor: [] }
    // The first of each warms up and is not counted.
    for (let round = 0; round <= settings.rounds; round++) {
      for (const who of ['ours', 'floor'] as const) {
        const seconds = round === 0 ? 2 : settings.seconds
        const result = await load(servers[who], request, { ...settings, seconds })
        if (round > 0) rounds[who].push(result)
      }
    }
    results.push(rounds)
  }
  return results
}

async function measureWrites() {
  const file = path.join(folder, 'ours.db')
  const made = await makeDatabase(file, 0)
  const first = await startServer(`file:${file}`, secretKey)
  await payOnceEach(first.url, made.secret)
  await first.stop()
  const floorFile = path.join(folder, 'floor.db')
  copyFileSync(file, floorFile)
  const ours = await startServer(`file:${file}`, secretKey)
  const floor = await startFloor(`file:${floorFile}`, made.merchantId)
  const [written, listed] = await sideBySide({ ours, floor }, made, [
    undefined,
    '/api/transactions?limit=100',
  ])
  const { peakMb } = ours.memory()
  await ours.stop()
  await floor.stop()
  return { written, listed, peakMb, file }
}

async function measurePostgresWrites() {
  const postgres = await startPostgres({ isDurable: true })
  try {
    const { url } = postgres
    const first = await startServer(url, secretKey)
    const made = await makeMerchant(first.url)
    await payOnceEach(first.url, made.secret)
    await first.stop()
    // The same rows of the same merchant: the two write into one database, in turns.
    const ours = await startServer(url, secretKey)
    const floor = await startFloor(url, made.merchantId)
    const [written] = await sideBySide({ ours, floor }, made, [undefined])
    await ours.stop()
    await floor.stop()
    return written
  } finally {
    await postgres.stop()
  }
}

type Timed = Read & Timing & { found: string }

async function measureReads(file: string, rows: number, made: Made) {
  const server = await startServer(`file:${file}`, secretKey)
  const { readyMs } = server
  const idleMb = server.memory().nowMb
  const timed: Timed[] = []
  for (const read of await readsOf(server, made)) {
    timed.push({ ...read, ...(await time(server, made, read)) })
  }
  await server.stop()
  return { rows, timed, readyMs, idleMb, sizeMb: Math.round(statSync(file).size / 2 ** 20) }
}

/** Measures the pages, and publishes what was found. */
async function measurePages() {
  const file = path.join(folder, 'page.db')
  const server = await startServer(`file:${file}`, secretKey)
  const signIn = {
    loopback: await measurePage(server.url, 'loopback'),
    slow: await measurePage(server.url, 'slow'),
  }
  const screens = await measureScreens(server.url)
  await server.stop()
  const text = pageReport({ signIn, screens })
  writeFileSync(path.join(root, 'docs/performance-page.md'), text)
  return text
}

/** Above this size the check trusts the indexes: looking up each row in each of them takes hours. */
const QUICK_ABOVE_BYTES = 4 * 2 ** 30

/** The ledger check of the product; it throws when something is broken. */
function check(file: string): string {
  const quick = statSync(file).size > QUICK_ABOVE_BYTES ? ['--quick'] : []
  return execFileSync(
    process.execPath,
    [path.join(root, 'dist/server/ops.js'), 'check', ...quick],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: `file:${file}`, SECRET_KEY: secretKey },
      encoding: 'utf8',
    },
  ).trim()
}

/** What was measured stands on the page before the check of a large database, which takes its time. */
function publish(figures: Figures, startedAt: number): string {
  const text = report(figures, (performance.now() - startedAt) / 60_000)
  writeFileSync(path.join(root, 'docs/performance.md'), text)
  return text
}

async function measureAll(startedAt: number): Promise<Figures> {
  const small = path.join(folder, 'small.db')
  const smallMade = await step(`${SMALL} payments`, () => makeDatabase(small, SMALL))
  const few = await step('reads', () => measureReads(small, SMALL, smallMade))
  const large = values.large ? path.resolve(root, values.large) : path.join(folder, 'large.db')
  const largeMade = values.large
    ? (JSON.parse(readFileSync(madeBeside(large), 'utf8')) as Made)
    : await step(`${settings.rows} payments`, () => makeDatabase(large, settings.rows))
  const many = await step('reads', () => measureReads(large, settings.rows, largeMade))
  const writes = await step('payments and lists, SQLite', measureWrites)
  const postgres = await step('payments, PostgreSQL', measurePostgresWrites)
  await step('the pages in Chromium', measurePages)
  const measured = { settings, few, many, ...writes, postgres }
  publish({ ...measured, checks: ['not ended yet'] }, startedAt)
  const checks = await step('ledger check', async () => [check(writes.file), check(large)])
  return { ...measured, checks }
}

try {
  if (positionals[0] === 'fill') {
    const file = path.resolve(root, values.file)
    const rows = Number(positionals[1] ?? SMALL)
    const made = await step(`${rows} payments in ${file}`, () => makeDatabase(file, rows))
    writeFileSync(madeBeside(file), JSON.stringify(made), { mode: 0o600 })
  } else if (values.only !== '') {
    const parts: Record<string, () => Promise<unknown>> = {
      writes: measureWrites,
      postgres: measurePostgresWrites,
      pages: measurePages,
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
  rmSync(folder, { recursive: true, force: true })
}
