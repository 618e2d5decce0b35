import { describe, expect, test } from 'vitest'
import { verifyWebhook, type WebhookEvent } from '#sdk/incasso.ts'
import { payloadOf } from '#server/services/outbox/payload.rules.ts'
import { makeSigningSecret, signatureOf } from '#server/services/outbox/signature.ts'

const AT_S = 1_773_144_000
const now = new Date(AT_S * 1000)
const secret = makeSigningSecret()
const content = {
  id: 'evt_1',
  type: 'integration.test',
  createdAt: '2026-03-10T12:00:00.000Z',
  data: { message: 'Zoë 𝕏' },
} as const
const body = payloadOf(content, 'v2')

type Delivery = { body?: string; secrets?: string[]; timestampS?: number }

const headersOf = ({
  body: signed = body,
  secrets = [secret],
  timestampS = AT_S,
}: Delivery = {}) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(timestampS),
  'webhook-signature': signatureOf({ id: 'evt_1', timestampS, body: signed }, secrets),
})

const event = {
  id: 'evt_1',
  type: 'integration.test',
  timestamp: content.createdAt,
  data: content.data,
}

describe('a genuine delivery is returned as an event', () => {
  test.each<[string, string | Uint8Array | ArrayBuffer]>([
    ['text', body],
    ['bytes', Buffer.from(body)],
    ['a buffer', new TextEncoder().encode(body).buffer],
  ])('from %s', async (_, received) => {
    expect(await verifyWebhook(received, headersOf(), secret, { now })).toEqual(event)
  })

  test('from headers of fetch', async () => {
    expect(await verifyWebhook(body, new Headers(headersOf()), [secret], { now })).toEqual(event)
  })

  test('while either side rotates the secret', async () => {
    const next = makeSigningSecret()
    const both = headersOf({ secrets: [next, secret] })

    for (const own of [[secret], [next], [next, secret]]) {
      expect(await verifyWebhook(body, both, own, { now })).toEqual(event)
    }
    expect(await verifyWebhook(body, headersOf(), [next, secret], { now })).toEqual(event)
  })

  test('up to the tolerance of the clocks, in both directions', async () => {
    for (const offsetS of [-300, 300]) {
      const headers = headersOf({ timestampS: AT_S + offsetS })
      expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event)
    }
  })

  test('with a type that this release lacks', async () => {
    const later = JSON.stringify({
      type: 'statement.imported',
      timestamp: 't',
      data: { id: 'po_1' },
    })

    const received: WebhookEvent = await verifyWebhook(later, headersOf({ body: later }), secret, {
      now,
    })

    expect(received).toEqual({
      id: 'evt_1',
      type: 'unknown',
      unknownType: 'statement.imported',
      timestamp: 't',
      data: { id: 'po_1' },
    })
  })
})

describe('a delivery is refused', () => {
  const genuine = headersOf()
  const [version, signature = ''] = genuine['webhook-signature'].split(',')

  test.each<[string, string, object, string]>([
    ['with another body', body.replace('Zoë', 'Zoe'), genuine, 'signature_wrong'],
    ['with another id', body, { ...genuine, 'webhook-id': 'evt_2' }, 'signature_wrong'],
    [
      'with another time',
      body,
      { ...genuine, 'webhook-timestamp': String(AT_S + 1) },
      'signature_wrong',
    ],
    [
      'signed with another secret',
      body,
      headersOf({ secrets: [makeSigningSecret()] }),
      'signature_wrong',
    ],
    [
      'with an empty signature',
      body,
      { ...genuine, 'webhook-signature': 'v1,' },
      'signature_wrong',
    ],
    [
      'with a part of the signature',
      body,
      { ...genuine, 'webhook-signature': `${version},${signature.slice(0, 40)}` },
      'signature_wrong',
    ],
    [
      'with a longer signature',
      body,
      {
        ...genuine,
        'webhook-signature': `v1,${Buffer.concat([Buffer.from(signature, 'base64'), Buffer.alloc(3)]).toString('base64')}`,
      },
      'signature_wrong',
    ],
    [
      'with text that is not base64',
      body,
      { ...genuine, 'webhook-signature': 'v1,%%%' },
      'signature_wrong',
    ],
    [
      'signed in another way',
      body,
      { ...genuine, 'webhook-signature': `v1a,${signature}` },
      'signature_wrong',
    ],
    ['of the past', body, headersOf({ timestampS: AT_S - 301 }), 'timestamp_too_old'],
    ['of the future', body, headersOf({ timestampS: AT_S + 301 }), 'timestamp_too_new'],
    ['without a time', body, { ...genuine, 'webhook-timestamp': 'soon' }, 'timestamp_invalid'],
    ['without headers', body, {}, 'headers_missing'],
    [
      'with a repeated header',
      body,
      { ...genuine, 'webhook-id': ['evt_1', 'evt_2'] },
      'headers_missing',
    ],
    ['that is not JSON', '<xml>', headersOf({ body: '<xml>' }), 'body_unreadable'],
    ['that is not an event', '[]', headersOf({ body: '[]' }), 'body_unreadable'],
    [
      'of version 1',
      payloadOf(content, 'v1'),
      headersOf({ body: payloadOf(content, 'v1') }),
      'version_one',
    ],
  ])('%s', async (_, received, headers, reason) => {
    const verifying = verifyWebhook(received, { ...headers }, secret, { now })

    await expect(verifying).rejects.toMatchObject({ name: 'WebhookProblem', reason })
  })

  test('whose signature differs in any bit', async () => {
    const bytes = Buffer.from(signature, 'base64')
    for (let index = 0; index < bytes.length; index++) {
      const forged = Buffer.from(bytes)
      forged[index] = (forged[index] ?? 0) ^ 1
      const headers = { ...genuine, 'webhook-signature': `v1,${forged.toString('base64')}` }
      await expect(verifyWebhook(body, headers, secret, { now })).rejects.toThrow('No signature')
    }
  })

  test('by a clock that is not readable', async () => {
    const verifying = verifyWebhook(body, genuine, secret, { now: new Date(Number.NaN) })

    await expect(verifying).rejects.toMatchObject({ name: 'WebhookProblem' })
  })
})

describe('a mistake of the program is a TypeError', () => {
  const parsed: string = JSON.parse(body)

  test.each<[string, string, string | string[], string]>([
    ['parsed JSON', parsed, secret, 'not the parsed JSON'],
    ['no secret', body, [], 'secrets must contain'],
    ['an empty secret', body, '', 'A signing secret must be'],
    ['another secret', body, 'sk_test_private', 'A signing secret must be'],
  ])('%s', async (_, received, secrets, advice) => {
    const verifying = verifyWebhook(received, headersOf(), secrets, { now })

    await expect(verifying).rejects.toThrow(TypeError)
    await expect(verifying).rejects.toThrow(advice)
    await expect(verifying).rejects.not.toThrow('private')
  })
})
