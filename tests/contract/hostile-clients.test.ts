import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltServer, type Send, startBuiltServer } from '../support/built-server.ts'
import { payment } from '../support/make.ts'

let server: BuiltServer
let program: Send
beforeAll(async () => {
  server = await startBuiltServer()
  program = await server.program(await server.person())
})
afterAll(async () => server[Symbol.asyncDispose]())

type RawConnection = { socket: Socket; text: () => string; ended: Promise<void> }

/** Opens a raw connection, which sends only what the test writes. */
async function openConnection(): Promise<RawConnection> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    received += part
  })
  // A client that is disconnected while it sends may see a reset instead of an end.
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return { socket, text: () => received, ended }
}

const waitForDrain = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('drain', () => resolve()))

/** Sends these lines, and returns all data received until the server closes the connection. */
async function sendRaw(...lines: string[]): Promise<string> {
  const { socket, text, ended } = await openConnection()
  socket.write(lines.join('\r\n'))
  await ended
  return text()
}

const host = 'Host: 127.0.0.1'
const close = 'Connection: close'
const problem = (response: string) => JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))

test.each([
  [
    'more than 16 kB of headers',
    431,
    ['GET /api/merchants HTTP/1.1', host, `X: ${'a'.repeat(20_000)}`, '', ''],
  ],
  ['a header line without a colon', 400, ['GET / HTTP/1.1', host, 'nonsense', '', '']],
  [
    'a length beside chunks',
    400,
    [
      'POST /api/payments HTTP/1.1',
      host,
      'Content-Length: 5',
      'Transfer-Encoding: chunked',
      '',
      '0',
      '',
      '',
    ],
  ],
  [
    'two lengths',
    400,
    ['POST /api/payments HTTP/1.1', host, 'Content-Length: 5', 'Content-Length: 6', '', 'hello'],
  ],
  [
    'a chunk without a size',
    400,
    [
      'POST /api/payments HTTP/1.1',
      host,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      'zz',
      'x',
      '',
    ],
  ],
  ['an unknown method', 400, ['BREW / HTTP/1.1', host, '', '']],
  ['bytes that are not HTTP', 400, ['\u0016\u0003\u0001\u0002', '', '']],
])(
  '%s gets status %i with a problem document, and the connection ends',
  async (_, status, lines) => {
    const response = await sendRaw(...lines)

    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response.toLowerCase()).toContain('content-type: application/problem+json')
    expect(response.toLowerCase()).toContain('connection: close')
    expect(problem(response)).toMatchObject({ status, code: 'invalid' })
  },
)

test.each([
  ['an address of 10 kB', `GET /api/merchants?search=${'a'.repeat(10_000)} HTTP/1.1`],
  ['an address that cannot be decoded', 'GET /api/transactions/%zz HTTP/1.1'],
  ['TRACE', 'TRACE /trpc/identity.current HTTP/1.1'],
  ['TRACE of REST', 'TRACE /api/payments HTTP/1.1'],
])('%s gets a plain 400 response', async (_, line) => {
  const response = await sendRaw(line, host, close, '', '')

  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(problem(response)).toMatchObject({ status: 400, code: 'invalid' })
  expect(problem(response).requestId).toMatch(/^req_/)
})

test('a request with 150 headers is refused, and none is dropped', async () => {
  const many = Array.from({ length: 150 }, (_, i) => `X-${i}: 1`)

  const response = await sendRaw('GET /api/merchants HTTP/1.1', host, close, ...many, '', '')

  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(problem(response).reason).toBe('headers_too_long')
})

test('a CONNECT request opens no connection', async () => {
  expect(await sendRaw('CONNECT 127.0.0.1:22 HTTP/1.1', host, '', '')).toBe('')
})

test('no header changes the method', async () => {
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method']) {
    const read = await program('GET', '/api/merchants', undefined, { [name]: 'DELETE' })
    const created = await program('POST', '/api/customers?_method=DELETE', undefined, {
      [name]: 'GET',
    })
    expect([name, read.status, created.status]).toEqual([name, 200, 400])
  }
})

test.each(['/api/payments', '/trpc/transactions.create', '/api/auth/sign-in/email'])(
  'a body of 10 MB in chunks to %s is cut off with 413 and not kept in memory',
  async (path) => {
    const before = server.memoryMb()
    const { socket, text, ended } = await openConnection()
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        host,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        '',
      ].join('\r\n'),
    )
    for (let sent = 0; sent < 640 && !socket.destroyed; sent++) {
      if (!socket.write(chunk)) await Promise.race([waitForDrain(socket), ended])
    }
    await ended

    // A client that keeps sending may see the end of the connection before the response.
    if (text() !== '') {
      expect(text()).toMatch(/^HTTP\/1\.1 413 /)
      expect(problem(text())).toMatchObject({ status: 413, code: 'too_large' })
    }
    expect(socket.bytesWritten).toBeLessThan(10_000_000)
    expect(server.memoryMb() - before).toBeLessThan(40)
  },
)

test('a multipart form of 10 MB to tRPC is refused before any of it is kept', async () => {
  const before = server.memoryMb()

  for (const method of ['POST', 'OPTIONS', 'PUT']) {
    const response = await fetch(`${server.url}/trpc/transactions.create`, {
      method,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'x'.repeat(10_000_000),
    }).then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect([method, response]).toEqual([method, expect.toBeOneOf([404, 400, 413, 415, 'cut off'])])
  }

  expect(server.memoryMb() - before).toBeLessThan(60)
})

const nestedJson = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

test.each([
  '/api/payments',
  '/api/customers',
  '/trpc/transactions.create',
  '/api/auth/sign-in/email',
])('a body nested 10,000 deep gets a plain 400 response at %s', async (path) => {
  for (const body of [nestedJson, `{"amount":${nestedJson}}`, '{"a":'.repeat(10_000)]) {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([path, response.status]).toEqual([path, 400])
  }
})

test('a deeply nested input in the URL gets a plain 400 response', async () => {
  const input = `${'['.repeat(3000)}${']'.repeat(3000)}`

  const response = await fetch(`${server.url}/trpc/identity.current?input=${input}`)

  expect(response.status).toBe(400)
})

test('clients that send a byte a second prevent no payment and are all disconnected', async () => {
  const headLines = ['POST /api/payments HTTP/1.1', host, 'Content-Type: application/json']
  const beginnings = [
    // Headers that never end, a body that never ends, and no data at all.
    `${headLines.join('\r\n')}\r\nX-`,
    `${[...headLines, 'Content-Length: 500', '', '{'].join('\r\n')}`,
    '',
  ]
  const slow = await Promise.all(
    Array.from({ length: 400 }, async (_, i) => {
      const one = await openConnection()
      one.socket.write(beginnings[i % 3] ?? '')
      return one
    }),
  )
  const dripTimer = setInterval(() => {
    for (const { socket } of slow) if (socket.writable && socket.bytesWritten > 0) socket.write('a')
  }, 1000)

  for (let i = 0; i < 30; i++) {
    const paid = await program('POST', '/api/payments', payment(), {
      'idempotency-key': `slow-${i}`,
    })
    expect(paid.status).toBe(201)
  }
  await Promise.all(slow.map(({ ended }) => ended))
  clearInterval(dripTimer)

  const responses = slow.map(({ text }) => text().slice(9, 12)).filter(Boolean)
  expect(new Set(responses)).toEqual(new Set(['408']))
  expect((await program('GET', '/api/merchants')).status).toBe(200)
})
