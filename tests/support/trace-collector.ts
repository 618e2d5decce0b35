import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }

/** A span in OTLP's JSON format. */
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status: { code: number }
}

/** A received span, with its attributes as plain `fields`. `failed` is true for a span with status ERROR. */
export type CollectedSpan = Omit<SentSpan, 'attributes' | 'status'> & {
  fields: Record<string, string | number | boolean | undefined>
  failed: boolean
}

/** An OpenTelemetry collector. `headers` contains the headers of each request. */
export type TraceCollector = AsyncDisposable & {
  endpoint: string
  spans: CollectedSpan[]
  /** Returns everything received, as text. */
  text: () => string
  /** Names of the sending services. */
  services: Set<string | undefined>
  headers: Record<string, unknown>[]
  server: Server
}

const ERROR = 2

const spanOf = ({ attributes, status, ...span }: SentSpan): CollectedSpan => ({
  ...span,
  failed: status.code === ERROR,
  fields: Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.boolValue,
    ]),
  ),
})

/** Starts an OpenTelemetry collector on loopback that records what it receives. With `hangs`, it never responds. */
export async function startTraceCollector({ hangs = false } = {}): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  const services = new Set<string | undefined>()
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    headers.push(request.headers)
    let text = ''
    for await (const chunk of request) text += chunk
    texts.push(text)
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      const name = resource.attributes.find(({ key }: Attribute) => key === 'service.name')
      services.add(name?.value.stringValue)
      for (const scope of scopeSpans) spans.push(...scope.spans.map(spanOf))
    }
    if (!hangs) response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    text: () => texts.join('\n'),
    services,
    headers,
    server,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
