import { expect, test } from 'vitest'
import { keyCaller, restWith } from '../support/key.ts'
import { testApp } from '../support/test-app.ts'

const path = '/api/environment/config'

test.each(['development', 'staging', 'production'])(
  'a signed-in person sees that this is %s, and nothing else',
  async (APP_ENV) => {
    await using app = await testApp({ environment: { APP_ENV, RATE_LIMITS: 'on' } })
    const newcomer = await app.person({ isOnboarded: false })

    expect((await newcomer.rest('GET', path)).json()).toEqual({ currentEnvironment: APP_ENV })
    expect(await newcomer.api.environment.config.query()).toEqual({ currentEnvironment: APP_ENV })
  },
)

test('the environment is refused to strangers and to keys', async () => {
  await using app = await testApp()
  const program = await keyCaller(app, await app.person())

  const stranger = await app.rest({ method: 'GET', url: path })
  const key = await restWith(app, program.key.secret)('GET', path)

  expect([stranger.status, key.status]).toEqual([401, 403])
  expect(key.json()).toMatchObject({ code: 'forbidden', reason: 'key_not_admitted' })
})

test('an unknown parameter of the environment is refused', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const response = await alice.rest('GET', `${path}?environment=production`)

  expect(response.status).toBe(400)
  expect(response.json().code).toBe('invalid')
})
