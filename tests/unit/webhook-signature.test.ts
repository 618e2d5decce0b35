import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeSigningSecret, signatureOf } from '#server/services/outbox/signature.ts'
import { anyCharacter } from '../support/characters.ts'

/** The current time in seconds, because the verifier uses the real clock. */
const timestampS = Math.floor(performance.timeOrigin / 1000)

const headersOf = (id: string, body: string, secrets: string[], at = timestampS) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': signatureOf({ id, timestampS: at, body }, secrets),
})

test('the published example of Standard Webhooks is reproduced', () => {
  const signed = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampS: 1614265330,
    body: '{"test": 2432232314}',
  }

  expect(signatureOf(signed, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('the reference library verifies the signature of any body', () => {
  const secret = makeSigningSecret()
  const verifier = new Webhook(secret)

  fc.assert(
    fc.property(fc.json({ stringUnit: anyCharacter }), (body) => {
      expect(verifier.verify(body, headersOf('evt_1', body, [secret]))).toEqual(JSON.parse(body))
    }),
    { numRuns: 300 },
  )
})

test('each of two secrets verifies by itself, and a third does not', () => {
  const [current, former, other] = [makeSigningSecret(), makeSigningSecret(), makeSigningSecret()]
  const headers = headersOf('evt_1', '{}', [current, former])

  expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
  expect(new Webhook(current).verify('{}', headers)).toEqual({})
  expect(new Webhook(former).verify('{}', headers)).toEqual({})
  expect(() => new Webhook(other).verify('{}', headers)).toThrow()
})

test('a changed body, id or time, or a time too long ago, is refused', () => {
  const secret = makeSigningSecret()
  const verifier = new Webhook(secret)
  const headers = headersOf('evt_1', '{"a":1}', [secret])
  const old = headersOf('evt_1', '{"a":1}', [secret], timestampS - 301)

  expect(() => verifier.verify('{"a":2}', headers)).toThrow()
  expect(() => verifier.verify('{"a":1}', { ...headers, 'webhook-id': 'evt_2' })).toThrow()
  expect(() =>
    verifier.verify('{"a":1}', { ...headers, 'webhook-timestamp': String(timestampS + 1) }),
  ).toThrow()
  expect(() => verifier.verify('{"a":1}', old)).toThrow()
})

test('secrets are 32 random bytes', () => {
  const secrets = Array.from({ length: 100 }, makeSigningSecret)

  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  }
})
