import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Mail } from '#server/core/ports/mailer.ts'
import { releaseRows } from '#server/core/queues/leased-rows.queries.ts'
import { remindCustomers } from '#server/features/payment-links/mails/remind-customers.ts'
import {
  dueReminders,
  dueRemindersQuery,
} from '#server/features/payment-links/mails/reminders.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { damage } from '../support/damage.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createLiveShop, createRecordingMailer } from '../support/link-shop.ts'
import { createLink, pay, readLink, trustProxy } from '../support/pay-page.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Creates a link that was mailed to its customer, with reminders to follow. */
async function createSentLink(live: Person, more: Parameters<typeof createLink>[1] = {}) {
  const customer = { name: 'Ada Rossi', email: 'ada@example.com' }
  const matches = await live.api.customers.list.query({ search: customer.email })
  const { id: customerId } = matches.data[0] ?? (await live.api.customers.create.mutate(customer))
  const link = await createLink(live, { customerId, amount: '12.50', maxUses: 1, ...more })
  const { link: sent } = await live.api.paymentLinks.send.mutate({
    id: link.id,
    hasReminders: true,
  })
  return { ...link, ...sent, customerId }
}

/** Sends a request that must succeed. */
async function callApi(person: Person, ...call: Parameters<Person['rest']>) {
  const response = await person.rest(...call)
  if (response.status >= 300) throw new Error(response.body)
  return response
}

/** Returns the mails that reminders send in this many days, checked every six hours. */
async function passDays(
  app: TestApp,
  sent: Mail[],
  days: number,
  person?: Person,
): Promise<Mail[]> {
  await app.idle()
  sent.length = 0
  for (let round = 0; round < days * 4; round++) {
    app.clock.advance(6 * HOUR_MS)
    await remindCustomers(app.world)
    await app.idle()
  }
  // The session has ended by now.
  await person?.signIn()
  return [...sent]
}

test('a customer who does not pay is reminded after three and after seven days only', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const expiresAt = toIso(app.clock.now() + 20 * DAY_MS)
  const link = await createSentLink(live, { language: 'en', expiresAt })

  const early = await passDays(app, sent, 2.75)
  const first = await passDays(app, sent, 0.5)
  const between = await passDays(app, sent, 3.5)
  const second = await passDays(app, sent, 0.5)
  const later = await passDays(app, sent, 12, live)

  expect([early, between, later]).toEqual([[], [], []])
  expect([first, second].map((mails) => mails.map(({ to }) => to))).toEqual([
    ['ada@example.com'],
    ['ada@example.com'],
  ])
  const [mail] = first
  expect(mail?.subject).toBe('Reminder: payment request')
  expect(mail?.html).toContain('<html lang="en">')
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toMatch(/If you have paid already, you owe nothing/)
    expect(text).toMatch(/Bar Centrale[^]*Dinner[^]*€12\.50/)
    expect(text).toContain(link.url)
    // Local time in Rome, where summer time has begun: 12:00 UTC.
    expect(text).toContain('2026-03-30 14:00:00 (Europe/Rome)')
  }
  const { sentCount, nextReminderAt } = await readLink(live, link)
  expect([sentCount, nextReminderAt]).toEqual([3, null])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a reminder is sent at the request’s hour in the merchant’s zone, also across clock changes', async () => {
  const { mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  app.clock.set('2026-03-27T09:30:00.000Z')
  await live.signIn()

  const link = await createSentLink(live)

  expect(link.nextReminderAt).toBe('2026-03-30T08:30:00.000Z')
})

test('customers without reminders, or whose link was never mailed, are not reminded', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const { id: customerId } = await live.api.customers.create.mutate({
    name: 'Ada Rossi',
    email: 'ada@example.com',
  })
  const plain = await createLink(live, { customerId })
  await createLink(live, { customerId, hasReminders: true })
  await live.api.paymentLinks.send.mutate({ id: plain.id })

  expect(await passDays(app, sent, 8)).toEqual([])
})

test('a link without a customer accepts no reminders, and an invalid value changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice)

  const refused = await alice.rest('POST', '/api/payment-links', {
    title: 'A',
    amount: '1.00',
    hasReminders: true,
  })
  const changed = await alice.rest('PUT', `/api/payment-links/${link.id}`, { hasReminders: true })
  const wrong = await alice.rest('PUT', `/api/payment-links/${link.id}`, { hasReminders: 'yes' })

  expect([refused.status, changed.status, wrong.status]).toEqual([400, 400, 400])
  expect(refused.json().issues).toMatchObject([{ path: 'hasReminders' }])
  expect(await readLink(alice, link)).toMatchObject({ hasReminders: false, nextReminderAt: null })
})

type StopReminders = (
  app: TestApp,
  live: Person,
  link: Awaited<ReturnType<typeof createSentLink>>,
) => unknown

const paid: StopReminders = async (app, live, { path }) => {
  await pay(app, path, { method: 'bank' })
  const { data } = await live.api.transactions.list.query({ limit: 1 })
  await callApi(live, 'PUT', `/api/transactions/${data[0]?.id}`, { status: 'success' })
}

const stops: [string, StopReminders][] = [
  ['paid', paid],
  ['paused', (_, live, { id }) => callApi(live, 'POST', `/api/payment-links/${id}/pause`, {})],
  ['closed', (_, live, { id }) => callApi(live, 'POST', `/api/payment-links/${id}/close`, {})],
  ['on its way to be paid', (app, _, { path }) => pay(app, path, { method: 'bank' })],
  [
    'switched off',
    (_, live, { id }) => callApi(live, 'PUT', `/api/payment-links/${id}`, { hasReminders: false }),
  ],
  [
    'expired',
    (app, live, { id }) =>
      callApi(live, 'PUT', `/api/payment-links/${id}`, {
        expiresAt: toIso(app.clock.now() + 2 * DAY_MS),
      }),
  ],
  [
    'of an erased customer',
    (_, live, { customerId }) => callApi(live, 'DELETE', `/api/customers/${customerId}`),
  ],
  [
    'of a merchant whose customers get no mails',
    (_, live) => live.api.merchant.changeCustomerMails.mutate({ isOn: false }),
  ],
  [
    'of a merchant who can take no payments',
    ({ db }) => db.updateTable('merchants').set({ verificationStatus: 'suspended' }).execute(),
  ],
]

test.each(stops)('a link that is %s sends no reminders', async (_, stop) => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const link = await createSentLink(live)

  await stop(app, live, link)

  expect(await passDays(app, sent, 8)).toEqual([])
  expect(await app.db.selectFrom('paymentLinks').select('reminded').execute()).toEqual([
    { reminded: 0 },
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payment between the first and the second reminder ends the reminders', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const link = await createSentLink(live)
  expect(await passDays(app, sent, 3.25, live)).toHaveLength(1)

  await paid(app, live, link)

  const mails = await passDays(app, sent, 8, live)
  expect(mails.filter(({ subject }) => /Promemoria/.test(subject))).toEqual([])
  expect(await readLink(live, link)).toMatchObject({ sentCount: 2, nextReminderAt: null })
})

test('a resumed link reminds again, and a failed payment leaves its link unpaid', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const { id, path } = await createSentLink(live)
  const partlyPaidLink = await createSentLink(live, { title: 'Lunch' })
  await callApi(live, 'POST', `/api/payment-links/${id}/pause`, {})
  await pay(app, partlyPaidLink.path, { method: 'bank' })
  const furtherMails = await passDays(app, sent, 5, live)

  await callApi(live, 'POST', `/api/payment-links/${id}/resume`, {})
  const { data } = await live.api.transactions.list.query({ linkId: partlyPaidLink.id })
  await callApi(live, 'PUT', `/api/transactions/${data[0]?.id}`, { status: 'failed' })

  expect(path).toMatch(/^\/pay\//)
  expect(furtherMails).toEqual([])
  const texts = (await passDays(app, sent, 1.5)).map(({ text }) => /Dinner|Lunch/.exec(text)?.[0])
  expect(texts.toSorted()).toEqual(['Dinner', 'Lunch'])
})

test('an unsent reminder is dropped when its link is paid', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const link = await createSentLink(live)
  await app.idle()
  app.clock.advance(3 * DAY_MS)
  await remindCustomers(app.world)
  await live.signIn()

  await paid(app, live, link)
  sent.length = 0
  await app.idle()

  expect(sent.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Receipt of a payment of'),
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

test('strangers are not reminded in test mode, and members of the team are', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer: { ...mailer, isPrinting: true } })
  const alice = await app.person()
  const { id: customerId } = await alice.api.customers.create.mutate({
    name: 'Alice',
    email: alice.email,
  })
  const link = await createLink(alice, { customerId, hasReminders: true })
  await alice.api.paymentLinks.send.mutate({ id: link.id })
  const stranger = { name: 'Ada', email: 'ada@example.com' }
  await alice.api.customers.update.mutate({ id: customerId, ...stranger })
  const toStranger = await passDays(app, sent, 3.25, alice)
  const again = await createLink(alice, { customerId, hasReminders: true })
  await alice.api.customers.update.mutate({ id: customerId, name: 'Alice', email: alice.email })
  await alice.api.paymentLinks.send.mutate({ id: again.id })

  const toMember = await passDays(app, sent, 3.25)

  expect(toStranger).toEqual([])
  expect(toMember.map(({ to, subject }) => [to, subject])).toEqual([
    [alice.email, expect.stringMatching(/^\[Test\] Reminder/)],
  ])
})

test('erasing a customer deletes the reminders: queued, scheduled and sent', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  const { customerId, id } = await createSentLink(live)
  await app.idle()
  app.clock.advance(3 * DAY_MS)
  await remindCustomers(app.world)
  await live.signIn()

  await callApi(live, 'DELETE', `/api/customers/${customerId}`)
  await callApi(live, 'PUT', `/api/payment-links/${id}`, { hasReminders: false })
  await callApi(live, 'PUT', `/api/payment-links/${id}`, { hasReminders: true })

  expect(await passDays(app, sent, 8, live)).toEqual([])
  expect(JSON.stringify(await app.db.selectFrom('mails').selectAll().execute())).not.toMatch(/ada@/)
  expect(await readLink(live, { id })).toMatchObject({ nextReminderAt: null })
  expect(await ledgerFindings(app)).toEqual([])
  await damage(app, sql`update payment_links set next_reminder_at = '2026-03-20T00:00:00.000Z'`)
  expect((await ledgerFindings(app)).map(({ invariant }) => invariant)).toEqual([
    'no erased customer is to be reminded of a payment link',
  ])
})

test.each([
  [
    'a mail that nobody counted',
    sql`update payment_links set sent = sent - 1`,
    'the counts of mails of every payment link',
  ],
  [
    'a reminder that nobody noted',
    sql`update payment_links set reminded = reminded + 1`,
    'the counts of mails of every payment link',
  ],
  [
    'a mail too many',
    sql`update payment_links set reminded = 0`,
    'a payment link has no more mails',
  ],
  [
    'a reminder of a closed link',
    sql`update payment_links set closed_at = updated_at`,
    'only a payment link that was mailed',
  ],
  [
    'a reminder that nobody wanted',
    sql`update payment_links set has_reminders = 0`,
    'only a payment link that was mailed',
  ],
])('%s is found', async (_, statement, invariant) => {
  const { mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  await createSentLink(live)
  app.clock.advance(3 * DAY_MS)
  await remindCustomers(app.world)
  expect(await ledgerFindings(app)).toEqual([])

  await damage(app, statement)

  expect((await ledgerFindings(app)).map((finding) => finding.invariant)).toContainEqual(
    expect.stringContaining(invariant),
  )
})

test('a crash in the middle of a reminder leaves no trace, and the reminder is sent once afterwards', async () => {
  const { sent, mailer } = createRecordingMailer()
  await using app = await testApp({ mailer })
  const live = await createLiveShop(app)
  await createSentLink(live)
  await app.idle()
  sent.length = 0
  app.clock.advance(3 * DAY_MS)
  const dyingWorld = {
    ...app.world,
    newId: ((prefix) => {
      // Fails after the mail is queued and before the link counts it.
      if (prefix === 'aud') throw new Error('the process dies')
      return app.world.newId(prefix)
    }) as typeof app.world.newId,
  }
  await remindCustomers(dyingWorld)
  await app.idle()
  const sentAtDeath = sent.length
  const storedLink = await app.db.selectFrom('paymentLinks').selectAll().executeTakeFirstOrThrow()
  await remindCustomers(app.world)
  await app.idle()
  const sentWhileLeased = sent.length

  app.clock.advance(30_000)
  await remindCustomers(app.world)
  await remindCustomers(app.world)
  await app.idle()

  expect([sentAtDeath, storedLink.reminded, storedLink.sent, sentWhileLeased]).toEqual([0, 0, 1, 0])
  expect(sent).toHaveLength(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test.runIf(dialect === 'sqlite')(
  'a restarted process releases the leases it held before the crash',
  async () => {
    const { sent, mailer } = createRecordingMailer()
    await using app = await testApp({ mailer })
    const live = await createLiveShop(app)
    await createSentLink(live)
    await app.idle()
    sent.length = 0
    app.clock.advance(3 * DAY_MS)
    const reminderLeasedUntil = toIso(app.clock.now() + DAY_MS)
    await app.db.updateTable('paymentLinks').set({ reminderLeasedUntil }).execute()
    await remindCustomers(app.world)
    await app.idle()
    expect(sent).toEqual([])

    await releaseRows(app.db, dueReminders)
    await remindCustomers(app.world)
    await app.idle()

    expect(sent).toHaveLength(1)
  },
)

test('two concurrent workers write each reminder once', async () => {
  const fresh = await freshDatabase()
  await using _removed = { [Symbol.asyncDispose]: fresh.remove }
  const { sent, mailer } = createRecordingMailer()
  await using one = await testApp({ fresh, mailer, environment: trustProxy })
  await using two = await testApp({ fresh, mailer, environment: trustProxy })
  const live = await createLiveShop(one)
  const links = []
  for (let at = 0; at < 25; at++) links.push(await createSentLink(live, { title: `Dinner ${at}` }))
  await one.idle()
  sent.length = 0
  for (const { clock } of [one, two]) clock.advance(3 * DAY_MS)

  await Promise.all([one, two, one, two].map(({ world }) => remindCustomers(world)))
  await one.idle()

  const titles = sent.map(({ text }) => /Dinner \d+/.exec(text)?.[0])
  expect(titles).toHaveLength(25)
  expect(new Set(titles).size).toBe(25)
  expect(await one.db.selectFrom('paymentLinks').select('reminded').distinct().execute()).toEqual([
    { reminded: 1 },
  ])
  expect(await ledgerFindings(one)).toEqual([])
})

test('merchants are served in rotation, so one with very many reminders delays no other', async () => {
  const { mailer } = createRecordingMailer()
  await using app = await testApp({ mailer: { ...mailer, isPrinting: true } })
  const many = await app.person()
  const smallMerchant = await app.person()
  for (const [person, count] of [
    [many, 25],
    [smallMerchant, 2],
  ] as const) {
    const { id: customerId } = await person.api.customers.create.mutate({
      name: 'Self',
      email: person.email,
    })
    for (let at = 0; at < count; at++) {
      const { id } = await createLink(person, { customerId })
      await person.api.paymentLinks.send.mutate({ id, hasReminders: true })
    }
  }
  app.clock.advance(3 * DAY_MS)

  await remindCustomers(app.world)

  const mails = await app.db
    .selectFrom('mails')
    .select('merchantId')
    .where('kind', '=', 'payment_reminder')
    .orderBy('id')
    .execute()
  const last = mails.findLastIndex(({ merchantId }) => merchantId === smallMerchant.merchant.id)
  expect(mails).toHaveLength(27)
  expect(last).toBeLessThan(12)
})

test('the queue is read through its own index', async () => {
  await using app = await testApp()
  const { sql: text } = dueRemindersQuery(app.db, { now: 'x', skippedMerchants: [] }).compile()
  const explain = dialect === 'sqlite' ? 'explain query plan' : 'explain'
  const filledSql = text
    .replaceAll(/\?|\$(?!3\b)\d/g, `'2026'`)
    .replace('$3', '100')
    .replace(/limit '2026'/, 'limit 100')

  const plan = await app.db.transaction().execute(async (trx) => {
    // The planner prefers reading an empty table to any index. On a cluster, the shards need the setting too.
    if (inject('cluster')) await sql`set local citus.propagate_set_commands = local`.execute(trx)
    if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(trx)
    return sql.raw<Record<string, unknown>>(`${explain} ${filledSql}`).execute(trx)
  })

  expect(JSON.stringify(plan.rows)).toContain('payment_links_reminders')
})
