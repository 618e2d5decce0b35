// Loads the built server over HTTP and writes what it measured to docs/performance.md.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { startServer } from './bench/server.mjs'
import { report } from './bench/report.mjs'
import { isBuilt } from './lib/build-state.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { inRoot } from './lib/paths.mjs'
import { node } from './lib/run.mjs'
import { giveUp, note, step } from './lib/steps.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
})
const settings = {
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  rounds: Number(values.rounds),
}

requireNode()
process.chdir(inRoot())
await ensureInstalled()
const folder = mkdtempSync(join(tmpdir(), 'incasso-bench-'))

/** One round of one kind of request; every answer must be a 2xx, or the figure means nothing. */
async function load(url, request) {
  const result = await autocannon({
    url,
    connections: settings.connections,
    duration: settings.seconds,
    requests: [request],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${request.path}: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  const { requests, latency } = result
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, max: latency.max }
}

const payment = JSON.stringify({
  amount: '12.34',
  customerName: 'Ada Rossi',
  customerEmail: 'ada@example.com',
  description: 'Two coffees and a slice of cake',
})

function requestsFor({ secret, transactionId, reference }) {
  const headers = { authorization: `Bearer ${secret}` }
  const get = (path) => ({ method: 'GET', path, headers })
  return {
    'POST /api/payments': {
      method: 'POST',
      path: '/api/payments',
      body: payment,
      setupRequest: (request) => ({
        ...request,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
      }),
    },
    'GET /api/transactions/{id}': get(`/api/transactions/${transactionId}`),
    'GET /api/transactions (100 rows)': get('/api/transactions'),
    'GET /api/transactions?search=coffees (every payment)': get('/api/transactions?search=coffees'),
    'GET /api/transactions?search= (a reference)': get(`/api/transactions?search=${reference}`),
    'GET /api/dashboard/stats': get('/api/dashboard/stats'),
    'GET /api/analytics/summary': get('/api/analytics/summary'),
  }
}

try {
  if (!isBuilt()) await step('build', () => node(inRoot('scripts/build.mjs')))
  const server = await step('server', () => startServer(folder))
  const rows = []
  for (const [name, request] of Object.entries(requestsFor(server))) {
    const rounds = []
    for (let round = 0; round < settings.rounds; round++) {
      rounds.push(await step(`${name}`, () => load(server.url, request)))
    }
    rows.push({ name, rounds })
  }
  const { stored, memoryMb } = await server.stop()
  const check = await step('ledger check', () =>
    node(inRoot('dist/server/ops.js'), ['check'], { env: { DATABASE_URL: server.databaseUrl } }),
  )
  const text = report({ settings, rows, stored, memoryMb, check: check.trim() })
  console.log(`\n${text}`)
  if (values.write) {
    writeFileSync(inRoot('docs/performance.md'), text)
    note('docs/performance.md is written')
  }
} catch (error) {
  giveUp(error, 'Nothing was measured.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
