import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createPayPalClients } from '#server/services/processors/paypal/paypal-client.ts'

test('a host of test mode that never responds does not delay live payments', async () => {
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/test')) return
    response.end(JSON.stringify(url.endsWith('/token') ? { access_token: 'T' } : { id: 'O1' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    // The time limit is longer than that of this test: a client that waits for both hosts ends it.
    const timeoutMs = 60_000
    const apiUrls = { live: `${url}/live`, test: `${url}/test` }
    const clients = createPayPalClients({ apiUrls, timeoutMs })

    const order = await clients.of('CLIENT:SECRET').call({ method: 'GET', path: '/v2/orders/O1' })

    expect(order).toEqual({ id: 'O1' })
    expect(await clients.modeOf('CLIENT:SECRET')).toBe('live')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
