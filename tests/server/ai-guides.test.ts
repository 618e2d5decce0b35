import { expect, test } from 'vitest'
import { SECRET_KEY, startClerkStandIn } from '../support/clerk-stand-in.ts'
import { MODEL_KEY, startOpenaiStandIn } from '../support/openai-stand-in.ts'
import { testApp } from '../support/test-app.ts'

const advicePath = '/api/openai/environment-advice'
const guidePath = '/api/clerk/production-guide'
const statusPath = '/api/clerk/migration-status'

test('the guides are complete without a model, from the configuration itself', async () => {
  await using app = await testApp()
  const newcomer = await app.person({ isOnboarded: false })

  const advice = (await newcomer.rest('GET', advicePath)).json()
  const guide = (await newcomer.rest('GET', guidePath)).json()
  const status = (await newcomer.rest('GET', statusPath)).json()

  expect(advice).toMatchObject({ success: true, error: null })
  expect(advice.advice).toContain('Questo server gira in development')
  expect(advice.configuration.setup_steps.length).toBeGreaterThan(4)
  expect(guide).toMatchObject({ success: true, error: null })
  expect(guide.guide).toContain('Crea l’istanza di produzione in Clerk')
  expect(status.status).toMatchObject({
    currentEnvironment: 'development',
    publicKey: null,
    secretKey: null,
    issues: [expect.stringContaining('Clerk non è configurato')],
  })
  expect(status.status.recommendations).toHaveLength(1)
  expect(status.plan.steps.length).toBeGreaterThan(5)
})

test('the guides use the model’s words, and the model receives no secret', async () => {
  await using openai = await startOpenaiStandIn()
  await using app = await testApp({ environment: openai.environment })
  const alice = await app.person()
  openai.say('Ecco il piano.')

  expect((await alice.rest('GET', advicePath)).json().advice).toBe('Ecco il piano.')
  expect((await alice.rest('GET', guidePath)).json().guide).toBe('Ecco il piano.')
  expect((await alice.rest('GET', statusPath)).json().plan.plan).toBe('Ecco il piano.')
  const prompts = openai.requests.map(({ text }) => text).join('\n')
  expect(prompts).toContain('setup')
  expect(prompts).not.toContain(MODEL_KEY)
  expect(prompts).not.toContain(Buffer.alloc(32, 7).toString('base64'))
})

test('a failing model is reported in a 200 response; the migration keeps its own plan', async () => {
  await using openai = await startOpenaiStandIn()
  await using app = await testApp({ environment: openai.environment })
  const alice = await app.person()
  openai.behave(401)

  for (const path of [advicePath, guidePath]) {
    const response = await alice.rest('GET', path)
    expect([response.status, response.json().success]).toEqual([200, false])
    expect(response.json().error).toContain('refuses the key in OPENAI_API_KEY')
  }
  const status = await alice.rest('GET', statusPath)
  expect(status.json().plan.plan).toContain('Oggi l’accesso è quello incorporato')
})

test('the status with Clerk shows the public key, and only the kind of the secret key', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({
    clerk,
    environment: { APP_ENV: 'staging', RATE_LIMITS: 'on', APP_URL: 'http://127.0.0.1:3000' },
  })
  const alice = await app.person({ isOnboarded: false })

  const responses = [
    await alice.rest('GET', statusPath),
    await alice.rest('GET', guidePath),
    await alice.rest('GET', advicePath),
  ]

  const { status } = responses[0]?.json() ?? {}
  expect(status).toMatchObject({
    currentEnvironment: 'staging',
    publicKey: clerk.publishableKey,
    secretKey: 'sk_test_••••••••',
  })
  expect(status.issues.join('\n')).toMatch(/di prova[^]*non è https[^]*CLERK_JWT_KEY/)
  for (const { body } of responses) expect(body).not.toContain(SECRET_KEY)
})

test('callers who are not signed in get no guides', async () => {
  await using app = await testApp()

  for (const url of [advicePath, guidePath, statusPath]) {
    expect((await app.rest({ method: 'GET', url })).status).toBe(401)
  }
})
