import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { createServer } from '#server/http/entrance/http-server.ts'

const config = loadConfig({ SECRET_KEY: Buffer.alloc(32, 7).toString('base64') })

/** Longer than a test may take. */
const NEVER_MS = 1_000_000

/**
 * Starts a server without time limits, so that it closes only if it ends its connections itself. `/wait` is answered
 * when the test says so, and `/stream` has begun its response before.
 */
async function startServer(endingTimes = { idleMs: 0, limitMs: NEVER_MS }) {
  const app = createServer({ config, log: pino({ level: 'silent' }), endingTimes })
  let answer = () => {}
  let markEnding = () => {}
  const ending = new Promise<void>((resolve) => {
    markEnding = resolve
  })
  // Runs after the hook that ends connections.
  app.addHook('preClose', async () => markEnding())
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/now', async () => 'done')
  app.post('/now', async () => 'done')
  app.get('/wait', async () => {
    await answered
    return 'done'
  })
  app.get('/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.write('begun ')
    answered.then(() => reply.raw.end('done'))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { server } = app
  Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 })
  server.setTimeout(0)
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<Socket> => {
    const accepted = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    await accepted
    return socket
  }
  return { app, answer, open, ending }
}

/** Resolves when a connection is closed, also by a reset: the server has not read all that was sent. */
const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket
      .on('error', () => undefined)
      .once('close', () => resolve())
      .resume()
  })

const send = (socket: Socket, path: string) =>
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)

test.each([
  ['has sent no request', async () => undefined],
  [
    'has an answered request',
    async (socket: Socket) => {
      send(socket, '/now')
      await once(socket, 'data')
    },
  ],
  ['has sent a part of a request', async (socket: Socket) => socket.write('GET /now HTTP/1.1\r\n')],
])('a server that stops ends a connection that %s', async (_, use) => {
  const { app, open } = await startServer()
  const socket = await open()
  await use(socket)
  const ended = closeOf(socket)

  await app.close()
  socket.end()

  await ended
  expect(socket.destroyed).toBe(true)
})

test.each([
  ['/wait', 'connection: close', 'done'],
  ['/stream', 'begun', 'done'],
])(
  'a server that stops finishes the response of %s, then ends its connection',
  async (path, ...parts) => {
    const { app, answer, open, ending } = await startServer()
    const socket = await open()
    const requested = once(app.server, 'request')
    send(socket, path)
    await requested
    const received = text(socket)

    const closed = app.close()
    await ending
    answer()
    await closed

    const response = (await received).toLowerCase()
    for (const part of parts) expect(response).toContain(part)
    socket.end()
  },
)

test('a request on a connection that is being ended is answered before', async () => {
  const { app, answer, open, ending } = await startServer()
  const socket = await open()
  const requested = once(app.server, 'request')
  send(socket, '/stream')
  await requested
  const received = text(socket)

  const closed = app.close()
  await ending
  const pipelined = once(app.server, 'request')
  send(socket, '/now')
  await pipelined
  answer()
  await closed

  expect((await received).match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  socket.end()
})

test('a request on a connection that waits for another response is answered after it', async () => {
  const { app, answer, open, ending } = await startServer()
  const socket = await open()
  const requested = once(app.server, 'request')
  send(socket, '/wait')
  await requested
  const received = text(socket)

  const closed = app.close()
  await ending
  const pipelined = once(app.server, 'request')
  send(socket, '/now')
  await pipelined
  answer()
  await closed

  const responses = (await received).toLowerCase().split('http/1.1 200').slice(1)
  expect(responses.map((each) => each.includes('connection: close'))).toEqual([false, true])
  socket.end()
})

test('the first request of a new connection is still answered', async () => {
  const { app, open, ending } = await startServer({ idleMs: NEVER_MS, limitMs: NEVER_MS })
  const socket = await open()
  const received = text(socket)

  const closed = app.close()
  await ending
  send(socket, '/now')
  await closed

  expect((await received).toLowerCase()).toContain('connection: close')
  socket.end()
})

test('a body that never arrives delays a stop only until the limit', async () => {
  const { app, open } = await startServer({ idleMs: NEVER_MS, limitMs: 0 })
  const socket = await open()
  const requested = once(app.server, 'request')
  socket.write('POST /now HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf')
  await requested
  const ended = closeOf(socket)

  await app.close()
  socket.end()

  await ended
  expect(socket.destroyed).toBe(true)
})
