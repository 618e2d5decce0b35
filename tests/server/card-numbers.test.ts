import { expect, test } from 'vitest'
import { createLocalWriters } from '#server/jobs/jobs.ts'
import { RequestLog } from '#server/services/request-log/request-log.ts'
import { browser } from '../support/browser.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { PASSWORD, testApp } from '../support/test-app.ts'
import { integrationOf } from '../support/webhooks.ts'

const card = '4242424242424242'

test('a card number in a URL is refused, and neither logged nor listed', async () => {
  const requestLog = new RequestLog()
  await using app = await testApp({ deps: { requestLog } })
  const shop = await keyCaller(app, await app.person())

  for (const id of [card, '4242%204242%204242%204242', '4242.4242.4242.4242']) {
    const refused = await shop.rest('GET', `/api/customers/${id}`)
    expect([refused.status, refused.json().code]).toEqual([400, 'invalid'])
  }
  await requestLog.flush(createLocalWriters(app.db).requests)

  const storedText = JSON.stringify(await app.db.selectFrom('requestLog').selectAll().execute())
  expect(JSON.stringify(app.logs) + storedText).not.toMatch(/4242/)
  expect(storedText).toContain('(an address with a card number)')
})

test('a card number as an Idempotency-Key is refused and not kept; ids that hold digits are allowed', async () => {
  const requestLog = new RequestLog()
  await using app = await testApp({ deps: { requestLog } })
  const shop = await keyCaller(app, await app.person())
  const pay = (key: string) =>
    shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': key })

  for (const key of [card, `"${card}"`, '4242-4242-4242-4242']) {
    const refused = await pay(key)
    expect([refused.status, refused.json().reason]).toEqual([400, 'idempotency_key_invalid'])
  }
  expect((await pay(`order-${card}a`)).status).toBe(201)
  expect((await pay('1234567890123456')).status).toBe(201)
  await requestLog.flush(createLocalWriters(app.db).requests)

  expect(await app.count('transactions')).toBe(2)
  const rows = await app.db.selectFrom('requestLog').select('idempotencyKey').execute()
  expect(rows.filter(({ idempotencyKey }) => idempotencyKey === null)).toHaveLength(3)
})

test('a webhook URL with a card number is refused and changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await integrationOf(alice)

  const refused = await alice.rest('PUT', `/api/integrations/${id}`, {
    webhookUrl: `https://shop.example.com/hooks/${card}`,
  })

  expect(refused.status).toBe(400)
  expect(refused.json().issues).toEqual([
    { path: 'webhookUrl', message: 'The webhook address must not hold a card number.' },
  ])
  expect((await integrationOf(alice)).webhookUrl).toBeNull()
})

test('an export filtered by a card number is refused, and the audit log has no entry', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await alice.rest('GET', `/api/transactions/export?customerId=${card}`)

  expect(refused.status).toBe(400)
  const entries = await app.db.selectFrom('auditLog').select('after').execute()
  expect(JSON.stringify(entries)).not.toContain(card)
})

test.each([
  { email: `${card}@example.com` },
  { email: 'a@example.com', image: `https://example.com/${card}` },
])('a sign-up with %j is refused', async (more) => {
  await using app = await testApp()

  const refused = await browser(app).post('/api/auth/sign-up/email', {
    name: 'Ada',
    password: PASSWORD,
    ...more,
  })

  expect([refused.status, refused.json().code]).toEqual([400, 'CARD_NUMBER'])
  expect(await app.count('authUsers')).toBe(0)
})

test('the identity provider’s log lines hold no card number', async () => {
  await using app = await testApp()

  const refused = await browser(app).post('/api/auth/sign-in/email', {
    email: 'a@example.com',
    password: PASSWORD,
    callbackURL: card,
  })

  expect(refused.status).toBe(403)
  expect(JSON.stringify(app.logs)).not.toContain(card)
})
