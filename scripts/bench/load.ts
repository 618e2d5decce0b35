import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/**
 * Results of one round of load: requests per second and response times in milliseconds. `cpuUs` is the server's
 * CPU time per response, in microseconds.
 */
export type Round = { rate: number; p50: number; p99: number; max: number; cpuUs: number }

/** Number of customers who pay one after the other. */
const CUSTOMERS = 500

const bodies = Array.from({ length: CUSTOMERS }, (_, n) =>
  JSON.stringify({
    amount: `${(n % 90) + 10}.34`,
    customerName: `Ada Rossi ${n}`,
    customerEmail: `ada${n}@example.com`,
    description: 'Two coffees and a slice of cake',
  }),
)

/** Returns a request that pays for the next customer each time, with a new Idempotency-Key. */
export function paymentRequest(secret: string): autocannon.Request {
  let count = 0
  return {
    method: 'POST',
    path: '/api/payments',
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      body: bodies[count++ % CUSTOMERS] ?? '',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
    }),
  }
}

/**
 * Makes each customer pay once. The comparison server of the benchmark ("floor") creates no customers, so they must
 * exist.
 */
export async function payOnceEach(url: string, secret: string): Promise<void> {
  for (const body of bodies) {
    const response = await fetch(`${url}/api/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body,
    })
    if (response.status !== 201) throw new Error(`a payment responded with ${response.status}`)
    await response.arrayBuffer()
  }
}

/** Returns a GET request; `encoding` is its Accept-Encoding, absent by default. */
export const readRequest = (
  secret: string,
  path: string,
  encoding?: string,
): autocannon.Request => ({
  method: 'GET',
  path,
  headers: {
    authorization: `Bearer ${secret}`,
    ...(encoding !== undefined && { 'accept-encoding': encoding }),
  },
})

/** Runs one round of one request. Throws on a response other than 2xx, because the figures would mean nothing. */
export async function load(
  { url, cpuMs }: { url: string; cpuMs: () => number },
  request: autocannon.Request,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Round> {
  const cpuBefore = cpuMs()
  const result = await autocannon({ url, connections, duration: seconds, requests: [request] })
  const cpuUs = ((cpuMs() - cpuBefore) * 1000) / result['2xx']
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${request.path}: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  const { requests, latency } = result
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, max: latency.max, cpuUs }
}

/** Returns the median; 0 for an empty list. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Returns the value at this part of the sorted list, such as 0.95; 0 for an empty list. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  0
