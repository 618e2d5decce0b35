import { expect, test } from 'vitest'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { startWhileMerchantLocked } from '../support/merchant-lock.ts'
import { createTeamMember, tokenOf } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const DAY_MS = 86_400_000

const refusal = (code: string, reason?: string) => ({ data: { code, ...(reason && { reason }) } })
const notFound = refusal('not_found')
const ownerOnly = refusal('forbidden', 'owner_only')
const lastOwner = refusal('conflict', 'last_owner')

/** Returns everything that a refused change must leave as it was. */
const stateOf = async ({ db }: TestApp) =>
  JSON.stringify([
    await db.selectFrom('merchantMembers').selectAll().orderBy('subject').execute(),
    await db.selectFrom('merchantInvitations').selectAll().orderBy('id').execute(),
    await db.selectFrom('auditLog').selectAll().orderBy('id').execute(),
  ])

const rolesOf = async (person: Person) =>
  Object.fromEntries(
    (await person.api.team.list.query()).members.map(({ userId, role }) => [userId, role]),
  )

const auditOf = async ({ db }: TestApp, action: string) =>
  (await db.selectFrom('auditLog').selectAll().where('action', '=', action).execute()).map(
    ({ actor, objectId, before, after }) => ({ actor, objectId, before, after }),
  )

test('an owner invites with a link that is shown once, and the person who follows it joins', async () => {
  await using app = await testApp()
  const alice = await app.person({ name: 'Alice Rossi' })
  const bob = await app.person({ isOnboarded: false, name: 'Bob' })

  const invited = await alice.api.team.invite.mutate({ role: 'staff', email: ' ' })

  expect(invited).toEqual({
    id: expect.stringMatching(/^inv_/),
    role: 'staff',
    email: null,
    createdAt: '2026-03-10T12:00:00.000Z',
    expiresAt: '2026-03-17T12:00:00.000Z',
    mail: null,
    link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/join#[\w-]{43}$/),
    delivery: 'none',
  })
  const { link, delivery: _, ...shown } = invited
  expect((await alice.api.team.list.query()).invitations).toEqual([shown])
  const token = tokenOf({ link })
  expect(await bob.api.team.invitation.mutate({ token })).toEqual({
    businessName: 'Bar Centrale',
    role: 'staff',
    expiresAt: '2026-03-17T12:00:00.000Z',
    language: null,
  })

  app.clock.advance(60_000)
  expect(await bob.api.team.accept.mutate({ token })).toEqual(alice.merchant)

  expect(await bob.api.merchant.current.query()).toEqual(alice.merchant)
  expect(await bob.api.team.role.query()).toEqual({ role: 'staff' })
  const alices = {
    userId: alice.id,
    isKnown: true,
    name: 'Alice Rossi',
    email: alice.email,
    pictureUrl: null,
    role: 'owner',
    joinedAt: '2026-03-10T12:00:00.000Z',
    isYou: true,
  }
  const bobs = {
    userId: bob.id,
    isKnown: true,
    name: 'Bob',
    email: bob.email,
    pictureUrl: null,
    role: 'staff',
    joinedAt: '2026-03-10T12:01:00.000Z',
    isYou: false,
  }
  expect(await alice.api.team.list.query()).toEqual({ members: [alices, bobs], invitations: [] })
  expect((await bob.api.team.list.query()).members).toEqual([
    { ...alices, isYou: false },
    { ...bobs, isYou: true },
  ])
  expect(await auditOf(app, 'invitation.created')).toMatchObject([
    { actor: `user:${alice.id}`, objectId: shown.id },
  ])
  expect(await auditOf(app, 'member.joined')).toEqual([
    {
      actor: `user:${bob.id}`,
      objectId: bob.id,
      before: null,
      after: JSON.stringify({ role: 'staff', invitationId: shown.id }),
    },
  ])
  const kept = JSON.stringify([
    await app.db.selectFrom('merchantInvitations').selectAll().execute(),
    await app.db.selectFrom('auditLog').selectAll().execute(),
    app.logs,
  ])
  expect(kept).not.toContain(token)
})

test('staff see the team without its invitations, and a person unknown to the provider is shown as unknown', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [bob, carol] = [await createTeamMember(app, alice), await createTeamMember(app, alice)]
  await alice.api.team.invite.mutate({ role: 'owner' })
  await app.db.deleteFrom('authUsers').where('id', '=', carol.id).execute()

  const { members, invitations } = await bob.api.team.list.query()

  expect(invitations).toEqual([])
  expect(members.find(({ userId }) => userId === carol.id)).toMatchObject({
    isKnown: false,
    name: null,
    email: null,
    pictureUrl: null,
    role: 'staff',
  })
})

test('inviting requires a recent sign-in', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  app.clock.advance(10 * 60_000 + 1)
  const before = await stateOf(app)

  const unconfirmed = refusal('forbidden', 'confirmation_needed')
  await expect(alice.api.team.invite.mutate({ role: 'staff' })).rejects.toMatchObject(unconfirmed)
  await expect(
    alice.api.team.changeRole.mutate({ userId: bob.id, role: 'owner' }),
  ).rejects.toMatchObject(unconfirmed)

  expect(await stateOf(app)).toBe(before)
  await alice.api.team.remove.mutate({ userId: bob.id })
  expect(await rolesOf(alice)).toEqual({ [alice.id]: 'owner' })
})

test('an unknown, used, expired or revoked link gets one and the same response', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const visitor = await app.person({ isOnboarded: false })
  const invite = () => alice.api.team.invite.mutate({ role: 'staff' })
  const [usedInvitation, revoked, expired] = [await invite(), await invite(), await invite()]
  const newMember = await app.person({ isOnboarded: false })
  await newMember.api.team.accept.mutate({ token: tokenOf(usedInvitation) })
  await alice.api.team.revokeInvitation.mutate({ id: revoked.id })
  const tokens = [tokenOf(usedInvitation), tokenOf(revoked), 'a'.repeat(43), '', '\u0000', '../..']

  const responses = new Set<string>()
  const tryToken = async (token: string) => {
    for (const call of [visitor.api.team.invitation, visitor.api.team.accept]) {
      const error = await call.mutate({ token }).catch((thrown: Error) => thrown)
      if (token !== '') responses.add(error instanceof Error ? error.message : 'it was open')
    }
  }
  for (const token of tokens) await tryToken(token)
  app.clock.advance(7 * DAY_MS - 1)
  await visitor.signIn()
  expect(await visitor.api.team.invitation.mutate({ token: tokenOf(expired) })).toMatchObject({
    role: 'staff',
  })
  app.clock.advance(1)
  await tryToken(tokenOf(expired))

  expect([...responses]).toEqual(['This invitation does not exist or has ended.'])
  await alice.signIn()
  expect((await alice.api.team.list.query()).invitations).toEqual([])
  expect(await rolesOf(alice)).toEqual({ [alice.id]: 'owner', [newMember.id]: 'staff' })
})

test('only one of the people who follow one link at once joins', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const token = tokenOf(await alice.api.team.invite.mutate({ role: 'staff' }))
  const people = await Promise.all([1, 2, 3].map(() => app.person({ isOnboarded: false })))

  const outcomes = await Promise.allSettled(
    people.map(({ api }) => api.team.accept.mutate({ token })),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(notFound)
  }
  expect(await app.count('merchantMembers')).toBe(2)
  expect(await auditOf(app, 'member.joined')).toHaveLength(1)
})

test('a member of one business cannot join another, and the link stays open', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const token = tokenOf(await alice.api.team.invite.mutate({ role: 'staff' }))
  const already = refusal('conflict', 'already_member')

  await expect(bob.api.team.accept.mutate({ token })).rejects.toMatchObject(already)
  await expect(alice.api.team.accept.mutate({ token })).rejects.toMatchObject(already)

  const carol = await app.person({ isOnboarded: false })
  await carol.api.team.accept.mutate({ token })
  expect((await bob.api.merchant.current.query()).id).toBe(bob.merchant.id)
})

test('a person who follows two links at once belongs to one business, and the other link stays open', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const carol = await app.person({ isOnboarded: false })
  const tokens = await Promise.all(
    [alice, bob].map(async ({ api }) => tokenOf(await api.team.invite.mutate({ role: 'staff' }))),
  )

  const outcomes = await Promise.allSettled(
    tokens.map((token) => carol.api.team.accept.mutate({ token })),
  )

  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(refused[0]?.reason).toMatchObject(refusal('conflict', 'already_member'))
  const dave = await app.person({ isOnboarded: false })
  const accepted = await Promise.allSettled(
    tokens.map((token) => dave.api.team.invitation.mutate({ token })),
  )
  expect(accepted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an invitation for an e-mail address is for no other person, in any letter case', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [bob, carol] = [
    await app.person({ isOnboarded: false }),
    await app.person({ isOnboarded: false }),
  ]
  const token = tokenOf(
    await alice.api.team.invite.mutate({ role: 'owner', email: bob.email.toUpperCase() }),
  )
  const before = await stateOf(app)

  await expect(carol.api.team.accept.mutate({ token })).rejects.toMatchObject(
    refusal('forbidden', 'other_email'),
  )
  expect(await stateOf(app)).toBe(before)

  await bob.api.team.accept.mutate({ token })
  expect(await rolesOf(alice)).toEqual({ [alice.id]: 'owner', [bob.id]: 'owner' })
})

test('a link admits no person when anything fails during the request', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await app.person({ isOnboarded: false })
  const token = tokenOf(await alice.api.team.invite.mutate({ role: 'staff' }))
  const before = await stateOf(app)

  await app.db.schema.alterTable('audit_log').renameTo('hidden').execute()
  await expect(bob.api.team.accept.mutate({ token })).rejects.toMatchObject(refusal('internal'))
  await app.db.schema.alterTable('hidden').renameTo('audit_log').execute()

  expect(await stateOf(app)).toBe(before)
  await bob.api.team.accept.mutate({ token })
})

test('every change of the team is undone when it cannot be recorded', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const { id } = await alice.api.team.invite.mutate({ role: 'staff' })
  const before = await stateOf(app)

  await app.db.schema.alterTable('audit_log').renameTo('hidden').execute()
  for (const change of [
    () => alice.api.team.invite.mutate({ role: 'staff' }),
    () => alice.api.team.revokeInvitation.mutate({ id }),
    () => alice.api.team.changeRole.mutate({ userId: bob.id, role: 'owner' }),
    () => alice.api.team.remove.mutate({ userId: bob.id }),
    () => bob.api.team.leave.mutate({}),
  ]) {
    await expect(change()).rejects.toMatchObject(refusal('internal'))
  }
  await app.db.schema.alterTable('hidden').renameTo('audit_log').execute()

  expect(await stateOf(app)).toBe(before)
})

test('strangers, visitors, keys and staff change nothing about a team', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const bob = await createTeamMember(app, alice)
  const { id } = await alice.api.team.invite.mutate({ role: 'staff' })
  const newcomer = await app.person({ isOnboarded: false })
  const shop = await keyCaller(app, alice)
  const before = await stateOf(app)
  const attempts = ({ api }: Person) => [
    () => api.team.revokeInvitation.mutate({ id }),
    () => api.team.changeRole.mutate({ userId: bob.id, role: 'owner' }),
    () => api.team.remove.mutate({ userId: alice.id }),
  ]

  // Ids of another merchant are treated as missing ids.
  for (const attempt of attempts(mallory)) await expect(attempt()).rejects.toMatchObject(notFound)
  for (const attempt of [() => bob.api.team.invite.mutate({ role: 'owner' }), ...attempts(bob)]) {
    await expect(attempt()).rejects.toMatchObject(ownerOnly)
  }
  const withoutMerchant = [
    () => newcomer.api.team.list.query(),
    () => newcomer.api.team.invite.mutate({ role: 'owner' }),
    () => newcomer.api.team.leave.mutate({}),
    ...attempts(newcomer),
  ]
  for (const attempt of withoutMerchant) {
    await expect(attempt()).rejects.toMatchObject(refusal('forbidden', 'no_merchant'))
  }
  for (const name of ['invite', 'revokeInvitation', 'accept', 'changeRole', 'remove', 'leave']) {
    const response = await app.rest({
      method: 'POST',
      url: `/trpc/team.${name}`,
      payload: { token: 'x' },
    })
    expect([name, response.status]).toEqual([name, 401])
    const asKey = await shop.rest('POST', `/trpc/team.${name}`, { userId: bob.id })
    expect([name, asKey.status]).toEqual([name, 403])
  }
  expect(await stateOf(app)).toBe(before)
  expect((await mallory.api.team.list.query()).members).toHaveLength(1)
  expect(await rolesOf(mallory)).not.toHaveProperty(alice.id)
})

test.each([
  ['invite', {}],
  ['invite', { role: 'admin' }],
  ['invite', { role: 'staff', email: 'nobody' }],
  ['invite', { role: 'staff', more: 1 }],
  ['revokeInvitation', { id: '' }],
  ['invitation', {}],
  ['accept', { token: 'a'.repeat(201) }],
  ['changeRole', { userId: 'x' }],
  ['changeRole', { userId: 'x', role: 'key' }],
  ['remove', { userId: 7 }],
  ['leave', { force: true }],
])('%s refuses %j', async (name, input) => {
  await using app = await testApp()
  const alice = await app.person()
  const before = await stateOf(app)

  const response = await alice.rest('POST', `/trpc/team.${name}`, input)

  expect(response.status).toBe(400)
  expect(response.json().error.data.code).toBe('invalid')
  expect(await stateOf(app)).toBe(before)
})

test('a removed member is refused at the next request, and keys of the merchant continue to work', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice, 'owner')
  const shop = await keyCaller(app, bob)
  await bob.api.transactions.create.mutate(payment())

  await alice.api.team.remove.mutate({ userId: bob.id })

  await expect(bob.api.transactions.list.query({})).rejects.toMatchObject(
    refusal('forbidden', 'no_merchant'),
  )
  expect((await shop.rest('GET', '/api/transactions')).json()).toHaveLength(1)
  expect(await auditOf(app, 'member.removed')).toEqual([
    {
      actor: `user:${alice.id}`,
      objectId: bob.id,
      before: JSON.stringify({ role: 'owner' }),
      after: null,
    },
  ])
  await expect(alice.api.team.remove.mutate({ userId: bob.id })).rejects.toMatchObject(notFound)
  await bob.api.merchant.onboard.mutate({
    businessName: 'Own',
    businessType: 'retail',
    businessPhone: '112',
    acceptedTerms: true,
    acceptedPrivacy: true,
  })
})

test('a role changes at the next request', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  await expect(bob.api.apiKeys.list.query()).rejects.toMatchObject(ownerOnly)

  await alice.api.team.changeRole.mutate({ userId: bob.id, role: 'owner' })
  await alice.api.team.changeRole.mutate({ userId: bob.id, role: 'owner' })
  expect(await bob.api.apiKeys.list.query()).toEqual([])
  await bob.api.team.changeRole.mutate({ userId: alice.id, role: 'staff' })

  await expect(alice.api.apiKeys.list.query()).rejects.toMatchObject(ownerOnly)
  expect(await auditOf(app, 'member.role_changed')).toEqual([
    {
      actor: `user:${alice.id}`,
      objectId: bob.id,
      before: JSON.stringify({ role: 'staff' }),
      after: JSON.stringify({ role: 'owner' }),
    },
    {
      actor: `user:${bob.id}`,
      objectId: alice.id,
      before: JSON.stringify({ role: 'owner' }),
      after: JSON.stringify({ role: 'staff' }),
    },
  ])
})

test('an owner’s links end when they are no longer an owner', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [bob, carol] = [
    await createTeamMember(app, alice, 'owner'),
    await createTeamMember(app, alice, 'owner'),
  ]
  const bobs = tokenOf(await bob.api.team.invite.mutate({ role: 'owner' }))
  const carols = tokenOf(await carol.api.team.invite.mutate({ role: 'owner' }))
  const kept = await alice.api.team.invite.mutate({ role: 'staff' })

  await alice.api.team.remove.mutate({ userId: bob.id })
  await alice.api.team.changeRole.mutate({ userId: carol.id, role: 'staff' })

  for (const token of [bobs, carols]) {
    await expect(bob.api.team.accept.mutate({ token })).rejects.toMatchObject(notFound)
  }
  const { invitations } = await alice.api.team.list.query()
  expect(invitations.map(({ id }) => id)).toEqual([kept.id])
  expect(await auditOf(app, 'invitation.revoked')).toHaveLength(2)
})

test('the last owner can neither be removed, nor made staff, nor leave', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const before = await stateOf(app)

  for (const attempt of [
    () => alice.api.team.remove.mutate({ userId: alice.id }),
    () => alice.api.team.changeRole.mutate({ userId: alice.id, role: 'staff' }),
    () => alice.api.team.leave.mutate({}),
  ]) {
    await expect(attempt()).rejects.toMatchObject(lastOwner)
  }
  expect(await stateOf(app)).toBe(before)

  await bob.api.team.leave.mutate({})
  const carol = await createTeamMember(app, alice, 'owner')
  await alice.api.team.leave.mutate({})
  expect(await rolesOf(carol)).toEqual({ [carol.id]: 'owner' })
  expect(await auditOf(app, 'member.left')).toMatchObject([
    { actor: `user:${bob.id}` },
    { actor: `user:${alice.id}` },
  ])
})

test.each(['changeRole', 'remove', 'leave'] as const)(
  'two owners who %s at once leave one owner',
  async (change) => {
    await using app = await testApp()
    const alice = await app.person()
    const bob = await createTeamMember(app, alice, 'owner')
    const actOn = ({ api }: Person, other: Person) => {
      if (change === 'leave') return api.team.leave.mutate({})
      if (change === 'remove') return api.team.remove.mutate({ userId: other.id })
      return api.team.changeRole.mutate({ userId: other.id, role: 'staff' })
    }

    const outcomes = await startWhileMerchantLocked(app, alice.merchant.id, [
      () => actOn(alice, bob),
      () => actOn(bob, alice),
    ])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const owners = await app.db
      .selectFrom('merchantMembers')
      .selectAll()
      .where('role', '=', 'owner')
      .execute()
    expect(owners).toHaveLength(1)
  },
)

test('an owner of another identity provider does not count as one who can sign in', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const merchantId = alice.merchant.id
  await app.db
    .insertInto('merchantMembers')
    .values({
      merchantId,
      provider: 'clerk',
      subject: 'user_old',
      role: 'owner',
      createdAt: alice.merchant.createdAt,
    })
    .execute()

  await expect(alice.api.team.leave.mutate({})).rejects.toMatchObject(lastOwner)
  await alice.api.team.remove.mutate({ userId: 'user_old' })

  expect(await rolesOf(alice)).toEqual({ [alice.id]: 'owner' })
})

test('a merchant has at most fifty open invitations', async () => {
  await using app = await testApp()
  const alice = await app.person()
  for (let i = 0; i < 50; i++) await alice.api.team.invite.mutate({ role: 'staff' })

  await expect(alice.api.team.invite.mutate({ role: 'staff' })).rejects.toMatchObject(
    refusal('conflict', 'too_many_invitations'),
  )

  expect(await app.count('merchantInvitations')).toBe(50)
})
