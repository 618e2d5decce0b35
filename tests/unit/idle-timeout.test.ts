import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { IdleTimeout } from '#server/http/entrance/load/idle-timeout.ts'

const IDLE_MS = 30

async function serverWith(
  result: (server: http.Server, response: http.ServerResponse) => unknown,
  idleMs = IDLE_MS,
) {
  const idleTimeout = new IdleTimeout(idleMs)
  const server = http.createServer((request, response) => {
    idleTimeout.recordRequest(request, response)
    request.resume().on('end', () => result(server, response))
  })
  idleTimeout.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a client that waits for the start of a response is not disconnected', async () => {
  // The timeouts are reported by hand: on a slow machine a real one may come before the request.
  await using server = await serverWith((httpServer, response) => {
    httpServer.emit('timeout', response.socket)
    httpServer.emit('timeout', response.socket)
    response.end('done')
  }, 60_000)

  const result = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'DELETE' })

  expect(await result.text()).toBe('done')
})

test.each([
  ['who says nothing', ''],
  ['who does not say all', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf'],
])('%s is cut off', async (_, sentText) => {
  await using server = await serverWith((_httpServer, response) => response.end('done'))
  const socket = connect(server.port, '127.0.0.1')
  socket.resume().write(sentText)

  const [hadError] = await once(socket, 'close')

  expect(hadError).toBe(false)
})

test('a client that reads nothing of a started response is disconnected', async () => {
  await using server = await serverWith((_httpServer, response) => response.write('begun'))
  const socket = connect(server.port, '127.0.0.1')
  socket.resume().write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')

  const [hadError] = await once(socket, 'close')

  expect(hadError).toBe(false)
})
