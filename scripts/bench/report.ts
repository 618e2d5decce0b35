import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Read, Timing } from './flat.ts'
import { median, type Round } from './load.ts'

type Timed = Read & Timing & { found: string }
type Reads = { rows: number; timed: Timed[]; readyMs: number; idleMb: number; sizeMb: number }
type Sides = { ours: Round[]; floor: Round[] } | undefined

export type Figures = {
  settings: {
    rows: number
    seconds: number
    connections: number
    rounds: number
    /** Whether the large database had been filled before. */
    isFilledBefore: boolean
  }
  few: Reads
  many: Reads
  written: Sides
  listed: Sides
  postgres: Sides
  peakMb: number
  checks: string[]
}

export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
const tenths = (value: number) => value.toFixed(1)

const version = (name: string): string => {
  const file = fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url))
  return JSON.parse(readFileSync(file, 'utf8')).version
}

export function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

/** The median over the rounds of one figure. */
const of = (rounds: Round[], key: keyof Round) => median(rounds.map((round) => round[key]))

/** A ratio of medians of rounds that took turns. */
export const ratioOf = (sides: NonNullable<Sides>): number =>
  of(sides.ours, 'rate') / of(sides.floor, 'rate')

function loadRow(name: string, sides: Sides, target: string): string {
  if (!sides) return `| ${name} | not measured | | | | | ${target} |`
  const { ours, floor } = sides
  const ratio = ratioOf(sides).toFixed(2)
  return `| ${name} | ${whole(of(ours, 'rate'))} | ${whole(of(floor, 'rate'))} | ${ratio} | ${of(ours, 'p50')} | ${of(ours, 'p99')} | ${target} |`
}

function flatRow(read: Timed, few: Reads): string {
  const before = few.timed.find(({ name }) => name === read.name)
  const target = {
    flat: '1.5',
    series: '1.5, p95 5 ms in the server',
    search: 'p95 50 ms',
    rest: '',
  }[read.group]
  const ratio = before ? (read.p50 / before.p50).toFixed(2) : ''
  const inServer = read.inServerP95 === undefined ? '' : tenths(read.inServerP95)
  const found = read.found && read.group !== 'flat' ? ` (${read.found} found)` : ''
  return `| ${read.name}${found} | ${tenths(before?.p50 ?? 0)} | ${tenths(read.p50)} | ${tenths(read.p95)} | ${inServer} | ${ratio} | ${target} |`
}

/** The page that stands in docs/: what was measured, how, on what, and the command that does it again. */
export function report(figures: Figures, minutes: number): string {
  const { settings, few, many, written, listed, postgres, checks } = figures
  const { rows, seconds, connections, rounds, isFilledBefore } = settings
  const [cpu] = cpus()
  const options = [
    rows === 1_000_000 ? '' : ` --rows ${rows}`,
    isFilledBefore ? ' --large FILE' : '',
  ].join('')
  const before = isFilledBefore
    ? `\nThe large database was filled before, by \`npm run bench -- fill ${rows} --file FILE\`.`
    : ''
  return `# Performance

Measured by \`npm run bench${options && ` --${options}`}\` in ${Math.round(minutes)} minutes: the built server in a process of its own,
rate limits off, the load from another process on the same machine. SQLite has \`synchronous=FULL\` and
PostgreSQL \`fsync=on\`: a 2xx means that it is on the disk. One answer other than a 2xx ends the run.${before}

Where a target is missed, [performance-limits.md](performance-limits.md) says why.

## Against the floor

The floor is a bare Fastify server with prepared statements that stores the same rows (payment, its
events, customer look-up, sums, idempotency answer; no search index) with the same durability and the
same commit for what arrives together, and does nothing else: it reads no key and checks nothing.
Rounds of the two take turns, ${rounds} of ${seconds} s each with ${connections} connections; the figures are medians.

| request | per second | floor | ratio | p50 ms | p99 ms | wanted |
|---|---:|---:|---:|---:|---:|---|
${loadRow('`POST /api/payments`, SQLite', written, '0.6, p99 40 ms')}
${loadRow('`POST /api/payments`, PostgreSQL, one process', postgres, '0.4')}
${loadRow('`GET /api/transactions`, 100 rows', listed, '0.5')}

## As the payments grow

One request after the other, in milliseconds, seen from outside; the ratio is of the medians. "In the
server" is what its own metrics say, reckoned from their buckets.

| read | ${whole(few.rows)} payments | ${whole(many.rows)} payments | p95 | p95 in the server | ratio | wanted |
|---|---:|---:|---:|---:|---:|---|
${many.timed.map((read) => flatRow(read, few)).join('\n')}

| | ${whole(few.rows)} payments | ${whole(many.rows)} payments | wanted |
|---|---:|---:|---|
| start to ready, ms | ${whole(few.readyMs)} | ${whole(many.readyMs)} | 1,500 |
| memory when idle, MB | ${whole(few.idleMb)} | ${whole(many.idleMb)} | 150 |
| database, MB | ${whole(few.sizeMb)} | ${whole(many.sizeMb)} | |

Under the load above the server held ${whole(figures.peakMb)} MB at most; 350 MB are wanted.

What a browser takes to show the pages is measured in [performance-page.md](performance-page.md).

## On what

- Machine: ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, shared with the load generator
- Node ${process.version}, better-sqlite3 ${version('better-sqlite3')}, Fastify ${version('fastify')}, Kysely ${version('kysely')}
- ${new Date().toISOString().slice(0, 10)}, commit ${commit()}
- The ledger check of both databases afterwards: ${checks.join('; ')}
`
}
