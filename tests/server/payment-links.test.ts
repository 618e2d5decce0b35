import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { parseCsv } from '../support/csv.ts'
import { freshDatabase } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { openPage } from '../support/pay-page.ts'
import { type Person, testApp } from '../support/test-app.ts'

const PATH = '/api/payment-links'

const createLink = async (person: Person, more: object = {}) => {
  const response = await person.rest('POST', PATH, { title: 'Dinner', amount: '40.00', ...more })
  expect(response.status).toBe(201)
  return response.json()
}

test('a link has a URL of its own, which a copy of the database does not reveal', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const made = await createLink(alice, { maxUses: 1, questions: [{ label: 'Table?' }] })

  expect(made).toMatchObject({
    status: 'active',
    amount: '40.00',
    currency: 'USD',
    maxUses: 1,
    questions: [{ label: 'Table?', isRequired: false }],
    openedCount: 0,
    paidCount: 0,
    paidAmount: '0.00',
  })
  expect(made.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/pay\/[\w-]{22}$/)
  expect((await alice.rest('GET', `${PATH}/${made.id}`)).json()).toEqual(made)
  const token = made.url.slice(-22)
  const rows = await app.db.selectFrom('paymentLinks').selectAll().execute()
  const keys = await app.db.selectFrom('idempotencyKeys').selectAll().execute()
  const auditEntries = await app.db.selectFrom('auditLog').selectAll().execute()
  expect(JSON.stringify([rows, keys, auditEntries])).not.toContain(token)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a repeated call creates one link, returns its URL both times and stores it nowhere', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const body = { title: 'Dinner', amount: '40.00' }

  const [first, second] = [
    await shop.rest('POST', PATH, body, { 'idempotency-key': 'k' }),
    await shop.rest('POST', PATH, body, { 'idempotency-key': 'k' }),
  ]

  expect(second.status).toBe(201)
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(second.json()).toEqual(first.json())
  expect(await app.count('paymentLinks')).toBe(1)
  const storedKeys = await app.db.selectFrom('idempotencyKeys').select('body').execute()
  expect(storedKeys).toHaveLength(1)
  expect(JSON.stringify(storedKeys)).not.toContain(first.json().url.slice(-22))
  expect(await ledgerFindings(app)).toEqual([])
})

test.each([
  ['no amount', { amount: undefined }, 'amount'],
  ['a chosen amount that is fixed too', { amountKind: 'chosen' }, 'amount'],
  ['a least amount beside a fixed one', { minAmount: '1.00' }, 'minAmount'],
  [
    'more at least than at most',
    { amountKind: 'chosen', amount: null, minAmount: '5.00', maxAmount: '4.99' },
    'maxAmount',
  ],
  [
    'a proposal below the least',
    { amountKind: 'chosen', amount: null, minAmount: '5.00', presets: ['4.99'] },
    'presets.0',
  ],
  ['half a yen', { currency: 'JPY', amount: '1.50' }, 'amount'],
  ['an end that is over', { expiresAt: '2026-03-10T11:59:59Z' }, 'expiresAt'],
  ['an address without TLS', { afterUrl: 'http://shop.example' }, 'afterUrl'],
  ['a script as an address', { afterUrl: 'javascript:alert(1)' }, 'afterUrl'],
  ['an address with a password', { afterUrl: 'https://a:b@shop.example' }, 'afterUrl'],
  ['an address whose host adds to a policy', { afterUrl: 'https://a;sandbox' }, 'afterUrl'],
  ['four questions', { questions: ['a', 'b', 'c', 'd'].map((label) => ({ label })) }, 'questions'],
  ['a card number in the title', { title: '4111 1111 1111 1111' }, 'title'],
  ['a customer of nobody', { customerId: 'cus_none' }, 'customerId'],
])('%s is refused and creates nothing', async (_, more, path) => {
  await using app = await testApp()
  const alice = await app.person()

  const response = await alice.rest('POST', PATH, { title: 'Dinner', amount: '40.00', ...more })

  expect(response.status).toBe(400)
  expect(response.json().issues[0].path).toBe(path)
  expect(await app.count('paymentLinks')).toBe(0)
})

test('a person does not reach a link of another merchant, and no link when signed out', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const { id } = await createLink(alice)
  const reader = await keyCaller(app, alice, { scopes: ['read'] })

  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', { title: 'Mine' }],
    ['POST', '/pause', {}],
    ['POST', '/resume', {}],
  ] as const) {
    expect((await bob.rest(method, `${PATH}/${id}${path}`, body)).status).toBe(404)
  }
  expect((await app.rest({ method: 'GET', url: PATH })).status).toBe(401)
  expect((await reader.rest('GET', `${PATH}/${id}`)).status).toBe(200)
  expect((await reader.rest('POST', `${PATH}/${id}/pause`, {})).status).toBe(403)
  await expect(bob.api.paymentLinks.qr.query({ id })).rejects.toThrow()
  await expect(bob.api.paymentLinks.duplicate.mutate({ id })).rejects.toThrow()
  expect((await alice.rest('GET', `${PATH}/${id}`)).json().title).toBe('Dinner')
})

test('a change keeps what it does not name, and is recorded', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const made = await createLink(alice, { description: 'A deposit', maxUses: 3 })
  const path = `${PATH}/${made.id}`

  const changed = await alice.rest('PUT', path, {
    amountKind: 'chosen',
    minAmount: '5.00',
    presets: ['5.00', '10.00'],
    maxUses: null,
  })
  const refused = await alice.rest('PUT', path, { amount: '3.00' })
  const paused = await alice.rest('POST', `${path}/pause`, {})
  const resumed = await alice.rest('POST', `${path}/resume`, {})

  expect(changed.json()).toEqual({
    ...made,
    amountKind: 'chosen',
    amount: null,
    minAmount: '5.00',
    presets: ['5.00', '10.00'],
    maxUses: null,
  })
  expect(refused.status).toBe(400)
  expect(paused.json()).toMatchObject({ status: 'paused', pauseReason: 'by_hand' })
  expect(resumed.json()).toMatchObject({ status: 'active', pauseReason: null })
  const auditEntries = await app.db
    .selectFrom('auditLog')
    .select('action')
    .where('objectId', '=', made.id)
    .orderBy('id')
    .execute()
  expect(auditEntries.map(({ action }) => action)).toEqual([
    'payment_link.created',
    'payment_link.updated',
    'payment_link.paused',
    'payment_link.resumed',
  ])
})

test('links are listed, searched, filtered, summed up and exported alike', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const dinnerLink = await createLink(alice)
  app.clock.advance(1000)
  const tipLink = await createLink(alice, {
    title: 'Una mancia',
    amountKind: 'chosen',
    amount: null,
    currency: 'EUR',
    expiresAt: '2026-03-10T13:00:00+00:00',
  })
  app.clock.advance(1000)
  const lessonLink = await createLink(alice, { title: 'Lesson', amount: '35.50' })
  await alice.rest('POST', `${PATH}/${lessonLink.id}/pause`, {})
  const ids = async (query: string) => {
    const response = await alice.rest('GET', `${PATH}?${query}`)
    expect(response.status).toBe(200)
    return response.json().map(({ id }: { id: string }) => id)
  }

  expect(await ids('')).toEqual([lessonLink.id, tipLink.id, dinnerLink.id])
  expect(await ids('sort=title')).toEqual([dinnerLink.id, lessonLink.id, tipLink.id])
  expect(await ids('search=mancia')).toEqual([tipLink.id])
  expect(await ids('search=35,50')).toEqual([lessonLink.id])
  expect(await ids('status=active')).toEqual([tipLink.id, dinnerLink.id])
  expect(await ids('status=paused&amountKind=fixed')).toEqual([lessonLink.id])
  expect(await ids('currency=EUR')).toEqual([tipLink.id])
  expect(await ids('from=2026-03-11')).toEqual([])
  const first = await alice.api.paymentLinks.list.query({ limit: 2 })
  expect(first.total).toBe(3)
  const rest = await alice.api.paymentLinks.list.query({ limit: 2, cursor: first.nextCursor ?? '' })
  expect(rest.data.map(({ id }) => id)).toEqual([dinnerLink.id])
  app.clock.advance(3_600_000)
  expect(await ids('status=expired')).toEqual([tipLink.id])
  expect((await alice.api.paymentLinks.summary.query({})).byStatus).toEqual(
    expect.arrayContaining([
      { status: 'active', count: 1 },
      { status: 'paused', count: 1 },
      { status: 'expired', count: 1 },
    ]),
  )
  const csv = await alice.rest('GET', `${PATH}/export?status=expired`)
  const [, row = []] = parseCsv(csv.body.slice(1))
  expect(row.slice(0, 3)).toEqual([tipLink.id, 'Una mancia', 'expired'])
  expect(row.at(-1)).toBe(tipLink.url)
})

test('a link for a failed payment requests payment from its customer, and so does a copy', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const failed = await alice.api.transactions.create.mutate(payment({ amount: '20.01' }))

  const made = await createLink(alice, { sourceTransactionId: failed.transactionId, maxUses: 1 })
  const copy = await alice.api.paymentLinks.duplicate.mutate({ id: made.id })

  expect(made).toMatchObject({
    customerId: failed.customerId,
    sourceTransactionId: failed.id,
  })
  expect(copy).toEqual({ ...made, id: copy.id, url: copy.url })
  expect(copy.url).not.toBe(made.url)
  expect((await alice.rest('GET', `${PATH}?customerId=${failed.customerId}`)).json()).toHaveLength(
    2,
  )
})

test('the QR code of a link is an image in two formats', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await createLink(alice)

  const { svg, png } = await alice.api.paymentLinks.qr.query({ id })

  expect(svg).toMatch(/^<svg/)
  const bytes = Buffer.from(png, 'base64')
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  expect(width).toBe(height)
  const length = bytes.readUInt32BE(33)
  const lines = inflateSync(bytes.subarray(41, 41 + length))
  expect(lines).toHaveLength(height * (1 + Math.ceil(width / 8)))
  // The quiet zone is white, and a corner of the first finder is black.
  expect(lines[1]).toBe(0xff)
  const modules = 4 * 12
  const line = lines.subarray(modules * (1 + Math.ceil(width / 8)))
  expect(((line[1 + (modules >> 3)] ?? 0) >> (7 - (modules & 7))) & 1).toBe(0)
})

test('the link of a payment is found by its reference and by its id, and only by its merchant', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const { id: linkId } = await createLink(alice, { questions: [{ label: 'Table?' }] })
  const paid = await alice.api.transactions.create.mutate(payment({ amount: '40.00' }))
  const { merchantId } = await app.db
    .selectFrom('paymentLinks')
    .select('merchantId')
    .executeTakeFirstOrThrow()
  const answers = JSON.stringify([{ question: 'Table?', answer: 'Seven' }])
  const linkPayment = { merchantId, linkId, transactionId: paid.id, formHash: 'h', answers }
  await app.db
    .insertInto('paymentLinkAnswers')
    .values({ ...linkPayment, language: 'en' })
    .execute()

  for (const id of [paid.id, paid.transactionId]) {
    expect(await alice.api.paymentLinks.ofPayment.query({ id })).toEqual({
      link: { id: linkId, title: 'Dinner' },
      answers: [{ question: 'Table?', answer: 'Seven' }],
      items: [],
      tip: null,
    })
    expect(await bob.api.paymentLinks.ofPayment.query({ id })).toEqual({
      link: null,
      answers: [],
      items: [],
      tip: null,
    })
  }
})

test('lists and links are shown after SECRET_KEY was replaced, without their URLs', async () => {
  const fresh = await freshDatabase()
  const before = await testApp({ fresh })
  const alice = await before.person()
  const { id, url } = await createLink(alice)
  const after = await testApp({ fresh, deps: { secretBox: secretBox([Buffer.alloc(32, 9)]) } })
  const getAsAlice = (path: string) =>
    after.rest({ method: 'GET', url: path, headers: { cookie: alice.cookie } })

  const list = await getAsAlice('/api/payment-links')
  const one = await getAsAlice(`/api/payment-links/${id}`)
  const csv = await getAsAlice('/api/payment-links/export')
  const page = await openPage(after, url.replace('http://127.0.0.1:3000', ''))

  expect(list.json()).toMatchObject([{ id, url: '' }])
  expect(one.json()).toMatchObject({ id, url: '' })
  expect(csv.status).toBe(200)
  expect(csv.body).toContain(id)
  // Payers send the token themselves, so the page still opens.
  expect(page.status).toBe(200)
  for (const app of [before, after]) await app[Symbol.asyncDispose]()
  await fresh.remove()
})

test('the sums of many links are computed in parts, and the total is the same', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await createLink(alice)
  const row = await app.db.selectFrom('paymentLinks').selectAll().executeTakeFirstOrThrow()
  const currencies = ['EUR', 'USD', 'JPY']
  const many = Array.from({ length: 4500 }, (_, at) => ({
    ...row,
    id: app.world.newId('lnk'),
    tokenHash: `${at}`,
    currency: currencies[at % 3] ?? 'EUR',
    paid: at % 2,
    payments: at % 2,
    paidAmount: (at % 2) * 1000,
    pausedAt: at % 5 === 0 ? row.createdAt : null,
    pauseReason: at % 5 === 0 ? ('by_hand' as const) : null,
  }))
  for (let at = 0; at < many.length; at += 500) {
    await app.db
      .insertInto('paymentLinks')
      .values(many.slice(at, at + 500))
      .execute()
  }

  const all = await alice.api.paymentLinks.summary.query({})
  const euros = await alice.api.paymentLinks.summary.query({ currency: 'EUR', status: 'active' })

  expect(id).toBe(row.id)
  expect(all.byStatus).toEqual([
    { status: 'active', count: 3601 },
    { status: 'paused', count: 900 },
  ])
  expect(all.byCurrency).toEqual(
    currencies
      .map((currency) => ({ currency, paidCount: 750, paidAmount: '7500.00' }))
      .toSorted((one, other) => one.currency.localeCompare(other.currency)),
  )
  expect(euros.byStatus).toEqual([{ status: 'active', count: 1200 }])
})
