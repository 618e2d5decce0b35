import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createLink, pay } from '../support/pay-page.ts'
import { type TestApp, testApp } from '../support/test-app.ts'
import { integrationOf, setWebhookUrl } from '../support/webhooks.ts'

const payer = { name: 'Zenobia Quirk', email: 'zenobia@example.com', answer0: 'Zenobia’s window' }

const rowsOf = async ({ db }: TestApp) =>
  JSON.stringify([
    await db.selectFrom('customers').selectAll().execute(),
    await db.selectFrom('transactions').selectAll().execute(),
    await db.selectFrom('paymentLinkAnswers').selectAll().execute(),
    await db.selectFrom('paymentLinkTries').selectAll().execute(),
    await db.selectFrom('webhookEvents').selectAll().execute(),
    await db.selectFrom('idempotencyKeys').selectAll().execute(),
    await db.selectFrom('searchTexts').selectAll().execute(),
    await db.selectFrom('auditLog').selectAll().execute(),
    await db.selectFrom('mails').selectAll().execute(),
  ])

test('erasing a customer deletes their answers at links, there and in events', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  const { id } = await integrationOf(alice)
  const events = ['payment.completed', 'payment_link.paid']
  await alice.rest('PUT', `/api/integrations/${id}`, { events })
  const link = await createLink(alice, { questions: [{ label: 'Table?' }] })
  await pay(app, link.path, payer)
  const [paid] = (await alice.api.transactions.list.query({ linkId: link.id })).data
  const storedEvents = await app.db
    .selectFrom('webhookEvents')
    .select(['eventType', 'payload'])
    .execute()

  const erased = await alice.rest('DELETE', `/api/customers/${paid?.customerId}`)

  expect(storedEvents.map(({ eventType }) => eventType).toSorted()).toEqual(events)
  const event = storedEvents.find(({ eventType }) => eventType === 'payment_link.paid')
  expect(JSON.parse(event?.payload ?? '').data).toMatchObject({
    id: paid?.id,
    customerName: 'Zenobia Quirk',
    paymentLink: { id: link.id, title: 'Dinner' },
    answers: [{ question: 'Table?', answer: 'Zenobia’s window' }],
  })
  expect(event?.payload).not.toContain(link.url.slice(-22))
  expect(erased.status).toBe(204)
  expect(await rowsOf(app)).not.toMatch(/zenobia|quirk/i)
  expect((await alice.api.paymentLinks.ofPayment.query({ id: paid?.id ?? '' })).answers).toEqual([])
  expect(await alice.api.paymentLinks.get.query({ id: link.id })).toMatchObject({ paidCount: 1 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('an endpoint created before links existed gets no events of links', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  await app.db.updateTable('integrations').set({ events: null }).execute()

  await pay(app, (await createLink(alice)).path)

  const storedEvents = await app.db.selectFrom('webhookEvents').select('eventType').execute()
  expect(storedEvents.map(({ eventType }) => eventType)).not.toContain('payment_link.paid')
})

test('a payer with an erased customer’s placeholder e-mail address leaves no stored answers', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice, { questions: [{ label: 'Table?' }] })
  await pay(app, link.path, payer)
  const [paid] = (await alice.api.transactions.list.query({})).data
  await alice.rest('DELETE', `/api/customers/${paid?.customerId}`)
  const email = `${paid?.customerId}@erased.invalid`.toLowerCase()

  await pay(app, link.path, { ...payer, email })

  expect(await app.count('transactions')).toBe(2)
  expect(await rowsOf(app)).not.toMatch(/zenobia|quirk/i)
  expect(await ledgerFindings(app)).toEqual([])
})
