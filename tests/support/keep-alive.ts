import { Agent, request } from 'node:http'

/** A complete response. `body` is the text as received. */
export type PlainResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}
/** A request. `path` is relative to the server's URL, and `body` is sent as JSON. */
export type RequestOptions = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** A body that is sent unchanged, instead of `body` as JSON. */
  text?: string
  /** Sends the body without a Content-Type header. */
  isUntyped?: true
}
/** An HTTP client that reuses its connections. Disposing it closes them. */
export type KeepAliveClient = Disposable & {
  send: (requestOptions: RequestOptions) => Promise<PlainResponse>
}

/** Only a server that hangs takes longer, also on a busy machine. */
const RESPONSE_TIMEOUT_MS = 60_000

/** Returns a client with this many kept connections. `fetch` would open one for each request under way. */
export function createKeepAliveClient(url: string, connections: number): KeepAliveClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: ({ method = 'GET', path, headers = {}, body, text: rawText, isUntyped }) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? rawText : JSON.stringify(body)
        const options = {
          method,
          agent,
          timeout: RESPONSE_TIMEOUT_MS,
          headers: {
            ...(text !== undefined && {
              ...(!isUntyped && { 'content-type': 'application/json' }),
              'content-length': Buffer.byteLength(text),
            }),
            ...headers,
          },
        }
        const outgoing = request(url + path, options, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString('utf8'),
            }),
          )
        })
        outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
        outgoing.on('error', reject)
        outgoing.end(text)
      }),
    [Symbol.dispose]: () => agent.destroy(),
  }
}
