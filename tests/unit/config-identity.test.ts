import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigError, type Environment, loadConfig } from '#server/config/config.ts'

const publishable = (kind: string, text = 'clerk.example.com$') =>
  `pk_${kind}_${Buffer.from(text).toString('base64')}`
const secret = (kind: string) => `sk_${kind}_${'a'.repeat(42)}`
const pemOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()
const inOneLine = (pem: string) => pem.replaceAll('\n', '\\n')

const keyPair = {
  CLERK_PUBLISHABLE_KEY: publishable('live'),
  CLERK_SECRET_KEY: secret('live'),
}

test('the embedded provider signs people in without keys', () => {
  expect(loadConfig({}).clerk).toBeUndefined()
  expect(loadConfig({ CLERK_JWT_KEY: 'x', CLERK_API_URL: 'https://example.com' }).clerk).toBe(
    undefined,
  )
})

test('both keys choose Clerk and give the URL of its instance', () => {
  const { clerk } = loadConfig({ ...keyPair, APP_URL: 'https://pay.example.com' })

  expect(clerk).toEqual({
    publishableKey: keyPair.CLERK_PUBLISHABLE_KEY,
    secretKey: keyPair.CLERK_SECRET_KEY,
    jwtKey: undefined,
    apiUrl: 'https://api.clerk.com',
    authorizedParties: expect.arrayContaining(['https://pay.example.com']),
    frontendApi: 'clerk.example.com',
    issuer: 'https://clerk.example.com',
  })
})

test('only the public origin may send tokens in production, unless others are named', () => {
  const production = {
    ...keyPair,
    APP_ENV: 'production',
    APP_URL: 'https://pay.example.com',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  }

  expect(loadConfig(production).clerk?.authorizedParties).toEqual(['https://pay.example.com'])
  const named = { ...production, CLERK_AUTHORIZED_PARTIES: 'https://a.example, https://b.example' }
  expect(loadConfig(named).clerk?.authorizedParties).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})

test('the JWT key may be on one line, and a slash after the API URL does not matter', () => {
  const pem = pemOf(2048)

  const { clerk } = loadConfig({
    ...keyPair,
    CLERK_JWT_KEY: inOneLine(pem),
    CLERK_API_URL: 'http://127.0.0.1:4000/',
  })

  expect(clerk?.jwtKey).toBe(pem)
  expect(clerk?.apiUrl).toBe('http://127.0.0.1:4000')
})

const ecPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

test.each([
  [
    'the publishable key alone',
    { CLERK_PUBLISHABLE_KEY: publishable('test') },
    'CLERK_SECRET_KEY must be set too',
  ],
  [
    'the secret key alone',
    { CLERK_SECRET_KEY: secret('test') },
    'CLERK_PUBLISHABLE_KEY must be set too',
  ],
  [
    'a publishable key that is none',
    { ...keyPair, CLERK_PUBLISHABLE_KEY: 'pk_1234' },
    'CLERK_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_',
  ],
  [
    'a publishable key that was cut',
    { ...keyPair, CLERK_PUBLISHABLE_KEY: publishable('live').slice(0, -3) },
    'be copied whole',
  ],
  [
    'a publishable key that names no host',
    { ...keyPair, CLERK_PUBLISHABLE_KEY: publishable('live', 'https://x y;$') },
    'CLERK_PUBLISHABLE_KEY must begin with',
  ],
  [
    'a secret key that is none',
    { ...keyPair, CLERK_SECRET_KEY: 'secret' },
    'CLERK_SECRET_KEY must begin with sk_test_ or sk_live_',
  ],
  [
    'a secret key that was cut',
    { ...keyPair, CLERK_SECRET_KEY: 'sk_live_abc' },
    'CLERK_SECRET_KEY must begin with sk_test_ or sk_live_',
  ],
  [
    'keys of a test and a live instance',
    { ...keyPair, CLERK_SECRET_KEY: secret('test') },
    'take both from the same instance',
  ],
  [
    'a JWT key that is not PEM',
    { ...keyPair, CLERK_JWT_KEY: 'MIIB' },
    'CLERK_JWT_KEY must be the PEM',
  ],
  [
    'a JWT key that was cut',
    { ...keyPair, CLERK_JWT_KEY: inOneLine(pemOf(2048).replace(/\n.{64}\n/, '\n')) },
    'CLERK_JWT_KEY must be the PEM',
  ],
  [
    'a JWT key of another kind',
    { ...keyPair, CLERK_JWT_KEY: inOneLine(ecPem) },
    'CLERK_JWT_KEY must be the PEM',
  ],
  [
    'a JWT key that is too short',
    { ...keyPair, CLERK_JWT_KEY: inOneLine(pemOf(1024)) },
    'CLERK_JWT_KEY must be the PEM',
  ],
  ['an API address that is none', { ...keyPair, CLERK_API_URL: 'api.clerk.com' }, 'CLERK_API_URL'],
  [
    'a SECRET_KEY that is too short',
    { ...keyPair, SECRET_KEY: Buffer.alloc(16, 1).toString('base64') },
    'SECRET_KEY must be 32 random bytes in base64, such as the output of `openssl rand -base64 32`',
  ],
])(
  '%s ends the start with a message that explains the fix',
  (_, environment: Environment, message) => {
    const load = () => loadConfig(environment)

    expect(load).toThrow(ConfigError)
    expect(load).toThrow(message)
    for (const value of [environment.CLERK_SECRET_KEY, environment.SECRET_KEY]) {
      if (value && value.length > 10) expect(load).not.toThrow(value)
    }
  },
)

test('all mistakes are reported at once', () => {
  expect(() => loadConfig({ ...keyPair, CLERK_SECRET_KEY: 'x', CLERK_JWT_KEY: 'y' })).toThrow(
    /CLERK_SECRET_KEY.*\n.*CLERK_JWT_KEY/,
  )
})
