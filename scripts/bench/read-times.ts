import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { encodeCursor } from '#server/shared/cursor.ts'
import { median, quantile } from './load.ts'
import type { BenchMerchant } from './merchant.ts'
import type { RunningServer } from './server.ts'

/**
 * Response times of serial requests in milliseconds, as the client sees them, loopback network included.
 * `inServerP95` comes from the server's own metrics.
 */
export type Timing = { p50: number; p95: number; inServerP95?: number | undefined }

/** A read to measure; `group` selects the target for its time as rows are added. */
export type Read = { name: string; path: string; group: 'flat' | 'series' | 'search' | 'rest' }

const TRIES = 100
const WARM_UP = 10
const DAY_MS = 86_400_000
const NEWLINE = 10
const RESPONSE_TIMEOUT_MS = 60_000

type Row = {
  id: string
  transactionId: string
  createdAt: string
  customerEmail: string
  description: string
}

export const createFetcher = (url: string, secret: string) => async (path: string) => {
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
  return response
}

/** Returns the reads of a filled database, about a payment from the middle of the year. */
export async function listReads(
  { url }: RunningServer,
  { secret }: BenchMerchant,
): Promise<Read[]> {
  const fetchPath = createFetcher(url, secret)
  const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
  const middle = dayAgo(182)
  const [row] = (await (await fetchPath(`/api/transactions?to=${middle}&limit=1`)).json()) as Row[]
  if (!row) throw new Error('there is no payment in the middle of the year')
  const cursor = encodeCursor({ sort: '-createdAt', value: row.createdAt, id: row.id })
  const order = row.description.split(' ').at(-1) ?? ''
  const lastName = row.customerEmail.split(/[.\d]/)[1] ?? ''
  return [
    { group: 'series', name: 'dashboard stats', path: '/api/dashboard/stats' },
    { group: 'series', name: 'revenue', path: '/api/analytics/revenue' },
    { group: 'series', name: 'volume', path: '/api/analytics/transactions-volume' },
    { group: 'series', name: 'success rate', path: '/api/analytics/success-rate' },
    { group: 'series', name: 'payment methods', path: '/api/analytics/payment-methods' },
    { group: 'flat', name: 'summary', path: '/api/analytics/summary' },
    { group: 'flat', name: 'first page (100 rows)', path: '/api/transactions?limit=100' },
    {
      group: 'flat',
      name: 'page by cursor in the middle (100 rows)',
      path: `/api/transactions?limit=100&cursor=${cursor}`,
    },
    {
      group: 'flat',
      name: 'page by cursor in the middle of a period (100 rows)',
      path: `/api/transactions?limit=100&from=${dayAgo(364)}&to=${dayAgo(1)}&cursor=${cursor}`,
    },
    { group: 'flat', name: 'look-up by id', path: `/api/transactions/${row.id}` },
    { group: 'flat', name: 'look-up by reference', path: `/api/transactions/${row.transactionId}` },
    { group: 'search', name: 'search: an order', path: `/api/transactions?search=${order}` },
    {
      group: 'search',
      name: 'search: an e-mail address',
      path: `/api/transactions?search=${encodeURIComponent(row.customerEmail)}`,
    },
    {
      group: 'search',
      name: 'search: a family name',
      path: `/api/transactions?search=${lastName}`,
    },
    { group: 'rest', name: 'search: a word in every row', path: '/api/transactions?search=order' },
    {
      group: 'rest',
      name: 'export, the first 10,000 rows',
      path: '/api/transactions/export',
    },
  ]
}

/** Measures the time of a read; `found` is the total count in its response. */
export async function measureRead(
  { url }: RunningServer,
  { secret }: BenchMerchant,
  { path }: Read,
): Promise<Timing & { found: string }> {
  const fetchPath = createFetcher(url, secret)
  if (path.endsWith('/export')) return { ...(await timeExport(url, secret, path)), found: '' }
  const durations: number[] = []
  let found = ''
  let before: Buckets = new Map()
  for (let n = 0; n < TRIES + WARM_UP; n++) {
    if (n === WARM_UP) before = await readResponseCounts(url)
    const startedAt = performance.now()
    const response = await fetchPath(path)
    await response.arrayBuffer()
    if (n >= WARM_UP) durations.push(performance.now() - startedAt)
    found = response.headers.get('x-total-count') ?? ''
    if (response.headers.get('x-total-count-exact') === 'false') found += '+'
    // Measures slow reads less often: at least 10 times, then no longer than 5 seconds.
    if (durations.length >= 10 && durations.reduce((a, b) => a + b, 0) > 5_000) break
  }
  const inServerP95 = quantileOf(before, await readResponseCounts(url), 0.95)
  return { p50: median(durations), p95: quantile(durations, 0.95), inServerP95, found }
}

/** Cumulative counts of responses, by the upper limit of their duration in seconds. */
type Buckets = Map<number, number>

/** Reads the counts of all responses under /api/ so far from the server's metrics. */
async function readResponseCounts(url: string): Promise<Buckets> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const buckets: Buckets = new Map()
  const line = /^http_request_duration_seconds_bucket\{le="([^"]+)",.*route="([^"]+)".*\} (\d+)$/gm
  for (const [, le, route = '', count] of text.matchAll(line)) {
    if (!route.startsWith('/api/')) continue
    const seconds = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
    buckets.set(seconds, (buckets.get(seconds) ?? 0) + Number(count))
  }
  return buckets
}

/** Returns a quantile in milliseconds, computed as in Prometheus: responses spread evenly within a bucket. */
function quantileOf(before: Buckets, after: Buckets, part: number): number | undefined {
  const counts = [...after]
    .map(([seconds, count]) => ({ seconds, count: count - (before.get(seconds) ?? 0) }))
    .toSorted((a, b) => a.seconds - b.seconds)
  const targetCount = (counts.at(-1)?.count ?? 0) * part
  const at = counts.findIndex(({ count }) => count >= targetCount)
  const [bucket, below] = [counts[at], counts[at - 1] ?? { seconds: 0, count: 0 }]
  if (!bucket || !Number.isFinite(bucket.seconds)) return undefined
  const within = (targetCount - below.count) / (bucket.count - below.count)
  return (below.seconds + within * (bucket.seconds - below.seconds)) * 1000
}

const EXPORT_LINES = 10_000

async function timeExport(url: string, secret: string, path: string): Promise<Timing> {
  const durations: number[] = []
  for (let n = 0; n < 5; n++) {
    const startedAt = performance.now()
    await readFirstLines(url + path, secret)
    durations.push(performance.now() - startedAt)
  }
  return { p50: median(durations), p95: quantile(durations, 0.95) }
}

/** Closes the connection after the first 10,000 lines, which fetch does not do. */
const readFirstLines = (url: string, secret: string) =>
  new Promise<void>((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${secret}` } }, (response) => {
      let lines = 0
      response.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === NEWLINE) lines += 1
        if (lines < EXPORT_LINES) return
        request.destroy()
        resolve()
      })
      response.on('end', () => resolve())
    })
    request.on('error', reject)
  })
