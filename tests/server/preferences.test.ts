import { expect, test } from 'vitest'
import { testApp } from '../support/test-app.ts'

const refusal = (code: string) => ({ data: { code } })

test('a language follows its person to another browser, and a visitor has none', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await app.person({ isOnboarded: false })
  expect(await alice.api.preferences.current.query()).toEqual({ language: null })

  await alice.api.preferences.save.mutate({ language: 'it' })
  await alice.api.preferences.save.mutate({ language: 'en' })

  await alice.signIn()
  expect(await alice.api.preferences.current.query()).toEqual({ language: 'en' })
  expect(await bob.api.preferences.current.query()).toEqual({ language: null })
  const response = await app.rest({ method: 'GET', url: '/trpc/preferences.current' })
  expect(response.json()).toEqual({ result: { data: { language: null } } })
})

test('a language change by a stranger or to an unknown language is refused, and nothing changes', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.preferences.save.mutate({ language: 'it' })

  const strangerResponse = await app.rest({
    method: 'POST',
    url: '/trpc/preferences.save',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ language: 'en' }),
  })
  expect(strangerResponse.status).toBe(401)
  for (const language of ['de', '', null]) {
    await expect(
      alice.api.preferences.save.mutate({ language: language as 'it' }),
    ).rejects.toMatchObject(refusal('invalid'))
  }
  expect(await app.db.selectFrom('preferences').select('language').execute()).toEqual([
    { language: 'it' },
  ])
})
