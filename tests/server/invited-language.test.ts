import { expect, test } from 'vitest'
import { createTeamMember, tokenOf } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'

test('an invited person starts in the language of the inviter', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.preferences.save.mutate({ language: 'it' })

  const bob = await createTeamMember(app, alice)

  expect(await bob.api.preferences.current.query()).toEqual({ language: 'it' })
})

test('a chosen language is kept, and the mixed language is not passed on', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.preferences.save.mutate({ language: 'it' })
  const bob = await app.person({ isOnboarded: false })
  await bob.api.preferences.save.mutate({ language: 'en' })

  const token = tokenOf(await alice.api.team.invite.mutate({ role: 'staff' }))
  await bob.api.team.accept.mutate({ token })
  await alice.api.preferences.save.mutate({ language: 'spec' })
  const carol = await createTeamMember(app, alice)

  expect(await bob.api.preferences.current.query()).toEqual({ language: 'en' })
  expect(await carol.api.preferences.current.query()).toEqual({ language: null })
})

test('a visitor with an invitation learns the language of the inviter', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const first = tokenOf(await alice.api.team.invite.mutate({ role: 'staff' }))
  const visitor = await app.person({ isOnboarded: false })

  const before = await visitor.api.team.invitation.mutate({ token: first })
  await alice.api.preferences.save.mutate({ language: 'it' })
  const after = await visitor.api.team.invitation.mutate({ token: first })

  expect([before.language, after.language]).toEqual([null, 'it'])
})
