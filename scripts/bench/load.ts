import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

export type Round = { rate: number; p50: number; p99: number; max: number }

const payment = JSON.stringify({
  amount: '12.34',
  customerName: 'Ada Rossi',
  customerEmail: 'ada@example.com',
  description: 'Two coffees and a slice of cake',
})

/** Payments with a fresh Idempotency-Key each. */
export const payments = (secret: string): autocannon.Request => ({
  method: 'POST',
  path: '/api/payments',
  body: payment,
  setupRequest: (request: autocannon.Request) => ({
    ...request,
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
  }),
})

export const reads = (secret: string, path: string): autocannon.Request => ({
  method: 'GET',
  path,
  headers: { authorization: `Bearer ${secret}` },
})

/** One round of one kind of request; every answer must be a 2xx, or the figure means nothing. */
export async function load(
  url: string,
  request: autocannon.Request,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Round> {
  const result = await autocannon({ url, connections, duration: seconds, requests: [request] })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${request.path}: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  const { requests, latency } = result
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, max: latency.max }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  0
