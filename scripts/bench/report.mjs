import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { inRoot } from '../lib/paths.mjs'

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const version = (name) =>
  JSON.parse(readFileSync(inRoot(`node_modules/${name}/package.json`), 'utf8')).version

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

const row = ({ name, rounds }) => {
  const of = (key) => median(rounds.map((round) => round[key]))
  const worst = Math.max(...rounds.map(({ max }) => max))
  return `| \`${name}\` | ${Math.round(of('rate')).toLocaleString('en-US')} | ${of('p50')} | ${of('p99')} | ${worst} |`
}

/** The page that stands in docs/: what was measured, how, on what, and the command that does it again. */
export function report({ settings, rows, stored, memoryMb, check }) {
  const { seconds, connections, rounds } = settings
  const [cpu] = cpus()
  return `# Performance

Measured by \`npm run bench -- --write\`: the built server in a process of its own, SQLite with
\`synchronous=FULL\` (a 2xx means fsync'd), one API key, rate limits off, and the load from a second
process on the same machine. Each payment carries a fresh Idempotency-Key and stores its customer,
events, sums, search text and answer. Each figure is the median of ${rounds} rounds of ${seconds} s with
${connections} connections; a single answer other than 2xx ends the run with an error.

| request | per second | p50 ms | p99 ms | worst ms |
|---|---:|---:|---:|---:|
${rows.map(row).join('\n')}

${stored.toLocaleString('en-US')} payments stood in the database at the end; peak memory of the server ${memoryMb} MB.
The ledger check afterwards: ${check}.

- Machine: ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, shared with the load generator
- Node ${process.version}, better-sqlite3 ${version('better-sqlite3')}, Fastify ${version('fastify')}, Kysely ${version('kysely')}
- ${new Date().toISOString().slice(0, 10)}, commit ${commit()}

But for search, no request does work that grows with the number of rows: the tests hold the query plan
of every list and look-up (an index in the order asked for, no scan, no sort), totals come from sums
that are kept with each change, and what an odd filter finds is counted up to 10,000.

A search reads the trigram index, and its lists do grow with the payments: those of "txn" hold every
reference. It ends at the newest 10,000 matches, but a word that every payment holds remains the dearest
request here, because it also sorts and counts what it found.
`
}
