import { describe, expect, test } from 'vitest'
import { Incasso, type IncassoSettings, type NewPayment } from '#sdk/incasso.ts'

const order: NewPayment = {
  amount: '12.34',
  customerName: 'Ada Rossi',
  customerEmail: 'ada@example.com',
}
const NOW = Date.parse('2026-03-10T12:00:00Z')

type Reply = Response | Error | 'silence'

const paid = () => Response.json({ id: 'txn_1' }, { status: 201 })
const refusal = (status: number, reason: string, headers: Record<string, string> = {}) =>
  Response.json(
    { status, code: 'limit', reason, detail: 'Later.', requestId: 'req_1' },
    { status, headers },
  )
const lost = () => new TypeError('fetch failed')

/** Returns a client whose server gives these replies, in order, and a record of requests and pauses. */
function clientWith(replies: Reply[], settings: Partial<IncassoSettings> = {}) {
  const keys: (string | null)[] = []
  const bodies: (string | null)[] = []
  const pausesMs: number[] = []
  const left = [...replies]
  const client = new Incasso({
    key: 'sk_test_1',
    baseUrl: 'https://pay.example.com',
    environment: {
      fetch: (_url, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        bodies.push(init?.body ? String(init.body) : null)
        const reply = left.shift()
        if (reply instanceof Response) return Promise.resolve(reply)
        if (reply instanceof Error) return Promise.reject(reply)
        return new Promise((_resolve, reject) => {
          const signal = init?.signal
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      },
      now: () => NOW,
      random: () => 0.5,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted()
        pausesMs.push(ms)
      },
    },
    ...settings,
  })
  return { client, keys, bodies, pausesMs }
}

describe('a payment is sent again with the same key', () => {
  test.each<[string, () => Reply]>([
    ['no response arrives', lost],
    ['the server answers 500', () => refusal(500, 'internal')],
    ['a proxy answers 502', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['the server answers 503', () => refusal(503, 'overloaded')],
    ['a proxy answers 504', () => new Response('', { status: 504 })],
    ['the rate is limited', () => refusal(429, 'rate_limit')],
    ['the first request still runs', () => refusal(409, 'idempotency_in_progress')],
  ])('when %s', async (_, reply) => {
    const { client, keys, bodies, pausesMs } = clientWith([reply(), reply(), paid()])

    const payment = await client.payments.create(order)

    expect(payment.id).toBe('txn_1')
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(new Set(bodies)).toEqual(new Set([JSON.stringify(order)]))
    // Half of the pause is random: 500 ms and 1,000 ms, times 0.75.
    expect(pausesMs).toEqual([375, 750])
  })

  test('which is the caller’s, or a new one for each call', async () => {
    const { client, keys } = clientWith([lost(), paid(), paid(), paid()])

    await client.payments.create(order, { idempotencyKey: 'order-1' })
    await client.payments.create(order)
    await client.payments.create(order)

    expect(keys.slice(0, 2)).toEqual(['order-1', 'order-1'])
    expect(new Set(keys).size).toBe(3)
  })

  test('until the retries are used up; then the error has the key', async () => {
    const { client, keys, pausesMs } = clientWith(Array.from({ length: 9 }, lost), {
      maxRetries: 6,
    })

    const call = client.payments.create(order, { idempotencyKey: 'order-1' })

    await expect(call).rejects.toMatchObject({
      name: 'NoResponse',
      attempts: 7,
      idempotencyKey: 'order-1',
      cause: { message: 'fetch failed' },
    })
    expect(keys).toHaveLength(7)
    expect(pausesMs).toEqual([375, 750, 1500, 3000, 6000, 6000])
  })
})

describe('Retry-After', () => {
  test.each([
    ['in seconds', '7', 7500],
    ['as a date', 'Tue, 10 Mar 2026 12:00:20 GMT', 20_500],
    ['as a past date', 'Tue, 10 Mar 2026 11:00:00 GMT', 0],
    ['unreadable', 'soon', 375],
  ])('%s', async (_, value, pauseMs) => {
    const { client, pausesMs } = clientWith([
      refusal(503, 'overloaded', { 'retry-after': value }),
      paid(),
    ])

    await client.payments.create(order)

    expect(pausesMs).toEqual([pauseMs])
  })

  test('beyond the limit ends the call, and the problem has it', async () => {
    const { client, pausesMs } = clientWith([refusal(429, 'rate_limit', { 'retry-after': '61' })])

    await expect(client.payments.create(order)).rejects.toMatchObject({
      name: 'IncassoProblem',
      status: 429,
      reason: 'rate_limit',
      retryAfterMs: 61_000,
    })
    expect(pausesMs).toEqual([])
  })
})

describe('nothing is sent again', () => {
  test.each([400, 401, 403, 404, 409, 413, 422])('after %d', async (status) => {
    const { client, keys } = clientWith([refusal(status, 'idempotency_key_reused')])

    await expect(client.payments.create(order, { idempotencyKey: 'a' })).rejects.toMatchObject({
      name: 'IncassoProblem',
      message: `${status} idempotency_key_reused: Later.`,
      status,
      requestId: 'req_1',
      idempotencyKey: 'a',
    })
    expect(keys).toHaveLength(1)
  })

  test('when the event of a call without a key may have been sent', async () => {
    for (const reply of [lost(), refusal(503, 'overloaded')]) {
      const { client, keys } = clientWith([reply])
      await expect(client.webhookEvents.test()).rejects.toThrow()
      expect(keys).toEqual([null])
    }
    const limited = clientWith([refusal(429, 'rate_limit'), paid()])
    await limited.client.webhookEvents.test()
    expect(limited.keys).toHaveLength(2)
  })

  test('after the caller’s signal, also during a pause', async () => {
    const controller = new AbortController()
    const { client, keys } = clientWith(['silence'])
    const call = client.payments.create(order, { signal: controller.signal })
    controller.abort(new Error('closed'))
    await expect(call).rejects.toThrow('closed')
    expect(keys).toHaveLength(1)

    const later = new AbortController()
    const pausing = new Incasso({
      key: 'sk_test_1',
      baseUrl: 'https://pay.example.com',
      environment: {
        fetch: () => {
          // Aborts once the client waits for the retry, whose pause is the real one.
          setTimeout(() => later.abort(new Error('closed later')))
          return Promise.reject(lost())
        },
      },
    })
    const waiting = pausing.payments.create(order, { signal: later.signal })
    await expect(waiting).rejects.toThrow('closed later')
  })
})

test('a silent server counts as lost after the timeout', async () => {
  const { client, keys } = clientWith(['silence', paid()], { timeoutMs: 50 })

  expect(await client.payments.create(order, { idempotencyKey: 'a' })).toEqual({ id: 'txn_1' })
  expect(keys).toEqual(['a', 'a'])
})

test('an erasure whose response was lost succeeds, an unknown customer does not', async () => {
  const retried = clientWith([lost(), refusal(404, 'unknown')])
  await expect(retried.client.customers.erase('cus_1')).resolves.toBeUndefined()

  const unknown = clientWith([refusal(404, 'unknown')])
  await expect(unknown.client.customers.erase('cus_1')).rejects.toMatchObject({ status: 404 })
})

describe('a response that is not Incasso’s is a problem with advice', () => {
  test.each<[string, Response, string]>([
    ['a page', new Response('<html>', { status: 200 }), 'Is baseUrl the URL of an Incasso server?'],
    [
      'a redirect',
      new Response(null, { status: 301, headers: { location: 'https://www.example.com/' } }),
      'The server redirects to https://www.example.com/.',
    ],
    [
      'a response of version 1',
      Response.json({ id: 'txn_1' }, { headers: { 'api-version': 'v1' } }),
      'used version v1',
    ],
    ['an error page', new Response('<html>', { status: 418 }), 'The server responded 418.'],
  ])('%s', async (_, response, advice) => {
    const { client } = clientWith([response])

    await expect(client.payments.create(order)).rejects.toThrow(advice)
  })
})

describe('settings are refused with advice', () => {
  const valid = { key: 'sk_test_1', baseUrl: 'https://pay.example.com' }

  test.each<[Partial<IncassoSettings>, string]>([
    [{ key: '' }, 'key must be an API key'],
    [{ key: 'whsec_1' }, 'key must be an API key'],
    [{ key: 'sk_test_1\nx' }, 'key must be an API key'],
    [{ baseUrl: 'pay.example.com' }, 'baseUrl must be the URL'],
    [{ baseUrl: 'ftp://pay.example.com' }, 'baseUrl must be the URL'],
    [{ baseUrl: 'http://pay.example.com' }, 'allowHttp'],
    [{ baseUrl: 'https://pay.example.com/api' }, 'must not contain /api'],
    [{ maxRetries: -1 }, 'maxRetries must be'],
    [{ timeoutMs: 0 }, 'timeoutMs must be'],
  ])('%o', (wrong, advice) => {
    expect(() => new Incasso({ ...valid, ...wrong })).toThrow(advice)
  })

  test('without repeating the secret', () => {
    expect(() => new Incasso({ ...valid, key: 'whsec_private' })).not.toThrow('private')
  })

  test('but loopback, a path and a private network are accepted', async () => {
    const urls: string[] = []
    const environment = {
      fetch: async (url: unknown) => {
        urls.push(String(url))
        return paid()
      },
    }
    for (const settings of [
      { baseUrl: 'http://127.0.0.1:3000/' },
      { baseUrl: 'https://example.com/pay/' },
      { baseUrl: 'http://incasso:3000', allowHttp: true },
    ]) {
      await new Incasso({ ...valid, ...settings, environment }).merchant()
    }
    expect(urls).toEqual([
      'http://127.0.0.1:3000/api/merchant/profile',
      'https://example.com/pay/api/merchant/profile',
      'http://incasso:3000/api/merchant/profile',
    ])
  })

  test('a browser is refused', () => {
    const globals: Record<string, unknown> = globalThis
    Object.assign(globals, { window: {}, document: {} })
    try {
      expect(() => new Incasso(valid)).toThrow('Call Incasso from your server.')
    } finally {
      delete globals.window
      delete globals.document
    }
  })
})

test.each(['', '..', 'a/b', '?limit=1'])('the id “%s” is refused before a request', async (id) => {
  const { client, keys } = clientWith([])

  await expect((async () => client.payments.get(id))()).rejects.toThrow('Not an id')
  expect(keys).toEqual([])
})

test.each(['', 'ключ', 'a b', 'x'.repeat(256)])(
  'the key “%s” is refused before a request',
  async (idempotencyKey) => {
    const { client, keys } = clientWith([])

    await expect(client.payments.create(order, { idempotencyKey })).rejects.toThrow(
      'idempotencyKey must be',
    )
    expect(keys).toEqual([])
  },
)
