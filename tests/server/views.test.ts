import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'

const refusal = (code: string, reason?: string) => ({ data: { code, ...(reason && { reason }) } })
const failed = { name: 'Failed', search: { status: 'failed', page: 1 } }

test('a view follows its person, and no colleague or other merchant sees or touches it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const colleague = await createTeamMember(app, alice)
  const mallory = await app.person()

  const { id } = await alice.api.views.save.mutate(failed)

  await alice.signIn()
  expect(await alice.api.views.list.query()).toEqual([{ id, ...failed }])
  for (const other of [colleague, mallory]) {
    expect(await other.api.views.list.query()).toEqual([])
    await expect(other.api.views.rename.mutate({ id, name: 'Mine' })).rejects.toMatchObject(
      refusal('not_found'),
    )
    await expect(other.api.views.remove.mutate({ id })).rejects.toMatchObject(refusal('not_found'))
  }
  await alice.api.views.rename.mutate({ id, name: ' Not paid ' })
  expect(await alice.api.views.list.query()).toEqual([{ id, ...failed, name: 'Not paid' }])
  await alice.api.views.remove.mutate({ id })
  expect(await alice.api.views.list.query()).toEqual([])
})

test('a person keeps up to fifty views, and a refused one changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  for (let n = 1; n <= 50; n++) await alice.api.views.save.mutate({ ...failed, name: `View ${n}` })
  const before = await alice.api.views.list.query()

  await expect(alice.api.views.save.mutate(failed)).rejects.toMatchObject(
    refusal('conflict', 'too_many_views'),
  )
  for (const bad of [
    { name: '', search: {} },
    { name: 'x'.repeat(61), search: {} },
    { name: 'Card', search: { search: '4242 4242 4242 4242' } },
    { name: 'Null', search: { search: 'a\0b' } },
    { name: 'Long', search: Object.fromEntries([...'abcdefgh'].map((k) => [k, 'x'.repeat(300)])) },
    { name: 'Key', search: { 'a b': 1 } },
  ]) {
    await expect(alice.api.views.save.mutate(bad)).rejects.toMatchObject(refusal('invalid'))
  }
  expect(await alice.api.views.list.query()).toEqual(before)
  expect(before.map(({ name }) => name)).toEqual(
    Array.from({ length: 50 }, (_, n) => `View ${n + 1}`),
  )
})

test('the views of two lists are separate, each with names and a limit of its own', async () => {
  await using app = await testApp()
  const { api } = await app.person()
  const list = 'refunds'
  for (let n = 1; n <= 49; n++) await api.views.save.mutate({ ...failed, name: `View ${n}` })
  const paymentView = await api.views.save.mutate(failed)

  const refundView = await api.views.save.mutate({ ...failed, list })

  expect(Object.keys(refundView)).toEqual(['id', 'name', 'search'])
  expect(await api.views.list.query({ list })).toEqual([{ id: refundView.id, ...failed }])
  const paymentViews = await api.views.list.query()
  expect(paymentViews).toHaveLength(50)
  expect(await api.views.list.query({ list: 'transactions' })).toEqual(paymentViews)
  await api.views.rename.mutate({ id: refundView.id, name: 'View 1' })
  await api.views.remove.mutate({ id: refundView.id })
  expect(await api.views.list.query({ list })).toEqual([])
  expect(await api.views.list.query()).toContainEqual({ id: paymentView.id, ...failed })
})

test('a name is unique in a list, also for two people who save or rename at once', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { views } = alice.api
  const other = await views.save.mutate({ ...failed, name: 'Other' })

  const saved = await Promise.allSettled(Array.from({ length: 4 }, () => views.save.mutate(failed)))
  const nameTaken = refusal('conflict', 'view_name_taken')
  await expect(views.rename.mutate({ id: other.id, name: 'Failed' })).rejects.toMatchObject(
    nameTaken,
  )
  await views.rename.mutate({ id: other.id, name: 'Other' })

  const refused = saved.filter((each) => each.status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const { reason } of refused) expect(reason).toMatchObject(nameTaken)
  expect((await views.list.query()).map(({ name }) => name)).toEqual(['Other', 'Failed'])
  const colleague = await createTeamMember(app, alice)
  await colleague.api.views.save.mutate(failed)
  expect(await colleague.api.views.list.query()).toHaveLength(1)
})

test('a view’s content is returned unchanged', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const value = fc.oneof(
    fc.string({ maxLength: 20 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
    fc.integer(),
    fc.boolean(),
  )
  const key = fc.stringMatching(/^[a-z]{1,8}$/)
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(key, value, { maxKeys: 8, noNullPrototype: true }),
      async (search) => {
        const { id } = await alice.api.views.save.mutate({ name: 'Any', search })
        expect(await alice.api.views.list.query()).toEqual([{ id, name: 'Any', search }])
        await alice.api.views.remove.mutate({ id })
      },
    ),
    { numRuns: 30 },
  )
})
