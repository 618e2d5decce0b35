import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from '#server/config/config.ts'
import { poolOptionsOf } from '#server/config/database.ts'
import { secretKeysOf } from '#server/core/secrets/secret-key.ts'

const key = Buffer.alloc(32, 1).toString('base64')

test('no setting is required', () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    appUrl: 'http://127.0.0.1:3000',
    databaseUrl: 'file:./data/incasso.db',
    databasePoolSize: 10,
    role: 'all',
    drainMs: 0,
    environment: 'development',
    sandboxSettlementMs: 5000,
    areRateLimitsOn: true,
    logLevel: 'info',
  })
  expect(loadConfig({ PORT: '4000' }).appUrl).toBe('http://127.0.0.1:4000')
  expect(loadConfig({ PORT: '' }).port).toBe(3000)
})

test.each([
  [{ PORT: 'http' }, 'PORT: was given "http"'],
  [{ PORT: '70000' }, 'PORT: was given "70000"'],
  [{ APP_ENV: 'prod' }, 'APP_ENV: was given "prod"'],
  [{ APP_URL: 'example.com' }, 'APP_URL: was given "example.com"'],
  [{ APP_URL: 'https://example.com/shop' }, 'no path'],
  [{ DATABASE_URL: 'mysql://localhost' }, 'must be file:PATH or postgres://'],
  [{ DATABASE_URL: 'postgres://localhost/x' }, 'SECRET_KEY must be set when DATABASE_URL'],
  [
    { DATABASE_DIRECT_URL: 'postgres://localhost/x' },
    'DATABASE_DIRECT_URL goes with PostgreSQL alone: leave it out',
  ],
  [
    { DATABASE_URL: 'postgres://pooler/x', SECRET_KEY: key, DATABASE_DIRECT_URL: 'file:x' },
    'DATABASE_DIRECT_URL: was given a value that is not shown; must be postgres://',
  ],
  [{ DATABASE_NAMED_STATEMENTS: 'no' }, 'DATABASE_NAMED_STATEMENTS: was given "no"'],
  [
    { DATABASE_URL: 'postgres://a:1,b:2/x', SECRET_KEY: key },
    'DATABASE_URL names several hosts: add ?target_session_attrs=read-write',
  ],
  [
    { DATABASE_URL: 'postgres://a/x', SECRET_KEY: key, DATABASE_DIRECT_URL: 'postgres://a,b/x' },
    'DATABASE_DIRECT_URL names several hosts: add ?target_session_attrs=read-write',
  ],
  [{ ROLE: 'worker' }, 'ROLE=worker needs PostgreSQL'],
  [{ APP_ENV: 'production' }, 'SECRET_KEY must be set when APP_ENV is production'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must be 32 random bytes'],
  [{ SECRET_KEY: Buffer.alloc(32).toString('base64') }, 'SECRET_KEY must be 32 random bytes'],
  [{ SECRET_KEY: `${key},short` }, 'SECRET_KEY must be 32 random bytes'],
  [{ APP_ENV: 'production', SECRET_KEY: key, RATE_LIMITS: 'off' }, 'RATE_LIMITS=off'],
  [{ STRIPE_JS_URL: 'http://127.0.0.1/stripe.js' }, 'must be an origin'],
  [
    { APP_ENV: 'production', SECRET_KEY: key, STRIPE_JS_URL: 'https://js.example.com' },
    'STRIPE_JS_URL must be https://js.stripe.com when APP_ENV is production',
  ],
  [
    { APP_ENV: 'production', SECRET_KEY: key, STRIPE_API_URL: 'https://api.example.com' },
    'STRIPE_API_URL must be https://api.stripe.com when APP_ENV is production',
  ],
  [{ PAYPAL_API_URL: 'http://127.0.0.1/v2' }, 'must be an origin'],
  [
    { APP_ENV: 'production', SECRET_KEY: key, PAYPAL_API_URL: 'https://api.example.com' },
    'PAYPAL_API_URL must be https://api-m.paypal.com when APP_ENV is production',
  ],
])('%o ends the start with a message that explains the fix', (environment, message) => {
  expect(() => loadConfig(environment)).toThrow(ConfigError)
  expect(() => loadConfig(environment)).toThrow(message)
})

test('work that needs its own sessions bypasses a pooler', () => {
  const url = 'postgres://pooler:6432/incasso'
  const direct = 'postgres://one,two/incasso?sslmode=require&target_session_attrs=read-write'

  const alone = loadConfig({ DATABASE_URL: url, SECRET_KEY: key })
  const pooled = loadConfig({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: direct,
    DATABASE_NAMED_STATEMENTS: 'off',
    SECRET_KEY: key,
  })

  expect(alone).toMatchObject({ databaseDirectUrl: url, usesNamedStatements: true })
  expect(poolOptionsOf(alone)).toEqual({
    url,
    poolSize: 10,
    isPooled: false,
    usesNamedStatements: true,
  })
  expect(pooled).toMatchObject({ databaseUrl: url, databaseDirectUrl: direct })
  expect(poolOptionsOf(pooled)).toEqual({
    url,
    poolSize: 10,
    isPooled: true,
    usesNamedStatements: false,
  })
})

test('a message does not repeat secrets and database passwords', () => {
  const loadInvalid = () => loadConfig({ DATABASE_URL: 'mysql://me:hunter2@localhost' })

  expect(loadInvalid).toThrow(ConfigError)
  expect(loadInvalid).not.toThrow(/hunter2/)
})

test('a key is created once, readable by its owner only', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-test-'))
  const config = loadConfig({ DATABASE_URL: `file:${folder}/data/incasso.db` })

  const [first] = secretKeysOf(config)
  const [second] = secretKeysOf(config)

  expect(first).toHaveLength(32)
  expect(second).toEqual(first)
  expect(statSync(path.join(folder, 'data/secret.key')).mode & 0o777).toBe(0o600)
  writeFileSync(path.join(folder, 'data/secret.key'), 'damaged')
  expect(() => secretKeysOf(config)).toThrow('must hold 32 bytes')
  rmSync(folder, { recursive: true })
})
