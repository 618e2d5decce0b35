import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { medianOf, type RoundsByServer } from './alternating-rounds.ts'
import type { Endurance } from './endurance.ts'
import type { Read, Timing } from './read-times.ts'
import type { Sample } from './sample.ts'
import type { PostgresWrites, SqliteWrites } from './writes.ts'

type ReadTiming = Read & Timing & { found: string }
type Reads = {
  rows: number
  timed: ReadTiming[]
  readyMs: number
  readyMb: number
  idleMb: number
  sizeMb: number
}

export type Figures = {
  settings: {
    rows: number
    seconds: number
    connections: number
    rounds: number
    minutes: number
    /** True when an earlier run filled the large database. */
    isFilledBefore: boolean
    hasOtherNodes: boolean
  }
  /** Reads of the small database. */
  few: Reads
  /** Reads of the large database. */
  many: Reads
  sqlite: SqliteWrites
  postgres: PostgresWrites
  /** Rounds of each Node, by its version. */
  nodes: RoundsByServer<string>
  endurance: Endurance
  checks: string[]
}

export const formatWhole = (value: number) => Math.round(value).toLocaleString('en-US')
const formatTenths = (value: number) => value.toFixed(1)

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

const micros = (rounds: RoundsByServer[keyof RoundsByServer]) =>
  formatWhole(medianOf(rounds, 'cpuUs'))

function loadRow(name: string, { ours, floor }: RoundsByServer, target: string): string {
  // The ratio of the medians of alternating rounds.
  const ratio = (medianOf(ours, 'rate') / medianOf(floor, 'rate')).toFixed(2)
  return `| ${name} | ${formatWhole(medianOf(ours, 'rate'))} | ${formatWhole(medianOf(floor, 'rate'))} | ${ratio} | ${medianOf(ours, 'p50')} | ${medianOf(ours, 'p99')} | ${micros(ours)} | ${micros(floor)} | ${target} |`
}

/** Returns one row for each measured server; its ratio is to the first. */
function comparison(sides: RoundsByServer<string>, names: Record<string, string>): string {
  const first = Object.values(sides)[0] ?? []
  return Object.entries(sides)
    .map(([name, rounds]) => {
      const ratio = (medianOf(rounds, 'rate') / medianOf(first, 'rate')).toFixed(2)
      return `| ${names[name] ?? name} | ${formatWhole(medianOf(rounds, 'rate'))} | ${ratio} | ${medianOf(rounds, 'p50')} | ${medianOf(rounds, 'p99')} | ${micros(rounds)} |`
    })
    .join('\n')
}

const sampledRow = (name: string, { times, p50, p99, max }: Sample) =>
  `| ${name} | ${formatWhole(times)} | ${formatTenths(p50)} | ${formatTenths(p99)} | ${formatTenths(max)} | 50 |`

function enduranceSection({ minutes, sampled }: Endurance): string {
  const each = (value: (minute: Endurance['minutes'][number]) => number) =>
    minutes.map((minute) => formatWhole(value(minute))).join(' | ')
  const head = minutes.map((_, n) => ` ${n + 1} |`).join('')
  return `One merchant's ${minutes.length} minutes of payments without a pause, and another process that asks between them, one
request after the other:

| asked meanwhile | times | p50 ms | p99 ms | worst ms | p99 wanted |
|---|---:|---:|---:|---:|---:|
${sampledRow('`/healthz`', sampled.healthz)}
${sampledRow('a payment of another merchant', sampled.payment)}

| minute |${head}
|---|${minutes.map(() => '---:|').join('')}
| payments per second | ${each(({ rate }) => rate)} |
| p99 ms | ${each(({ p99 }) => p99)} |
| memory at its end, MB | ${each(({ memoryMb }) => memoryMb)} |`
}

function flatRow(read: ReadTiming, few: Reads): string {
  const before = few.timed.find(({ name }) => name === read.name)
  const target = {
    flat: '1.5',
    series: '1.5, p95 5 ms in the server',
    search: 'p95 30 ms',
    rest: '',
  }[read.group]
  const ratio = before ? (read.p50 / before.p50).toFixed(2) : ''
  const inServer = read.inServerP95 === undefined ? '' : formatTenths(read.inServerP95)
  const found = read.found && read.group !== 'flat' ? ` (${read.found} found)` : ''
  return `| ${read.name}${found} | ${formatTenths(before?.p50 ?? 0)} | ${formatTenths(read.p50)} | ${formatTenths(read.p95)} | ${inServer} | ${ratio} | ${target} |`
}

function commandOf({ rows, isFilledBefore, hasOtherNodes }: Figures['settings']): string {
  const options = [
    rows === 1_000_000 ? '' : ` --rows ${rows}`,
    isFilledBefore ? ' --large FILE' : '',
    hasOtherNodes ? ' --runtime NODE=FOLDER …' : '',
  ].join('')
  return options === '' ? 'npm run bench' : `npm run bench --${options}`
}

/** Returns docs/performance.md: the figures, the method, the machine, and the command that repeats the measurement. */
export function report(figures: Figures, minutes: number): string {
  const { settings, few, many, sqlite, postgres, nodes, endurance, checks } = figures
  const { rows, seconds, connections, rounds, isFilledBefore } = settings
  const [cpu] = cpus()
  const before = isFilledBefore
    ? `\nThe large database was filled before, by \`npm run bench -- fill ${rows} --file FILE\`.`
    : ''
  return `# Performance

Measured by \`${commandOf(settings)}\` in ${Math.round(minutes)} minutes: the built server in a process of its own,
rate limits off, the load from another process on the same machine. SQLite has \`synchronous=FULL\` and
PostgreSQL \`fsync=on\`: a 2xx means that it is on the disk. One response other than a 2xx ends the run.${before}

Where a target is missed, [performance-limits.md](performance-limits.md) says why.

## Against the floor

The floor is a bare Fastify server with prepared statements that stores the same rows (payment, its
events, customer look-up, sums, idempotency response; no search index) with the same durability and the
same commit for what arrives together, and does nothing else: it reads no key and checks nothing.
Rounds of the two take turns, ${rounds} of ${seconds} s each with ${connections} connections; the figures are medians.

"µs" is the CPU time of the server for one response, all its threads together; PostgreSQL's own is not in it.

| request | per second | floor | ratio | p50 ms | p99 ms | µs | µs of the floor | wanted |
|---|---:|---:|---:|---:|---:|---:|---:|---|
${loadRow('`POST /api/payments`, SQLite', sqlite.written, '0.6, p99 40 ms, 350 µs')}
${loadRow('`POST /api/payments`, PostgreSQL, one process', postgres.written, '0.6')}
${loadRow('`GET /api/transactions`, 100 rows', sqlite.listed, '0.5')}
${loadRow('the same, compressed by gzip; the floor compresses nothing', sqlite.listedInGzip, '0.5')}

## More processes, other Nodes

The ratio is to the first row of each table. ${connections} connections in all, divided among the processes; PostgreSQL and the
load are on the same CPU cores.

| PostgreSQL | payments per second | ratio | p50 ms | p99 ms | µs |
|---|---:|---:|---:|---:|---:|
${comparison(postgres.processes, { one: 'one process', two: 'two that serve requests', four: 'four that serve requests' })}

| SQLite, one process on | payments per second | ratio | p50 ms | p99 ms | µs |
|---|---:|---:|---:|---:|---:|
${comparison(nodes, {})}

## Without a pause

${enduranceSection(endurance)}

## As the payments grow

One request after the other, in milliseconds, seen from outside; the ratio is of the medians. "In the
server" is what its own metrics say, reckoned from their buckets.

| read | ${formatWhole(few.rows)} payments | ${formatWhole(many.rows)} payments | p95 | p95 in the server | ratio | wanted |
|---|---:|---:|---:|---:|---:|---|
${many.timed.map((read) => flatRow(read, few)).join('\n')}

| | ${formatWhole(few.rows)} payments | ${formatWhole(many.rows)} payments | wanted |
|---|---:|---:|---|
| start to ready, ms | ${formatWhole(few.readyMs)} | ${formatWhole(many.readyMs)} | 1,200 |
| memory when ready, MB | ${formatWhole(few.readyMb)} | ${formatWhole(many.readyMb)} | |
| memory after 20 s without requests, MB | ${formatWhole(few.idleMb)} | ${formatWhole(many.idleMb)} | 150 |
| database, MB | ${formatWhole(few.sizeMb)} | ${formatWhole(many.sizeMb)} | |

Under payments with ${connections} connections the server held ${formatWhole(sqlite.peakMb)} MB at most.

What a browser takes to show the pages is measured in [performance-page.md](performance-page.md).

## On what

- Machine: ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, shared with the load generator
- Node ${process.version}, better-sqlite3 ${version('better-sqlite3')}, Fastify ${version('fastify')}, Kysely ${version('kysely')}
- ${new Date().toISOString().slice(0, 10)}, commit ${commit()}
- The ledger check of both databases afterwards: ${checks.join('; ')}
`
}
