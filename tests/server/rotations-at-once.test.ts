import { expect, test } from 'vitest'
import { keyCaller } from '../support/key.ts'
import { testApp } from '../support/test-app.ts'

const ROUNDS = 6

test('two rotations of one key at once leave one key that replaces it', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (let round = 0; round < ROUNDS; round++) {
    const { key } = await keyCaller(app, alice)
    const rotate = () =>
      alice.rest('POST', `/api/api-keys/${key.id}/rotate`, { overlapDays: round % 2 })
    const responses = await Promise.all([rotate(), rotate()])

    const succeeded = responses.filter(({ status }) => status === 201)
    expect(succeeded).toHaveLength(1)
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      201,
      // Without an overlap the former key is gone; with one, it already has a successor.
      round % 2 === 0 ? 404 : 409,
    ])
    const live = await app.db
      .selectFrom('apiKeys')
      .select('id')
      .where('replaces', '=', key.id)
      .where('revokedAt', 'is', null)
      .execute()
    expect(live).toEqual([{ id: succeeded[0]?.json().id }])
  }
})

test('a key that was rotated is rotated again only after its successor was revoked', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { key } = await keyCaller(app, alice)
  const rotate = () => alice.rest('POST', `/api/api-keys/${key.id}/rotate`, { overlapDays: 1 })
  const nextKey = (await rotate()).json()

  const refused = await rotate()
  await alice.rest('DELETE', `/api/api-keys/${nextKey.id}`)
  const again = await rotate()

  expect([refused.status, refused.json().reason]).toEqual([409, 'already_rotated'])
  expect(again.status).toBe(201)
})

test('only one of two revocations of one key at once takes effect', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (let round = 0; round < ROUNDS; round++) {
    const { key } = await keyCaller(app, alice)
    const revoke = () => alice.rest('DELETE', `/api/api-keys/${key.id}`)
    const responses = await Promise.all([revoke(), revoke()])

    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404])
  }
  const revoked = await app.db
    .selectFrom('auditLog')
    .select('id')
    .where('action', '=', 'api_key.revoked')
    .execute()
  expect(revoked).toHaveLength(ROUNDS)
})

test('two rotations of a signing secret at once follow each other', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [integration] = await alice.api.integrations.list.query()
  const id = integration?.id ?? ''
  await alice.rest('PUT', `/api/integrations/${id}`, { webhookUrl: 'http://127.0.0.1:9999/hook' })
  const rotate = () => alice.rest('POST', `/api/integrations/${id}/rotate-secret`, {})

  for (let round = 0; round < ROUNDS; round++) {
    const responses = await Promise.all([rotate(), rotate()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  }

  // Each rotation records the new secret of the rotation before as its former secret.
  const entries = await app.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('action', '=', 'integration.secret_rotated')
    .orderBy('id')
    .execute()
  const last4 = (text: string | null) => JSON.parse(text ?? '{}').secretLast4
  const befores = entries.slice(1).map(({ before }) => last4(before))
  const afters = entries.slice(0, -1).map(({ after }) => last4(after))
  expect(befores.toSorted()).toEqual(afters.toSorted())
})

test('only one of two first webhook URLs at once creates the signing secret', async () => {
  await using app = await testApp()

  for (let round = 0; round < ROUNDS; round++) {
    const person = await app.person()
    const [integration] = await person.api.integrations.list.query()
    const save = () =>
      person.rest('PUT', `/api/integrations/${integration?.id}`, {
        webhookUrl: 'http://127.0.0.1:9999/hook',
      })
    const responses = await Promise.all([save(), save()])

    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(responses.filter((response) => response.json().secret !== null)).toHaveLength(1)
  }
})
