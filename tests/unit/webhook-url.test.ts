import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { UrlRules } from '#server/config/webhooks.ts'
import { createWebhookSender } from '#server/services/outbox/sender.ts'
import { webhookUrlIssue } from '#server/services/outbox/webhook-url.ts'
import { hostileAddresses, hostileUrls } from '../support/hostile-urls.ts'

const strict: UrlRules = { privateAddresses: 'none', mayBePlain: false }
const development: UrlRules = { privateAddresses: 'loopback', mayBePlain: true }
const ownNetwork: UrlRules = { privateAddresses: 'all', mayBePlain: true }

test.each([
  'https://shop.example.com/hooks',
  'https://shop.example.com./hooks',
  'https://shop.example.com:8443/hooks?shop=1',
  'https://8.8.8.8/hooks',
  'https://[2606:4700:4700::1111]/hooks',
  'https://caffè.example.com/hooks',
])('%s may be saved', (url) => {
  expect(webhookUrlIssue(url, strict)).toBeUndefined()
})

test(`each of ${hostileUrls.length} hostile URLs is refused when it is saved`, () => {
  expect(hostileUrls.length).toBeGreaterThanOrEqual(150)
  expect(new Set(hostileUrls).size).toBe(hostileUrls.length)
  expect(hostileUrls.filter((url) => webhookUrlIssue(url, strict) === undefined)).toEqual([])
})

test('development allows this machine, also without TLS, and no other private host', () => {
  for (const url of [
    'http://127.0.0.1:4000/hook',
    'http://localhost:4000/hook',
    'http://shop.localhost:4000/',
    'http://[::1]:4000/',
    'https://127.0.0.1:4000/hook',
  ]) {
    expect(webhookUrlIssue(url, development), url).toBeUndefined()
  }
  for (const url of [
    'http://shop.example.com/',
    'http://8.8.8.8/',
    'http://10.0.0.1:4000/',
    'http://169.254.169.254:8080/',
    'http://0.0.0.0:4000/',
    'http://[fe80::1]:4000/',
    'http://127.0.0.1:22/',
  ]) {
    expect(webhookUrlIssue(url, development), url).toBeDefined()
  }
})

test('an unrestricted setting also allows names of the private network', () => {
  for (const url of ['http://shop:4000/', 'https://10.0.0.1/', 'http://shop.internal:4000/']) {
    expect(webhookUrlIssue(url, ownNetwork), url).toBeUndefined()
  }
  expect(webhookUrlIssue('http://0.0.0.0:4000/', ownNetwork)).toBeDefined()
  expect(webhookUrlIssue('ftp://shop/', ownNetwork)).toBeDefined()
})

/** Starts a server that counts its connections, on IPv4 and IPv6 loopback. */
async function listeners() {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.destroy()
  })
  server.listen({ port: 0, host: '::', ipv6Only: false })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    port,
    count: () => count,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

const delivery = (url: string) => ({ url, headers: {}, body: '{}' })

test('no connection is made to any of the hostile URLs, literal or behind a name', async () => {
  await using listener = await listeners()
  const answers = new Map(hostileAddresses.map((address, index) => [`n${index}.example`, address]))
  const sender = createWebhookSender({
    privateAddresses: 'none',
    timeoutMs: 60_000,
    resolve: async (name) => {
      const address = answers.get(name) ?? ''
      return [{ address, family: address.includes(':') ? 6 : 4 }]
    },
  })

  for (const [name, address] of answers) {
    const literal = address.includes(':') ? `[${address}]` : address
    for (const host of [literal, name]) {
      for (const scheme of ['http', 'https']) {
        const receipt = await sender.send(delivery(`${scheme}://${host}:${listener.port}/`))
        expect(receipt, `${scheme} ${host}`).toMatchObject({
          statusCode: null,
          error: 'address not allowed',
        })
      }
    }
  }

  expect(listener.count()).toBe(0)
  sender.close()
})

test('a name that resolves differently the second time is caught as the socket connects', async () => {
  await using listener = await listeners()
  const answers = ['127.0.0.1', '10.0.0.1', '169.254.169.254']
  let lookups = 0
  const sender = createWebhookSender({
    // Loopback counts as public here, so that no outside host is called.
    privateAddresses: 'loopback',
    timeoutMs: 60_000,
    resolve: async () => [{ address: answers[lookups++] ?? '', family: 4 }],
  })
  const send = () => sender.send(delivery(`http://rebinding.example:${listener.port}/`))

  expect((await send()).error).toBe('connection reset')
  expect(lookups).toBe(1)
  expect((await send()).error).toBe('address not allowed')
  expect((await send()).error).toBe('address not allowed')
  expect(listener.count()).toBe(1)
  sender.close()
})

test('a forbidden IP address among others blocks the name, in either order', async () => {
  await using listener = await listeners()
  const [good, bad] = [
    { address: '127.0.0.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  for (const response of [
    [good, bad],
    [bad, good],
    [good, { address: '::ffff:10.0.0.1', family: 6 }],
  ]) {
    const sender = createWebhookSender({
      privateAddresses: 'loopback',
      timeoutMs: 60_000,
      resolve: async () => response,
    })
    const receipt = await sender.send(delivery(`http://mixed.example:${listener.port}/`))
    expect(receipt.error).toBe('address not allowed')
    sender.close()
  }
  expect(listener.count()).toBe(0)
})

test('localhost is this machine, regardless of any name server', async () => {
  await using listener = await listeners()
  const sender = createWebhookSender({ privateAddresses: 'none', timeoutMs: 60_000 })

  for (const host of ['localhost', 'localhost.', 'a.localhost']) {
    const receipt = await sender.send(delivery(`http://${host}:${listener.port}/`))
    expect(receipt.error).toBe('address not allowed')
  }

  expect(listener.count()).toBe(0)
  sender.close()
})
