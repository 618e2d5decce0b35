import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import type { Resolve } from '#server/services/outbox/resolve.ts'
import { untrusted } from './untrusted-certificate.ts'

/**
 * The result that a webhook delivery to a faulty receiver must have. `statusCode` is null when no valid response
 * arrived.
 */
export type ExpectedAttempt = {
  statusCode: number | null
  error?: string | null
  retryAfterMs?: number
}

/** A running faulty receiver. `connections` returns the number of connections that it has accepted. */
export type BadReceiver = AsyncDisposable & { url: string; connections: () => number }

type Behaviour = (socket: Socket) => void

async function serve(server: Server, urlOf: (port: number) => string): Promise<BadReceiver> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: urlOf(port),
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const plainUrl = (port: number) => `http://127.0.0.1:${port}/hook`

const serveRaw = (behave: Behaviour, urlOf = plainUrl) => serve(createServer(behave), urlOf)

/** Sends the same response to every request. */
const serveText = (text: string | Buffer, afterwards: Behaviour = (socket) => socket.end()) =>
  serveRaw((socket) =>
    socket.once('data', () => {
      socket.write(text)
      afterwards(socket)
    }),
  )

/** Keeps writing small chunks until the sender closes the connection. */
const serveSlowly = (first: string, chunk: string) => () =>
  serveText(first, (socket) => {
    const timer = setInterval(() => socket.write(chunk), 20)
    socket.on('close', () => clearInterval(timer))
  })

const serveEndlessly = (first: string) => () =>
  serveText(first, (socket) => {
    const writeUntilFull = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536)));
    }
    socket.on('drain', writeUntilFull)
    writeUntilFull()
  })

const head = (status: string, headerLines = '') =>
  `HTTP/1.1 ${status}\r\nConnection: close\r\n${headerLines}\r\n`
const shortResponse = (status: string, headerLines = '') =>
  head(status, `Content-Length: 2\r\n${headerLines}`) + 'no'
const keepOpen: Behaviour = () => undefined

async function startOnClosedPort(): Promise<BadReceiver> {
  const closedReceiver = await serveRaw(keepOpen)
  await closedReceiver[Symbol.asyncDispose]()
  return { ...closedReceiver, [Symbol.asyncDispose]: async () => undefined }
}

const serveAtName = (name: string) => () =>
  serve(createServer(keepOpen), (port) => `https://${name}:${port}/hook`)

/**
 * Stand-in for DNS: a name never resolves, another name also has a private IP address, all other names do not exist.
 */
export const badNames: Resolve = (hostname) => {
  if (hostname === 'hanging.example') return new Promise(() => undefined)
  if (hostname === 'mixed.example') {
    return Promise.resolve([
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ])
  }
  return Promise.resolve([])
}

/** Seconds in the Retry-After header of the receivers that ask the sender to wait. */
export const RETRY_AFTER_S = 7200

type ReceiverKind = { start: (nowMs: number) => Promise<BadReceiver>; expected: ExpectedAttempt }
const receiverKind = (start: ReceiverKind['start'], expected: ExpectedAttempt): ReceiverKind => ({
  start,
  expected,
})
const kindWithStatus = (status: number, text = shortResponse(`${status} Some Reason`)) =>
  receiverKind(() => serveText(text), { statusCode: status })

/** Receivers to which a delivery fails. */
export const failingReceivers: Record<string, ReceiverKind> = {
  'never answers': receiverKind(() => serveRaw((socket) => socket.resume()), {
    statusCode: null,
    error: 'timeout',
  }),
  'resets before the request': receiverKind(() => serveRaw((socket) => socket.resetAndDestroy()), {
    statusCode: null,
    error: 'connection reset',
  }),
  'resets after the request': receiverKind(
    () => serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy())),
    { statusCode: null, error: 'connection reset' },
  ),
  'refuses connections': receiverKind(startOnClosedPort, {
    statusCode: null,
    error: 'connection refused',
  }),
  'answers 500': kindWithStatus(500),
  'answers 400': kindWithStatus(400),
  'answers 503 with Retry-After in seconds': receiverKind(
    () => serveText(shortResponse('503 Busy', `Retry-After: ${RETRY_AFTER_S}\r\n`)),
    { statusCode: 503, retryAfterMs: RETRY_AFTER_S * 1000 },
  ),
  'answers 429 with Retry-After in garbage': receiverKind(
    () => serveText(shortResponse('429 Slow Down', 'Retry-After: in 2030\r\n')),
    { statusCode: 429 },
  ),
  'answers 301 to another address': kindWithStatus(
    301,
    shortResponse('301 Moved', 'Location: http://127.0.0.1:1/\r\n'),
  ),
  'answers 302 to a private address': receiverKind(
    () =>
      serveText(
        shortResponse('302 Found', 'Location: http://169.254.169.254/latest/meta-data\r\n'),
      ),
    { statusCode: 302, error: 'redirects are not followed' },
  ),
  'answers 304': kindWithStatus(304, head('304 Not Modified')),
  'closes without an answer': receiverKind(() => serveText(''), {
    statusCode: null,
    error: 'connection reset',
  }),
  'speaks something else': receiverKind(() => serveText('220 mail.example.com ESMTP\r\n'), {
    statusCode: null,
    error: 'answer is not HTTP',
  }),
  'sends huge headers': receiverKind(
    () => serveText(`HTTP/1.1 200 OK\r\n${`X-Filler: ${'x'.repeat(1000)}\r\n`.repeat(64)}\r\n`),
    { statusCode: null, error: 'answer headers too large' },
  ),
  'answers 500 with an endless body': receiverKind(serveEndlessly(head('500 Oops')), {
    statusCode: 500,
  }),
  'drips its headers': receiverKind(serveSlowly('HTTP/1.1 200 OK\r\n', 'X-Drop: 1\r\n'), {
    statusCode: null,
    error: 'timeout',
  }),
  'answers 500 and promises more than it sends': kindWithStatus(
    500,
    head('500 Oops', 'Content-Length: 1000\r\n') + 'no',
  ),
  'answers 500 with NUL and broken UTF-8': receiverKind(
    () =>
      serveText(
        Buffer.concat([Buffer.from(head('500 Oops')), Buffer.alloc(20_000, 0x80), Buffer.alloc(9)]),
      ),
    { statusCode: 500 },
  ),
  'answers 500 with nothing but NUL': receiverKind(
    () => serveText(Buffer.concat([Buffer.from(head('500 Oops')), Buffer.alloc(100)])),
    { statusCode: 500 },
  ),
  'has a certificate that nobody trusts': receiverKind(
    () => serve(createTlsServer(untrusted), (port) => `https://127.0.0.1:${port}/hook`),
    { statusCode: null, error: 'certificate not trusted' },
  ),
  'speaks no TLS where it should': receiverKind(
    () =>
      serveRaw(
        (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
        (port) => `https://127.0.0.1:${port}/`,
      ),
    { statusCode: null, error: 'no TLS connection' },
  ),
  'has a name that does not exist': receiverKind(serveAtName('nowhere.example'), {
    statusCode: null,
    error: 'name not found',
  }),
  'has a name server that never answers': receiverKind(serveAtName('hanging.example'), {
    statusCode: null,
    error: 'timeout',
  }),
  'has a name that is also a private address': receiverKind(serveAtName('mixed.example'), {
    statusCode: null,
    error: 'address not allowed',
  }),
  'says nothing but 103': receiverKind(
    () => serveText('HTTP/1.1 103 Early Hints\r\n\r\n', keepOpen),
    {
      statusCode: null,
      error: 'timeout',
    },
  ),
  'switches protocols': receiverKind(
    () =>
      serveText(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        keepOpen,
      ),
    { statusCode: null },
  ),
}

/** Receivers that respond 2xx and then misbehave. The event counts as delivered. */
export const deliveringReceivers: Record<string, () => Promise<BadReceiver>> = {
  'drips its body': serveSlowly(head('200 OK'), 'x'),
  'never ends its body': serveEndlessly(head('200 OK')),
  'breaks off in a chunk': () =>
    serveText(head('200 OK', 'Transfer-Encoding: chunked\r\n') + 'ff\r\nshort', (socket) =>
      socket.resetAndDestroy(),
    ),
  'sends a gzip bomb': () =>
    serveText(
      Buffer.concat([
        Buffer.from(head('200 OK', 'Content-Encoding: gzip\r\n')),
        gzipSync(Buffer.alloc(20_000_000)),
      ]),
    ),
  'hints first': () => serveText(`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${head('200 OK')}`),
  'answers 204': () => serveText(head('204 No Content')),
  'answers 299': () => serveText(shortResponse('299 Whatever')),
}
