import { expect, test } from 'vitest'
import { type Send, ServerEnded, startBuiltServer } from '../support/built-server.ts'
import { dialect } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { startReceiver } from '../support/receiver.ts'
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from '../support/trace-collector.ts'

const refuseTelemetry = {
  NODE_OPTIONS: `--import ${new URL('../support/refuse-open-telemetry.mjs', import.meta.url)}`,
}

/** Settings that send spans almost at once, not after the default five seconds. */
const exportTo = (collector: TraceCollector) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_BSP_SCHEDULE_DELAY: '20',
})

async function pay(shop: Send) {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const response = await shop('POST', '/api/payments', payment(), key)
  expect(response.status, response.body).toBe(201)
  return response
}

async function spanNamed(collector: TraceCollector, name: string): Promise<CollectedSpan> {
  const find = () => collector.spans.findLast((span) => span.name === name)
  await expect.poll(find, { message: name }).toBeDefined()
  return find() as CollectedSpan
}

/** Returns the names of a span's ancestors, innermost first. */
function ancestorNames(collector: TraceCollector, { parentSpanId }: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === parentSpanId)
  return parent ? [parent.name, ...ancestorNames(collector, parent)] : []
}

test('a payment is one trace, from the request to the statement that stores it', async () => {
  await using collector = await startTraceCollector()
  await using server = await startBuiltServer({
    ...exportTo(collector),
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    OTEL_SERVICE_NAME: 'shop',
  })
  const shop = await server.program(await server.person())
  const response = await pay(shop)

  const request = await spanNamed(collector, 'POST /api/payments')
  const statement = await spanNamed(collector, 'insert transactions')

  const thread = dialect === 'sqlite' ? ['write payments'] : []
  await expect
    .poll(() => ancestorNames(collector, statement), { timeout: 60_000 })
    .toEqual([...thread, 'store group', 'store payment', 'POST /api/payments'])
  expect(statement.traceId).toBe(request.traceId)
  expect(statement.fields['db.system.name']).toBe(dialect === 'sqlite' ? 'sqlite' : 'postgresql')
  expect(statement.fields['db.query.text']).toMatch(/^insert into "?transactions"? /)
  const sandboxSpan = await spanNamed(collector, 'sandbox pay')
  expect(sandboxSpan.traceId).toBe(request.traceId)
  expect(request.fields).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/payments',
    'http.response.status_code': 201,
    'incasso.request_id': response.headers.get('x-request-id'),
  })
  expect(collector.services).toEqual(new Set(['shop']))
  expect(collector.headers[0]).toMatchObject({ authorization: 'Bearer collector' })
})

test('spans hold no typed text, no key and no link', async () => {
  await using collector = await startTraceCollector()
  await using server = await startBuiltServer(exportTo(collector))
  const owner = await server.person()
  const shop = await server.program(owner)
  await pay(shop)
  await shop('GET', '/api/transactions?search=ada%40example.com')
  const link = await owner('POST', '/api/payment-links', {
    title: 'Lesson',
    amount: '10.00',
    currency: 'EUR',
  })
  const linkUrl = new URL(link.json().url)
  expect((await server.send('GET', linkUrl.pathname)).status).toBe(200)
  await spanNamed(collector, 'GET /pay/:token')

  expect(collector.text()).not.toMatch(/example\.com|Ada|Rossi|sk_test_|correct horse/)
  expect(collector.text()).not.toContain(linkUrl.pathname.split('/').at(-1))
})

test('an event’s delivery is a trace with the response of its endpoint', async () => {
  await using collector = await startTraceCollector()
  await using endpoint = await startReceiver()
  await using server = await startBuiltServer({
    ...exportTo(collector),
    WEBHOOK_PRIVATE: 'loopback',
  })
  const owner = await server.person()
  const [integration] = (await owner('GET', '/api/integrations')).json()
  const response = await owner('PUT', `/api/integrations/${integration.id}`, {
    webhookUrl: endpoint.url,
  })
  expect(response.status).toBe(200)
  const shop = await server.program(owner)
  await pay(shop)

  const webhookSpan = await spanNamed(collector, 'send webhook')

  expect(webhookSpan.fields).toMatchObject({
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  })
  const webhookIds = endpoint.received.map(({ headers }) => headers['webhook-id'])
  expect(webhookIds).toContain(webhookSpan.fields['incasso.event_id'])
  await expect.poll(() => ancestorNames(collector, webhookSpan)).toEqual(['deliver event'])
})

const REMOTE_TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${REMOTE_TRACE_ID}-b7ad6b7169203331-01`

test('a trace continues when a trusted proxy began it, and not when a stranger did', async () => {
  await using collector = await startTraceCollector()
  await using trustedServer = await startBuiltServer({
    ...exportTo(collector),
    TRUST_PROXY: '127.0.0.1',
  })
  await using untrustedServer = await startBuiltServer({
    ...exportTo(collector),
    OTEL_SERVICE_NAME: 'bare',
  })
  await trustedServer.send('GET', '/api/transactions', undefined, { traceparent })
  const continuedSpan = await spanNamed(collector, 'GET /api/transactions')
  expect(continuedSpan.traceId).toBe(REMOTE_TRACE_ID)
  collector.spans.length = 0

  await untrustedServer.send('GET', '/api/transactions', undefined, { traceparent })

  const ownSpan = await spanNamed(collector, 'GET /api/transactions')
  expect(ownSpan.traceId).not.toBe(REMOTE_TRACE_ID)
  expect(ownSpan.parentSpanId ?? '').toBe('')
})

test('a sampling rate of zero sends nothing', async () => {
  await using collector = await startTraceCollector()
  {
    await using server = await startBuiltServer({
      ...exportTo(collector),
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    const shop = await server.program(await server.person())
    await pay(shop)
  }
  expect(collector.spans).toEqual([])
})

test('a collector that never responds delays neither payments nor the end of the process', async () => {
  await using collector = await startTraceCollector({ hangs: true })
  await using server = await startBuiltServer(exportTo(collector))
  const shop = await server.program(await server.person())
  await pay(shop)
  await expect.poll(() => collector.spans).not.toEqual([])
  await pay(shop)
})

test('OpenTelemetry is not loaded without a collector', async () => {
  await using collector = await startTraceCollector()
  const tracedServer = startBuiltServer({ ...exportTo(collector), ...refuseTelemetry })
  await expect(tracedServer).rejects.toThrow(/OpenTelemetry was loaded/)
  await expect(tracedServer).rejects.toBeInstanceOf(ServerEnded)

  await using server = await startBuiltServer(refuseTelemetry)

  const shop = await server.program(await server.person())
  await pay(shop)
})
