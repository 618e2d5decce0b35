import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { HealthReserve } from '#server/http/entrance/load/health-reserve.ts'

async function serverWithReserve(endsAfterMs?: number) {
  const reserve = new HealthReserve({ most: 2, endsAfterMs })
  const server = http.createServer((request, response) => {
    response.writeHead(reserve.refuses(request) ? 503 : 200, { connection: 'close' }).end()
  })
  reserve.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    open: async () => {
      const socket = net.connect(port, '127.0.0.1')
      await once(server, 'connection')
      return socket
    },
    get: async (path: string) => {
      const request = http.get({ port, path, host: '127.0.0.1', agent: false })
      const [result] = (await once(request, 'response')) as [http.IncomingMessage]
      result.resume()
      await once(result, 'close')
      return result.statusCode
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('only health checks get a response when connections run out', async () => {
  await using server = await serverWithReserve()
  const first = await server.open()
  await server.open()

  expect(await server.get('/healthz')).toBe(200)
  expect(await server.get('/readyz?verbose')).toBe(200)
  expect(await server.get('/api/transactions')).toBe(503)
  expect(await server.get('/healthz/../api')).toBe(503)
  first.destroy()
  await once(first, 'close')
  await expect.poll(() => server.get('/api/transactions')).toBe(200)
})

test('an idle connection of the reserve ends soon', async () => {
  await using server = await serverWithReserve(20)
  await server.open()
  await server.open()

  const idle = await server.open()
  await once(idle, 'close')

  expect(idle.destroyed).toBe(true)
})
