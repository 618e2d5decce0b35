import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { keyCaller } from '../support/key.ts'
import { type ReceivedRequest, startReceiver } from '../support/receiver.ts'
import { testApp } from '../support/test-app.ts'
import { deliverAll, setWebhookUrl } from '../support/webhooks.ts'

const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

const hasPhp = (() => {
  try {
    execFileSync('php', ['-r', 'exit(PHP_VERSION_ID < 80100 ? 1 : 0);'])
    return true
  } catch {
    return false
  }
})()

type Json = ReturnType<typeof JSON.parse>

/** Starts a shop with the gateway of docs/samples, on the server of PHP with four processes. */
async function startShop(settings: object) {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-woocommerce-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    'php',
    ['-S', `127.0.0.1:${port}`, file('tests/support/woocommerce/shop.php')],
    {
      env: {
        PATH: process.env.PATH,
        PHP_CLI_SERVER_WORKERS: '4',
        SHOP_FOLDER: folder,
        GATEWAY_FILE: file('docs/samples/incasso-woocommerce.php'),
        GATEWAY_SETTINGS: JSON.stringify(settings),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  )
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  const read = async (name: string): Promise<Json> => {
    const response = await fetch(`${url}${name}`)
    const text = await response.text()
    if (!response.ok) throw new Error(`${name}: ${response.status} ${text}\n${log.slice(-2000)}`)
    return JSON.parse(text)
  }
  const isReady = () => read('/ready').catch(() => false)
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  return {
    read,
    hook: ({ body, headers }: ReceivedRequest) =>
      fetch(`${url}/?wc-api=incasso`, {
        method: 'POST',
        body,
        headers: Object.fromEntries(
          Object.entries(headers).filter(([name]) => name.startsWith('webhook-')),
        ) as Record<string, string>,
      }).then(({ status }) => status),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      // The group of this server: its processes would go on alone.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a server, a merchant whose webhooks are recorded, and their shop. */
async function startAll() {
  const app = await testApp()
  // The shop compares timestamps with the real clock.
  app.clock.set(new Date().toISOString())
  const owner = await app.person()
  const receiver = await startReceiver()
  const { secret } = await setWebhookUrl(owner, receiver.url, { version: 'v2' })
  const { key } = await keyCaller(app, owner, { scopes: ['shop'] })
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const shop = await startShop({ enabled: 'yes', url, key: key.secret, secrets: secret })
  const { read } = shop
  return {
    app,
    owner,
    receiver,
    read,
    hook: shop.hook,
    order: (id: string, total: string) => read(`/orders?order=${id}&total=${total}`),
    checkout: (id: string) => read(`/checkout?order=${id}`),
    approve: async ({ redirect }: { redirect: string }) => {
      const { pathname, origin } = new URL(redirect)
      const decided = await app.rest({
        method: 'POST',
        url: pathname,
        payload: 'decision=approve',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin,
          'sec-fetch-site': 'same-origin',
        },
      })
      expect(decided.status).toBe(303)
      await app.settle()
      await deliverAll(app)
    },
    completion: () => {
      const found = receiver.received.findLast(
        ({ body }) => JSON.parse(body).type === 'payment.completed',
      )
      if (!found) throw new Error('no payment.completed was delivered')
      return found
    },
    [Symbol.asyncDispose]: async () => {
      await shop[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
      await app[Symbol.asyncDispose]()
    },
  }
}

describe.runIf(hasPhp)('the gateway of docs/samples/incasso-woocommerce.php', () => {
  test('completes an order once, in whichever order the webhook and the buyer come', async () => {
    await using all = await startAll()
    const paid = { status: 'processing', completions: 1 }

    await all.order('1', '49.06')
    await all.approve(await all.checkout('1'))
    const unpaid = await all.read('/order?order=1')
    expect(await all.hook(all.completion())).toBe(204)
    expect(await all.read('/order?order=1')).toMatchObject(paid)
    await all.read('/thanks?order=1')

    await all.order('2', '50.06')
    await all.approve(await all.checkout('2'))
    await all.read('/thanks?order=2')
    expect(await all.read('/order?order=2')).toMatchObject(paid)
    await all.hook(all.completion())

    await all.order('3', '51.06')
    await all.approve(await all.checkout('3'))
    const hook = all.completion()
    const statuses = await Promise.all([
      ...[1, 2, 3].map(() => all.hook(hook)),
      all.read('/thanks?order=3'),
    ])

    expect(unpaid).toMatchObject({ status: 'pending' })
    expect(statuses.slice(0, 3)).toEqual([204, 204, 204])
    for (const id of ['1', '2', '3']) {
      expect([id, await all.read(`/order?order=${id}`)]).toMatchObject([id, paid])
    }
  })

  test('makes one payment of an order in several tabs, with the last amount of its cart', async () => {
    await using all = await startAll()
    await all.order('4', '60.06')
    const tabs = await Promise.all([1, 2, 3].map(() => all.checkout('4')))
    await all.order('4', '61.06')
    const changed = await all.checkout('4')
    await all.approve(tabs[0])
    await all.hook(all.completion())
    const again = await all.checkout('4')

    expect(tabs.map(({ result }) => result)).toEqual(Array(3).fill('success'))
    expect(changed.result).toBe('success')
    expect(again).toEqual({
      result: 'success',
      redirect: 'https://shop.example.com/thanks?order=4',
    })
    expect(await all.app.count('transactions')).toBe(1)
    const { data } = await all.owner.api.transactions.list.query({})
    expect(data).toMatchObject([{ amount: '61.06', status: 'success' }])
    expect(await all.read('/order?order=4')).toMatchObject({ completions: 1 })
  })

  test('refuses what is not genuine, and refunds a stored refund once', async () => {
    await using all = await startAll()
    await all.order('5', '70.06')
    await all.approve(await all.checkout('5'))
    const genuine = all.completion()
    const forged = { ...genuine, body: genuine.body.replace('70.06', '0.06') }
    const old = { ...genuine.headers, 'webhook-timestamp': '1700000000' }

    expect(await all.hook(forged)).toBe(400)
    expect(await all.hook({ ...genuine, headers: old })).toBe(400)
    expect(await all.read('/order?order=5')).toMatchObject({ status: 'pending' })
    await all.hook(genuine)
    const first = await all.read('/refund?order=5&amount=20.00')
    const repeated = await all.read('/refund?order=5&amount=20.00&again=1')
    const tooMuch = await all.read('/refund?order=5&amount=70.00')

    expect([first, repeated]).toEqual([true, true])
    expect(tooMuch).toMatchObject({ code: 'incasso', message: expect.stringMatching(/refund/) })
    expect(await all.app.count('refunds')).toBe(1)
  })

  test('a declined payment fails its order, and the next one completes it', async () => {
    await using all = await startAll()
    await all.order('6', '80.01')
    const declined = await all.checkout('6')
    const failed = await all.read('/order?order=6')
    await all.order('6', '80.06')
    await all.approve(await all.checkout('6'))
    for (const hook of all.receiver.received) await all.hook(hook)

    expect(declined.redirect).toBe('https://shop.example.com/thanks?order=6')
    expect(failed).toMatchObject({ status: 'failed' })
    expect(await all.read('/order?order=6')).toMatchObject({ status: 'processing', completions: 1 })
  })
})
