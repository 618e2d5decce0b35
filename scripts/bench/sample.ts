// Calls /healthz and makes payments, each serially with 50 ms between requests: tsx sample.ts URL SECRET SECONDS
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from './load.ts'

/** The number of requests, and their response times in milliseconds, as the client sees them. */
export type Sample = { times: number; p50: number; p99: number; max: number }
export type Samples = { healthz: Sample; payment: Sample }

const [url = '', secret = '', seconds = '60'] = process.argv.slice(2)
const EVERY_MS = 50
const endsAtMs = performance.now() + Number(seconds) * 1000

async function sample(send: () => Promise<Response>): Promise<Sample> {
  const durations: number[] = []
  while (performance.now() < endsAtMs) {
    const startedAt = performance.now()
    const response = await send()
    await response.arrayBuffer()
    durations.push(performance.now() - startedAt)
    if (!response.ok) throw new Error(`${response.url} responded with ${response.status}`)
    await wait(EVERY_MS)
  }
  return {
    times: durations.length,
    p50: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
    max: Math.max(...durations),
  }
}

const pay = () =>
  fetch(`${url}/api/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      amount: '23.45',
      customerName: 'Bruno Conti',
      customerEmail: 'bruno@example.com',
    }),
  })

const [healthz, payment] = await Promise.all([sample(() => fetch(`${url}/healthz`)), sample(pay)])
process.stdout.write(JSON.stringify({ healthz, payment } satisfies Samples))
