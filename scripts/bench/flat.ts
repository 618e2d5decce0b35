import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { encodeCursor } from '#server/shared/cursor.ts'
import { median, quantile } from './load.ts'
import type { Made, Running } from './server.ts'

/** Milliseconds of one request after the other, seen from outside: the network of loopback included. */
export type Timing = { p50: number; p95: number }

/** What a read is asked for, and how it must stay as rows are added. */
export type Read = { name: string; path: string; group: 'flat' | 'series' | 'search' | 'rest' }

const TRIES = 60
const WARM_UP = 10
const DAY_MS = 86_400_000
const NEWLINE = 10
const ANSWER_WITHIN_MS = 60_000

type Row = {
  id: string
  transactionId: string
  createdAt: string
  customerEmail: string
  description: string
}

export const asker = (url: string, secret: string) => async (path: string) => {
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}

/** The reads of a database that was filled, about a payment from the middle of the year. */
export async function readsOf({ url }: Running, { secret }: Made): Promise<Read[]> {
  const ask = asker(url, secret)
  const middle = new Date(Date.now() - 182 * DAY_MS).toISOString().slice(0, 10)
  const [row] = (await (await ask(`/api/transactions?to=${middle}&limit=1`)).json()) as Row[]
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

/** How long a read takes, and how many it says there are. */
export async function time(
  { url }: Running,
  { secret }: Made,
  { path }: Read,
): Promise<Timing & { found: string }> {
  const ask = asker(url, secret)
  if (path.endsWith('/export')) return { ...(await timeExport(url, secret, path)), found: '' }
  const durations: number[] = []
  let found = ''
  for (let n = 0; n < TRIES + WARM_UP; n++) {
    const startedAt = performance.now()
    const response = await ask(path)
    await response.arrayBuffer()
    if (n >= WARM_UP) durations.push(performance.now() - startedAt)
    found = response.headers.get('x-total-count') ?? ''
    if (response.headers.get('x-total-count-exact') === 'false') found += '+'
    // What is slow is measured less often.
    if (durations.length >= 10 && durations.reduce((a, b) => a + b, 0) > 5_000) break
  }
  return { p50: median(durations), p95: quantile(durations, 0.95), found }
}

const EXPORTED = 10_000

async function timeExport(url: string, secret: string, path: string): Promise<Timing> {
  const durations: number[] = []
  for (let n = 0; n < 5; n++) {
    const startedAt = performance.now()
    await firstLines(url + path, secret)
    durations.push(performance.now() - startedAt)
  }
  return { p50: median(durations), p95: quantile(durations, 0.95) }
}

/** Hangs up once the first rows are there, as fetch does not. */
const firstLines = (url: string, secret: string) =>
  new Promise<void>((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${secret}` } }, (response) => {
      let lines = 0
      response.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === NEWLINE) lines += 1
        if (lines < EXPORTED) return
        request.destroy()
        resolve()
      })
      response.on('end', () => resolve())
    })
    request.on('error', reject)
  })
