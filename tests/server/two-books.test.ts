import { expect, test } from 'vitest'
import type { World } from '#server/core/context.ts'
import { goLive as makeLive } from '#server/features/merchants/go-live.ts'
import { actingMerchantOf } from '#server/features/merchants/merchants.rules.ts'
import { verbs } from '#server/ops/verbs.ts'
import { modeOfCookies } from '#server/shared/mode.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { type TestApp, testApp } from '../support/test-app.ts'
import { asPage, goLive, inMode, withSandbox } from '../support/two-modes.ts'
import { integrationOf } from '../support/webhooks.ts'

const merchantsOf = (app: TestApp) =>
  app.db.selectFrom('merchants').selectAll().orderBy('mode', 'desc').execute()

test('going live creates an empty live mode for the same business', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  await alice.api.transactions.create.mutate(payment())

  const { live, liveId } = await goLive(app, alice)

  const { id: _, createdAt: _c, updatedAt: _u, ...same } = alice.merchant
  expect(await live.api.merchant.current.query()).toMatchObject(same)
  expect(liveId).not.toBe(alice.merchant.id)
  expect(await live.api.dashboard.stats.query()).toMatchObject({ totalTransactions: 0 })
  expect(await integrationOf(live)).toMatchObject({ name: 'Incasso', webhookUrl: null })
  expect((await integrationOf(live)).id).not.toBe((await integrationOf(alice)).id)
  expect(await app.count('merchantMembers')).toBe(1)
  expect(await live.api.merchant.books.query()).toEqual({
    open: 'live',
    hasLive: true,
    isDemo: false,
  })
  for (const book of [alice, live]) {
    const { data } = await book.api.auditLog.list.query({ action: 'merchant.went_live' })
    expect(data).toMatchObject([{ objectId: liveId, actor: `user:${alice.id}` }])
  }
})

test('staff, strangers and keys cannot go live', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const staff = await createTeamMember(app, alice)
  const shop = await keyCaller(app, alice)

  await expect(staff.api.merchant.goLive.mutate({})).rejects.toMatchObject({
    data: { reason: 'owner_only' },
  })
  expect((await app.rest({ method: 'POST', url: '/trpc/merchant.goLive' })).status).not.toBe(200)
  expect((await shop.rest('POST', '/trpc/merchant.goLive', {})).status).toBe(403)
  expect(await app.count('merchants')).toBe(1)
})

test('going live takes no input, and requires the password after ten minutes', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const colour = { colour: 'red' } as unknown as Record<string, never>

  await expect(alice.api.merchant.goLive.mutate(colour)).rejects.toMatchObject({
    data: { code: 'invalid' },
  })
  app.clock.advance(10 * 60_000 + 1)
  await expect(alice.api.merchant.goLive.mutate({})).rejects.toMatchObject({
    data: { reason: 'confirmation_needed' },
  })
  expect(await app.count('merchants')).toBe(1)
})

test.each([
  ['suspended', 'merchant_suspended'],
  ['pending', 'merchant_pending'],
])('a %s merchant cannot go live', async (status, reason) => {
  await using app = await testApp()
  const alice = await app.person()
  await app.db.updateTable('merchants').set({ verificationStatus: status }).execute()

  await expect(alice.api.merchant.goLive.mutate({})).rejects.toMatchObject({ data: { reason } })
  expect(await app.count('merchants')).toBe(1)
})

test('a demo cannot go live', async () => {
  await using app = await testApp()
  const visitor = await app.person({ isOnboarded: false })
  await visitor.api.demo.create.mutate({ timezone: 'UTC' })

  await expect(visitor.api.merchant.goLive.mutate({})).rejects.toMatchObject({
    data: { reason: 'demo_stays_test' },
  })
  expect(await app.count('merchants')).toBe(1)
})

test('a failure in the middle leaves test mode only', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [row] = await merchantsOf(app)
  if (!row) throw new Error('no merchant')
  const before = await Promise.all([merchantsOf(app), app.count('auditLog')])
  const newId: World['newId'] = (prefix) => {
    if (prefix === 'int') throw new Error('no more ids')
    return app.world.newId(prefix)
  }

  const failedGoLive = makeLive({
    ...app.world,
    newId,
    actor: { type: 'system', job: alice.id },
    requestId: 'request',
    address: null,
    merchant: actingMerchantOf(row),
  })

  await expect(failedGoLive).rejects.toThrow('no more ids')
  expect(await Promise.all([merchantsOf(app), app.count('auditLog')])).toEqual(before)
  expect(await app.count('integrations')).toBe(1)
})

test('only one of several calls at once creates live mode, and a second call changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const responses = await Promise.allSettled(
    Array.from({ length: 6 }, () => alice.api.merchant.goLive.mutate({})),
  )

  expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await merchantsOf(app)).toHaveLength(2)
  const [testMerchant, live] = await merchantsOf(app)
  expect([testMerchant?.twinId, live?.twinId]).toEqual([live?.id, testMerchant?.id])
  await expect(inMode(app, alice, 'live').api.merchant.goLive.mutate({})).rejects.toMatchObject({
    data: { reason: 'already_live' },
  })
  expect(await app.count('integrations')).toBe(2)
})

test('live mode accepts no payment in either API without a processor, and reports what it needs', async () => {
  await using app = await testApp()
  const { live } = await goLive(app, await app.person())
  const shop = await keyCaller(app, live)

  const asPerson = await live.rest('POST', '/api/payments', payment())
  const asKey = await shop.rest('POST', '/api/transactions', payment())

  for (const response of [asPerson, asKey]) {
    expect(response.status, response.body).toBe(409)
    expect(response.json()).toMatchObject({ reason: 'processor_not_connected' })
    expect(response.json().detail).toContain('Settings')
  }
  expect(await app.count('transactions')).toBe(0)
  expect(await app.count('customers')).toBe(0)
})

test('a key shows and opens the mode that created it, whichever cookie comes with it', async () => {
  await using app = await testApp()
  const { test: alice, live, liveId } = await goLive(app, await app.person())
  const keys = { test: await keyCaller(app, alice), live: await keyCaller(app, live) }

  expect(keys.test.key.secret).toMatch(/^sk_test_[0-9A-Za-z]{43}$/)
  expect(keys.live.key.secret).toMatch(/^sk_live_[0-9A-Za-z]{43}$/)
  expect(keys.live.key.prefix).toBe(keys.live.key.secret.slice(0, 12))
  for (const cookie of ['', 'incasso-book=live', 'incasso-book=test']) {
    const asked = async (book: 'test' | 'live') =>
      (await keys[book].rest('GET', '/api/merchants', undefined, { cookie })).json().id
    expect([await asked('test'), await asked('live')]).toEqual([alice.merchant.id, liveId])
  }
  const forged = keys.live.key.secret.replace('sk_live_', 'sk_test_')
  const response = await app.rest({
    method: 'GET',
    url: '/api/merchants',
    headers: { authorization: `Bearer ${forged}` },
  })
  expect(response.json()).toMatchObject({ reason: 'key_unknown' })
  const stated = await keys.live.rest('GET', '/api/customers', undefined, {
    'x-incasso-book': 'test',
  })
  expect([stated.status, stated.json().reason]).toEqual([409, 'book_changed'])
})

test('a tab that shows the mode that is not open is refused', async () => {
  await using app = await testApp()
  const { test: alice, live } = await goLive(app, await app.person())

  // Both tabs share one cookie, with the book that was chosen last.
  const oldTab = asPage(app, live, 'test')
  const newTab = asPage(app, live, 'live')
  const staleTab = asPage(app, alice, 'live')

  const made = { name: 'Ada', email: 'ada@example.com' }
  for (const refused of [
    await oldTab('GET', '/trpc/transactions.list'),
    await oldTab('POST', '/trpc/customers.create', made),
    await oldTab('GET', '/api/transactions'),
    await staleTab('GET', '/trpc/transactions.list'),
    await staleTab('POST', '/trpc/customers.create', made),
    await live.rest('GET', '/api/transactions/export?book=test'),
    await alice.rest('GET', '/api/audit-log/export?book=live'),
  ]) {
    expect(refused.status, refused.body).toBe(409)
    expect(refused.body).toContain('book_changed')
  }
  expect(await app.count('customers')).toBe(0)
  expect((await newTab('GET', '/trpc/transactions.list')).status).toBe(200)
  expect((await newTab('POST', '/trpc/customers.create', made)).status).toBe(200)
  const csv = await live.rest('GET', '/api/transactions/export?book=live')
  expect(csv.headers['content-disposition']).toContain('incasso-transactions-live_')
  expect((await app.rest({ method: 'GET', url: '/api/merchants?book=maybe' })).status).toBe(400)
})

test('a cookie for a missing live mode opens test mode', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const asked = inMode(app, alice, 'live')

  expect((await asked.api.merchant.current.query()).id).toBe(alice.merchant.id)
  expect(await asked.api.merchant.books.query()).toMatchObject({ open: 'test', hasLive: false })
  expect(['live', 'test', 'evil', ''].map((word) => modeOfCookies(`incasso-book=${word}`))).toEqual(
    ['live', 'test', 'test', 'test'],
  )
})

test('both modes have one team, and a change of it applies to both at once', async () => {
  await using app = await testApp()
  const { test: alice, live } = await goLive(app, await app.person())

  const staff = await createTeamMember(app, live)
  const staffLive = inMode(app, staff, 'live')
  const teamLists = [await alice.api.team.list.query(), await live.api.team.list.query()]
  await expect(staffLive.api.apiKeys.list.query()).rejects.toMatchObject({
    data: { reason: 'owner_only' },
  })
  expect(await staffLive.api.team.role.query()).toEqual({ role: 'staff' })
  await live.api.team.changeRole.mutate({ userId: staff.id, role: 'owner' })
  expect(await staffLive.api.apiKeys.list.query()).toEqual([])
  await alice.api.team.remove.mutate({ userId: staff.id })

  expect(teamLists[0]).toEqual(teamLists[1])
  expect(teamLists[0]?.members).toHaveLength(2)
  for (const book of [staff, staffLive]) {
    await expect(book.api.transactions.list.query({})).rejects.toMatchObject({
      data: { reason: 'no_merchant' },
    })
  }
  const { data } = await live.api.auditLog.list.query({ action: 'member.removed' })
  expect(data).toEqual([])
  expect((await alice.api.auditLog.list.query({ action: 'member.removed' })).data).toHaveLength(1)
})

test('an invitation is made and revoked in either mode, and its last owner stays', async () => {
  await using app = await testApp()
  const { test: alice, live } = await goLive(app, await app.person())

  const made = await live.api.team.invite.mutate({ role: 'staff', email: null })
  expect((await alice.api.team.list.query()).invitations.map(({ id }) => id)).toEqual([made.id])
  await alice.api.team.revokeInvitation.mutate({ id: made.id })

  expect((await live.api.team.list.query()).invitations).toEqual([])
  await expect(live.api.team.leave.mutate({})).rejects.toMatchObject({
    data: { reason: 'last_owner' },
  })
})

test('name and contact data are shared by both modes, and time zone and currency are not', async () => {
  await using app = await testApp()
  const { test: alice, live } = await goLive(app, await app.person())

  await live.api.merchant.update.mutate({
    businessName: 'Bar Nuovo',
    businessAddress: 'Via Nuova 1',
    timezone: 'Asia/Tokyo',
    currency: 'GBP',
  })
  const first = await alice.api.merchant.current.query()
  await alice.api.merchant.update.mutate({ businessPhone: '+39 02 000', timezone: 'Europe/Rome' })

  expect(first).toMatchObject({
    businessName: 'Bar Nuovo',
    businessAddress: 'Via Nuova 1',
    timezone: 'UTC',
    currency: 'USD',
  })
  expect(await live.api.merchant.current.query()).toMatchObject({
    businessName: 'Bar Nuovo',
    businessPhone: '+39 02 000',
    timezone: 'Asia/Tokyo',
    currency: 'GBP',
  })
  const { data } = await live.api.auditLog.list.query({ action: 'merchant.updated' })
  expect(data.map(({ after }) => Object.keys(after ?? {}))).toEqual([
    ['businessPhone'],
    ['businessName', 'businessAddress', 'currency', 'timezone'],
  ])
})

test('both modes can be edited at once, and end with the same business name', async () => {
  await using app = await testApp()
  const { test: alice, live } = await goLive(app, await app.person())

  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      (n % 2 === 0 ? alice : live).api.merchant.update.mutate({
        businessName: `Bar ${n}`,
        timezone: n % 4 < 2 ? 'Europe/Rome' : 'UTC',
      }),
    ),
  )

  const [testMerchant, twin] = await merchantsOf(app)
  expect(testMerchant?.businessName).toBe(twin?.businessName)
})

test('operators name either mode, and a status applies to both', async () => {
  await using app = await testApp()
  const { test: alice, live, liveId } = await goLive(app, await app.person())
  const output: string[] = []
  const run = (verb: string, ...words: string[]) =>
    verbs[verb]?.run(
      { ...app.world, actor: { type: 'system', job: 'ops' }, requestId: 'ops', address: null },
      words,
      (line) => output.push(line),
    )

  await run('create-key', alice.email)
  await run('create-key', liveId)
  await run('set-status', liveId, 'suspended')
  await run('rebuild-rollups', liveId)

  expect(output.slice(0, 2).map((secret) => secret.slice(0, 8))).toEqual(['sk_test_', 'sk_live_'])
  for (const book of [alice, live]) {
    expect(await book.api.merchant.current.query()).toMatchObject({
      verificationStatus: 'suspended',
    })
    const { data } = await book.api.auditLog.list.query({ action: 'merchant.status_changed' })
    expect(data).toHaveLength(1)
  }
})

test('an Idempotency-Key counts separately in each mode', async () => {
  await using app = await testApp()
  const { test: alice, live, liveId } = await goLive(app, await app.person())
  const shops = { test: await keyCaller(app, alice), live: await keyCaller(app, live) }
  const headers = { 'idempotency-key': 'order-1' }

  const first = await shops.test.rest('POST', '/api/payments', payment(), headers)
  const second = await withSandbox(app, liveId, () =>
    shops.live.rest('POST', '/api/payments', payment(), headers),
  )

  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.headers['idempotent-replayed']).toBeUndefined()
  expect(second.json().id).not.toBe(first.json().id)
})
