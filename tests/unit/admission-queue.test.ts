import { once } from 'node:events'
import http, { type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { yieldToOthers } from '#server/core/work/time-slices.ts'
import { AdmissionQueue, requestKindOf } from '#server/http/entrance/load/admission-queue.ts'
import { LoadGauge } from '#server/http/entrance/load/load-gauge.ts'
import { busyFor } from '../support/busy.ts'

const running: Server[] = []
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

/** Starts a server whose responses each block the event loop for `eachMs`. */
async function serverWithQueue(eachMs: number, gauge = new LoadGauge()) {
  const served: string[] = []
  const admissionQueue = new AdmissionQueue(
    gauge,
    (request, response) => {
      served.push(`${request.method} ${request.url}`)
      busyFor(eachMs)
      response.end('done')
    },
    () => 'req_1',
  )
  const server = http.createServer((request, response) => admissionQueue.enter(request, response))
  admissionQueue.watch(server)
  running.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { port, served, gauge, server }
}

const fetchPath = (port: number, path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, { method })

test('a burst of new connections is accepted before many requests start', async () => {
  const { port, served, server } = await serverWithQueue(5)
  const servedAtAccept: number[] = []
  server.on('connection', () => servedAtAccept.push(served.length))

  await Promise.all(Array.from({ length: 100 }, () => fetchPath(port, '/api/transactions')))

  // Without the admission queue, each event-loop iteration would accept one connection and respond to one request.
  expect(servedAtAccept).toHaveLength(100)
  expect(servedAtAccept[60]).toBeLessThan(50)
  expect(served).toHaveLength(100)
})

test('a burst of new connections is accepted before parts of long requests continue', async () => {
  const { port, server } = await serverWithQueue(0)
  const work = { slices: 0, isOver: false }
  const slicesAtAccept: number[] = []
  server.on('connection', () => slicesAtAccept.push(work.slices))
  const runLongRequest = async () => {
    while (!work.isOver) {
      await yieldToOthers()
      work.slices += 1
      busyFor(5)
    }
  }
  const running = runLongRequest()

  await Promise.all(Array.from({ length: 100 }, () => fetchPath(port, '/api/transactions')))
  work.isOver = true
  await running

  // If the slices did not wait for connections, one slice would run for each connection.
  expect(slicesAtAccept).toHaveLength(100)
  expect(slicesAtAccept[99] ?? 100).toBeLessThan(50)
})

test('requests above the limit are refused with a problem that contains Retry-After', async () => {
  const gauge = new LoadGauge()
  gauge.underWay.write = 136
  const { port, served } = await serverWithQueue(0, gauge)

  const refused = await fetchPath(port, '/api/payments', 'POST')

  expect(refused.status).toBe(503)
  expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(refused.headers.get('retry-after')).toMatch(/^[123]$/)
  expect(refused.headers.get('x-request-id')).toBe('req_1')
  expect(await refused.json()).toMatchObject({ reason: 'overloaded', requestId: 'req_1' })
  expect(served).toEqual([])
  expect(gauge).toMatchObject({ refused: { write: 1 }, queued: { write: 0 } })
  expect((await fetchPath(port, '/api/transactions')).status).toBe(200)
  expect((await fetchPath(port, '/healthz')).status).toBe(200)
  expect((await fetchPath(port, '/api/openai/chat', 'POST')).status).toBe(200)
})

test('payments do not wait for all the earlier reads', async () => {
  const { port, served } = await serverWithQueue(2)

  await Promise.all([
    ...Array.from({ length: 60 }, () => fetchPath(port, '/api/transactions')),
    ...Array.from({ length: 10 }, () => fetchPath(port, '/api/payments', 'POST')),
  ])

  expect(served.lastIndexOf('POST /api/payments')).toBeLessThan(60)
})

test('a client that disconnects while waiting frees its slot, and its request never starts', async () => {
  const { port, served, gauge } = await serverWithQueue(30)
  const waitingRequests = Array.from({ length: 10 }, () => fetchPath(port, '/api/transactions'))
  const leavingSocket = connect(port, '127.0.0.1')
  leavingSocket.write('GET /api/leaving HTTP/1.1\r\nhost: x\r\n\r\n', () =>
    leavingSocket.resetAndDestroy(),
  )
  await Promise.all(waitingRequests)
  await fetchPath(port, '/api/transactions')

  expect(served.length).toBeGreaterThanOrEqual(11)
  expect(gauge.queued).toMatchObject({ read: 0, write: 0 })
})

test.each([
  ['POST', '/api/payments', 'write'],
  ['GET', '/api/transactions?limit=1', 'read'],
  ['OPTIONS', '/trpc/transactions.create', 'read'],
  ['POST', '/trpc/openai.analyse', undefined],
  ['POST', '/api/openai/stream', undefined],
  ['GET', '/healthz', undefined],
  ['GET', '/assets/index.js', undefined],
] as const)('%s %s counts as %s', (method, url, kind) => {
  expect(requestKindOf({ method, url })).toBe(kind)
})
