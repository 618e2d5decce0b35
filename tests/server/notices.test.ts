import { expect, test } from 'vitest'
import { inTransaction } from '#server/core/context.ts'
import { mailNotices } from '#server/features/notices/mail-notices.ts'
import { pollEvents } from '#server/features/processor-accounts/poll-events.ts'
import { NOTICE_RETENTION_MS, pruneNotices } from '#server/services/notices/prune-notices.ts'
import { raiseNotice } from '#server/services/notices/raise-notice.ts'
import { disableEndpoint } from '#server/services/outbox/disable-endpoint.ts'
import { findDeliveryEndpoint } from '#server/services/outbox/endpoints.queries.ts'
import { INTEGRATION_ENDPOINT } from '#server/services/outbox/integrations.queries.ts'
import { sealSecret } from '#server/services/processors/account-secrets.ts'
import {
  createNoticeShop,
  DAY_MS,
  HOUR_MS,
  listNotices,
  mailAll,
  passHours,
  recordDispute,
  takePayment,
} from '../support/notice-shop.ts'
import { createStripeShop } from '../support/stripe-shop.ts'
import { createTeamMember } from '../support/team.ts'
import { goLive } from '../support/two-modes.ts'

const DUE_AT = '2026-03-20T12:00:00.000Z'

test('a dispute notifies the team in the page and its owner by mail, once', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const staff = await createTeamMember(app, owner)
  await owner.api.preferences.save.mutate({ language: 'it' })
  const row = await takePayment(app, owner)
  sent.length = 0

  await recordDispute(app, row, { dueAt: DUE_AT })
  await recordDispute(app, row, { dueAt: DUE_AT })
  await Promise.all([mailNotices(app.world), mailNotices(app.world)])
  await mailAll(app)

  const { data } = await owner.api.notices.list.query({})
  expect(data).toMatchObject([
    {
      kind: 'dispute_opened',
      status: 'unread',
      facts: { amount: '80.00', currency: 'EUR', reference: row.transactionId, dueAt: DUE_AT },
    },
  ])
  expect(await listNotices(staff)).toEqual(['dispute_opened unread'])
  expect(sent).toMatchObject([
    { to: owner.email, subject: '[Prova] Nuova contestazione di 80,00 €' },
  ])
  expect(sent[0]?.text).toContain('Scadenza per la risposta: 20 marzo 2026 alle ore 13:00.')
  expect(sent[0]?.text).toContain('http://127.0.0.1:3000/disputes/dsp_')
  expect(app.locks.faults).toEqual([])
})

test('five days and one day before the deadline the owner gets a mail each', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const row = await takePayment(app, owner)
  await recordDispute(app, row, { dueAt: DUE_AT })
  await mailAll(app)
  sent.length = 0

  await passHours(app, 5 * 24 - 1)
  expect(sent).toEqual([])
  await passHours(app, 1)
  expect(sent.map(({ subject }) => subject)).toEqual([
    '[Prova] Contestazione di 80,00 €: scade entro cinque giorni',
  ])
  await passHours(app, 4 * 24)
  expect(sent.map(({ subject }) => subject).slice(1)).toEqual([
    '[Prova] Contestazione di 80,00 €: scade entro un giorno',
  ])
  await owner.signIn()
  expect(await listNotices(owner)).toEqual([
    'dispute_due_in_one_day unread',
    'dispute_opened unread',
  ])
  await passHours(app, 24)
  expect(sent).toHaveLength(2)
})

test('an answered dispute ends its notices, and its deadline is not mailed', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const row = await takePayment(app, owner)
  await recordDispute(app, row, { dueAt: DUE_AT })
  await mailAll(app)
  sent.length = 0

  await recordDispute(app, row, { dueAt: DUE_AT, status: 'under_review' })
  await passHours(app, 9 * 24)

  await owner.signIn()
  expect([await listNotices(owner), sent]).toEqual([[], []])
})

test('a new deadline replaces the former one, and is mailed twice', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const row = await takePayment(app, owner)
  await recordDispute(app, row, { dueAt: '2026-03-16T12:00:00.000Z' })
  await recordDispute(app, row, { dueAt: DUE_AT })
  await recordDispute(app, row, { dueAt: '2026-03-14T12:00:00.000Z' })
  await mailAll(app)

  await passHours(app, 8 * 24)

  const texts = sent.map(({ text }) => text)
  expect(texts.filter((text) => text.includes('14 marzo'))).toHaveLength(2)
  expect(texts.filter((text) => text.includes('20 marzo'))).toEqual([])
})

test('a closed dispute is mailed once, with others, at eight o’clock the next morning', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const [lost, won] = [await takePayment(app, owner), await takePayment(app, owner)]
  for (const row of [lost, won]) await recordDispute(app, row, { dueAt: DUE_AT })
  await mailAll(app)
  sent.length = 0

  await recordDispute(app, lost, { dueAt: DUE_AT, status: 'lost' })
  await recordDispute(app, won, { dueAt: DUE_AT, status: 'won' })
  await passHours(app, 17)
  expect(sent).toEqual([])
  // 11 March, 07:00 UTC, is eight o'clock in Rome.
  await passHours(app, 2)
  expect(sent).toMatchObject([{ to: owner.email, subject: '[Prova] 2 avvisi nuovi' }])
  expect(sent[0]?.text).toMatch(/80,00 €: persa[^]*80,00 €: vinta/)
  await passHours(app, 30)
  expect(sent).toHaveLength(1)
})

test('a dispute that had ended before its payment was imported is not news', async () => {
  await using shop = await createNoticeShop()
  const { app, owner } = shop
  const row = await takePayment(app, owner)
  await app.db
    .updateTable('transactions')
    .set({ importedAt: new Date(app.clock.now() + HOUR_MS).toISOString() })
    .where('id', '=', row.id)
    .execute()

  await recordDispute(app, row, { dueAt: DUE_AT, status: 'lost' })

  expect(await listNotices(owner)).toEqual([])
})

test('each person reads for themselves', async () => {
  await using shop = await createNoticeShop()
  const { app, owner } = shop
  const staff = await createTeamMember(app, owner)
  for (let n = 0; n < 3; n++) {
    await recordDispute(app, await takePayment(app, owner), { dueAt: DUE_AT })
    app.clock.advance(1000)
  }
  const [first] = (await owner.api.notices.list.query({})).data
  const id = first?.id ?? ''

  await owner.api.notices.markRead.mutate({ id })
  await owner.api.notices.markRead.mutate({ id })

  expect(await owner.api.notices.summary.query()).toEqual({ unread: 2, read: 1 })
  expect(
    (await owner.api.notices.list.query({ status: 'read' })).data.map((row) => row.id),
  ).toEqual([id])
  expect((await owner.api.notices.list.query({ status: 'unread', limit: 1 })).total).toBe(2)
  expect(await staff.api.notices.summary.query()).toEqual({ unread: 3, read: 0 })
  await staff.api.notices.markAllRead.mutate({})
  expect(await staff.api.notices.summary.query()).toEqual({ unread: 0, read: 3 })
  expect(await owner.api.notices.summary.query()).toEqual({ unread: 2, read: 1 })
  const missing = owner.api.notices.markRead.mutate({ id: 'ntc_none' })
  await expect(missing).rejects.toMatchObject({ data: { code: 'not_found' } })
})

test('members choose for each kind: page, mail, both or nothing', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const staff = await createTeamMember(app, owner)
  const kind = 'dispute_opened'
  const raiseOne = async () => {
    await recordDispute(app, await takePayment(app, owner), { dueAt: DUE_AT })
    await app.idle()
    sent.length = 0
    await mailAll(app)
    return sent.map(({ to }) => to)
  }
  const shown = async () =>
    Promise.all([owner, staff].map(async (each) => (await listNotices(each)).length))

  await owner.api.notices.choose.mutate({ kind, choice: 'page' })
  expect([await raiseOne(), await shown()]).toEqual([[], [1, 1]])
  await owner.api.notices.choose.mutate({ kind, choice: 'none' })
  await staff.api.notices.choose.mutate({ kind, choice: 'both' })
  expect([await raiseOne(), await shown()]).toEqual([[staff.email], [0, 2]])
  await owner.api.notices.choose.mutate({ kind, choice: 'mail' })
  await staff.api.notices.choose.mutate({ kind, choice: 'page' })
  expect([await raiseOne(), await shown()]).toEqual([[owner.email], [0, 3]])
  const { choices, hasMail } = await owner.api.notices.choices.query()
  expect(choices.find((each) => each.kind === kind)?.choice).toBe('mail')
  expect([choices.find((each) => each.kind === 'dispute_closed')?.choice, hasMail]).toEqual([
    'both',
    true,
  ])
})

test('a member who has left gets no more mail', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const staff = await createTeamMember(app, owner)
  await staff.api.notices.choose.mutate({ kind: 'dispute_opened', choice: 'both' })
  await owner.api.team.remove.mutate({ userId: staff.id })
  await recordDispute(app, await takePayment(app, owner), { dueAt: DUE_AT })
  await app.idle()
  sent.length = 0

  await mailAll(app)

  expect(sent.map(({ to }) => to)).toEqual([owner.email])
})

test('notices of live mode are not shown in test mode, and members get mails of both', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const { live, liveId: merchantId } = await goLive(app, owner)
  const facts = { reference: 'TXN-1', amount: '1.00', currency: 'EUR' } as const
  await raiseNotice(app.world, { merchantId, kind: 'dispute_opened', objectId: 'dsp_1', facts })

  await mailAll(app)

  expect([await listNotices(live), await listNotices(owner)]).toEqual([
    ['dispute_opened unread'],
    [],
  ])
  expect(sent).toMatchObject([{ to: owner.email, subject: 'Nuova contestazione di 1,00 €' }])
})

test('a failed refund is shown until a later refund of the payment succeeds', async () => {
  await using shop = await createNoticeShop()
  const { app, owner } = shop
  const { id } = await takePayment(app, owner)
  const refund = (amount: string) =>
    owner.rest('POST', `/api/transactions/${id}/refunds`, { amount })

  await refund('1.10')
  expect(await listNotices(owner)).toEqual(['refund_failed unread'])
  await refund('1.00')
  expect(await listNotices(owner)).toEqual([])
})

test('a disabled endpoint is shown until its URL is saved again, each time anew', async () => {
  await using shop = await createNoticeShop()
  const { app, owner, sent } = shop
  const [{ id }] = (await owner.rest('GET', '/api/integrations')).json()
  const webhookUrl = 'http://127.0.0.1:49999/hook'
  for (let round = 0; round < 2; round++) {
    await owner.rest('PUT', `/api/integrations/${id}`, { webhookUrl })
    expect(await listNotices(owner)).toEqual([])
    app.clock.advance(HOUR_MS)
    const { merchantId } = await app.db
      .selectFrom('integrations')
      .select('merchantId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const endpointId = INTEGRATION_ENDPOINT
    const endpoint = await findDeliveryEndpoint(app.db, { merchantId, endpointId })
    if (!endpoint) throw new Error('the integration has no endpoint')
    await inTransaction(app.world, (inner) => disableEndpoint(inner, endpoint, 'gone'))
    await mailAll(app)

    expect(await listNotices(owner)).toEqual(['endpoint_disabled unread'])
    expect(sent).toHaveLength(round + 1)
  }
  expect(sent[0]?.text).toContain('127.0.0.1:49999')
})

test('an account whose key is refused is shown until a valid key is read or entered', async () => {
  await using shop = await createStripeShop()
  const { app, ada, account, stripe, connected } = shop
  const { id } = connected
  const staff = await createTeamMember(app, ada)
  const pollLater = async () => {
    app.clock.advance(HOUR_MS)
    stripe.advance(HOUR_MS)
    await pollEvents(app.world)
  }
  const attention = 'account_needs_attention unread'
  await pollLater()
  expect(await listNotices(ada)).toEqual([])

  const { key } = account
  stripe.rollKey(account)
  await pollLater()
  await pollLater()
  expect(await listNotices(ada)).toEqual([attention])
  // Staff cannot change the account.
  expect(await listNotices(staff)).toEqual([])
  const choosing = staff.api.notices.choose.mutate({
    kind: 'account_needs_attention',
    choice: 'page',
  })
  await expect(choosing).rejects.toMatchObject({ data: { reason: 'owner_only' } })
  expect(await app.count('noticeChoices')).toBe(0)
  await ada.signIn()
  await ada.api.processorAccounts.update.mutate({ id, secretKey: account.key })
  expect(await listNotices(ada)).toEqual([])

  await pollLater()
  const storeKey = (plain: string) =>
    app.db
      .updateTable('processorAccounts')
      .set({
        secretKey: sealSecret(
          app.world.secretBox,
          { id, merchantId: ada.merchant.id },
          { column: 'secretKey', plain },
        ),
      })
      .execute()
  await storeKey(key)
  await pollLater()
  expect(await listNotices(ada)).toEqual([attention])
  await storeKey(account.key)
  await pollLater()
  expect(await listNotices(ada)).toEqual([])
})

test('a cause that fails to be stored raises no notice', async () => {
  await using shop = await createNoticeShop()
  const { app, owner } = shop
  const merchantId = owner.merchant.id
  const failing = inTransaction(app.world, async (inner) => {
    await raiseNotice(inner, { merchantId, kind: 'refund_failed', objectId: 'ref_1', facts: {} })
    throw new Error('the cause failed')
  })

  await expect(failing).rejects.toThrow('the cause failed')

  expect(await app.count('notices')).toBe(0)
})

test('no notice names a customer, and after half a year it is deleted with its readers', async () => {
  await using shop = await createNoticeShop()
  const { app, owner } = shop
  const row = await takePayment(app, owner)
  await recordDispute(app, row, { dueAt: DUE_AT })
  await owner.rest('POST', `/api/transactions/${row.id}/refunds`, { amount: '1.10' })
  await owner.api.notices.markAllRead.mutate({})
  const stored = JSON.stringify(await app.db.selectFrom('notices').selectAll().execute())
  expect(stored).not.toMatch(new RegExp(`${row.customerName}|${row.customerEmail}`))
  expect(await app.count('noticeReads')).toBeGreaterThan(0)

  app.clock.advance(NOTICE_RETENTION_MS - DAY_MS)
  await pruneNotices(app.world)
  expect(await app.count('notices')).toBeGreaterThan(0)
  app.clock.advance(12 * DAY_MS)
  await pruneNotices(app.world)

  expect([await app.count('notices'), await app.count('noticeReads')]).toEqual([0, 0])
})
