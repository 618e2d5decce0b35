import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import {
  createLink,
  formTokenIn,
  locationOf,
  openPage,
  pay,
  sendForm,
} from '../support/pay-page.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const tickets = { amount: undefined, quantity: { price: '12.50', min: 1, max: 5 } }
const menu = {
  amount: undefined,
  items: [
    { title: 'Water', price: '2.00' },
    { title: 'Wine', price: '5.50', maxQuantity: 3 },
  ],
}

const amounts = async ({ db }: TestApp) =>
  (await db.selectFrom('transactions').select('amount').execute()).map(({ amount }) => amount)

const purchaseOfOnly = async (alice: Person) => {
  const [paid] = (await alice.api.transactions.list.query({})).data
  const { items, tip } = await alice.api.paymentLinks.ofPayment.query({ id: paid?.id ?? '' })
  return { amount: paid?.amount, items, tip }
}

/** Returns the total that a page shows, as the form sends it. */
const shownIn = (body: string): string => /name="shown" value="(\d*)"/.exec(body)?.[1] ?? 'none'

test('a payer chooses a quantity, sees the total and pays it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, { ...tickets, title: 'Ticket' })

  const page = await openPage(app, path)
  const form = formTokenIn(page.body)
  const unseen = await sendForm(app, path, { form, quantity0: '3', shown: shownIn(page.body) })
  const before = await amounts(app)
  const paid = await sendForm(app, path, { form, quantity0: '3', shown: shownIn(unseen.body) })

  expect(page.body).toContain('€12.50 each · up to 5')
  expect(page.body).toContain('<script src="/pay/total.js" defer></script>')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(Buffer.byteLength(page.body)).toBeLessThan(20_000)
  // Without a script the total of three was not shown yet.
  expect(shownIn(page.body)).toBe('1250')
  expect([unseen.status, before]).toEqual([200, []])
  expect(unseen.body).toContain('Please check the total below, then pay.')
  expect(unseen.body).toContain('€37.50')
  expect(unseen.body).toContain('value="Ada Rossi"')
  expect(paid.status).toBe(303)
  expect(await purchaseOfOnly(alice)).toEqual({
    amount: '37.50',
    items: [{ title: 'Ticket', price: '12.50', quantity: 3 }],
    tip: null,
  })
  expect((await openPage(app, locationOf(paid))).body).toContain('3 × Ticket')
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payer chooses among items; only chosen ones are stored, and are on the receipt', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, { ...menu, title: 'Bar' })

  const empty = await pay(app, path, { quantity0: '0', quantity1: '' })
  const form = formTokenIn(empty.body)
  const fields = { form, quantity0: '2', quantity1: '3' }
  const paid = await sendForm(app, path, { ...fields, shown: '2050' })
  const done = await openPage(app, locationOf(paid))
  const receipt = /href="(http[^"]+\/receipt\/[^"]+)"/.exec(done.body)?.[1] ?? ''

  expect(empty.status).toBe(400)
  expect(empty.body).toContain('Please choose at least one item.')
  expect(empty.body).toMatch(/name="shown" value=""><p class="total"[^>]* hidden>/)
  expect(paid.status).toBe(303)
  expect(await purchaseOfOnly(alice)).toEqual({
    amount: '20.50',
    items: [
      { title: 'Water', price: '2.00', quantity: 2 },
      { title: 'Wine', price: '5.50', quantity: 3 },
    ],
    tip: null,
  })
  const { body } = await openPage(app, receipt.replace('http://127.0.0.1:3000', ''))
  expect(body).toContain('<dt>3 × Wine</dt><dd>€16.50</dd>')
})

test('an export adds the items, the quantity and the tip only on request, as last columns', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, { ...menu, tipAmounts: ['1.00'] })
  const fields = { quantity0: '2', quantity1: '3', tip: '1.00', shown: '2150' }
  expect((await pay(app, path, fields)).status).toBe(303)
  await alice.api.transactions.create.mutate(payment({ amount: '7.00' }))
  const linesOf = async (query: string) => {
    const { body } = await alice.rest('GET', `/api/transactions/export?sort=amount${query}`)
    return body.trim().split('\r\n')
  }

  const plain = await linesOf('')
  const added = await linesOf('&withPurchase=true')
  const italian = await linesOf('&withPurchase=true&layout=excel-it')

  const [head, ordinary, chosen] = plain
  expect(added).toEqual([
    `${head},Items,Quantity,Tip`,
    `${ordinary},,,`,
    `${chosen},"2 × Water; 3 × Wine",5,1.00`,
  ])
  expect(italian[0]).toMatch(/;Articoli;Quantità;Mancia$/)
  expect(italian[2]).toMatch(/;"2 × Water; 3 × Wine";5;"1,00"$/)
})

test.each([
  ['a negative quantity', { quantity0: '-1' }],
  ['an exponent', { quantity0: '1e9' }],
  ['a decimal', { quantity0: '1.5' }],
  ['other digits', { quantity0: '٣' }],
  ['a null character', { quantity0: '1\0' }],
  ['more than the maximum', { quantity1: '4' }],
  ['a very long number', { quantity0: '9'.repeat(2000) }],
  ['a tip that is not offered', { quantity0: '1', tip: '99' }],
  ['a negative tip', { quantity0: '1', tip: '-5' }],
])('%s is refused in words, and nothing is charged', async (_, fields) => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, { ...menu, tipPercents: [5, 10] })

  const refused = await pay(app, path, { quantity0: '', quantity1: '', shown: '1', ...fields })

  expect(refused.status).toBe(400)
  expect(refused.body).toMatch(/role="alert"|class="bad"/)
  expect(await app.count('transactions')).toBe(0)
})

test('the first of two values counts, and the payer sees its total first', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, tickets)
  const form = formTokenIn((await openPage(app, path)).body)
  const body = new URLSearchParams({ form, name: 'Ada', email: 'ada@example.com', method: 'card' })
  for (const [name, value] of [
    ['quantity0', '5'],
    ['quantity0', '1'],
    ['shown', '1250'],
    ['shown', '6250'],
  ]) {
    body.append(name ?? '', value ?? '')
  }

  const response = await app.rest({
    method: 'POST',
    url: path,
    payload: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
  })

  expect(response.status).toBe(200)
  expect(shownIn(response.body)).toBe('6250')
  expect(await app.count('transactions')).toBe(0)
})

test('a total above the largest amount of the currency is refused', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const items = Array.from({ length: 10 }, (_, at) => ({ title: `${at}`, price: '99999999.99' }))
  const { path } = await createLink(alice, { ...menu, items })
  const all = Object.fromEntries(items.map((_, at) => [`quantity${at}`, '999']))

  const refused = await pay(app, path, all)

  expect(refused.status).toBe(400)
  expect(refused.body).toContain('The maximum is €99,999,999.99.')
  expect(await app.count('transactions')).toBe(0)
})

test('an edit between opening and paying shows the new prices, with nothing chosen', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice, menu)
  const form = formTokenIn((await openPage(app, link.path)).body)
  const items = [
    { title: 'Wine', price: '5.50' },
    { title: 'Water', price: '2.00' },
  ]
  await alice.rest('PUT', `/api/payment-links/${link.id}`, { items })

  // The same position is another item now, and two of it make another total.
  const submitted = await sendForm(app, link.path, { form, quantity0: '2', shown: '400' })

  expect(submitted.status).toBe(409)
  expect(submitted.body).toContain('The payment request has changed')
  expect(submitted.body).toMatch(/id="quantity0"[^>]* value=""/)
  expect(shownIn(submitted.body)).toBe('')
  expect(await app.count('transactions')).toBe(0)
})

test.each([
  // Half a cent is rounded up.
  { tips: { tipPercents: [5, 15] }, tip: '15', amount: '14.38', kept: '1.88' },
  { tips: { tipAmounts: ['1.00', '2.00'] }, tip: '2.00', amount: '14.50', kept: '2.00' },
])('the tip $tip is part of the amount and kept apart', async ({ tips, tip, amount, kept }) => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, { amount: '12.50', ...tips })
  const page = await openPage(app, path)
  const form = formTokenIn(page.body)

  const unseen = await sendForm(app, path, { form, tip, shown: shownIn(page.body) })
  const paid = await sendForm(app, path, { form, tip, shown: shownIn(unseen.body) })

  expect(page.body).toMatch(/value="none" checked> No tip</)
  expect(unseen.status).toBe(200)
  expect(await purchaseOfOnly(alice)).toEqual({ amount, items: [], tip: kept })
  expect((await openPage(app, locationOf(paid))).body).toContain(`<dt>Tip</dt><dd>€${kept}</dd>`)
  expect(await ledgerFindings(app)).toEqual([])
})

test('without a tip a fixed amount is paid at once, as on a page without tips', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, { tipPercents: [10] })

  const paid = await pay(app, path, { tip: 'none' })

  expect(paid.status).toBe(303)
  expect(await purchaseOfOnly(alice)).toEqual({ amount: '40.00', items: [], tip: null })
})

test('a tip of a currency without decimals is a whole amount', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.merchant.chooseCurrencies.mutate({ currencies: ['JPY'] })
  const { path } = await createLink(alice, { amount: '1250', currency: 'JPY', tipPercents: [5] })

  const paid = await pay(app, path, { tip: '5', shown: '131300' })

  expect(paid.status).toBe(303)
  // Five per cent of 1250 yen are 62.5, rounded half up.
  expect(await purchaseOfOnly(alice)).toEqual({ amount: '1313.00', items: [], tip: '63.00' })
})

test('the API names what is wrong with choices, and a link keeps those that a change omits', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bad = async (more: object) => {
    const body = { title: 'A', currency: 'EUR', ...more }
    const { status, json } = await alice.rest('POST', '/api/payment-links', body)
    return [status, json().issues?.map(({ path }: { path: string }) => path)]
  }
  const v2 = async (id: string) => {
    const { json } = await app.rest({
      method: 'GET',
      url: `/api/payment-links/${id}`,
      headers: { cookie: alice.cookie, 'api-version': 'v2' },
    })
    return json()
  }
  const change = (id: string, body: object) =>
    alice.rest('PUT', `/api/payment-links/${id}`, body).then(({ status }) => status)

  expect(await bad({ amount: '1.00', quantity: { price: '1.00' } })).toEqual([400, ['amount']])
  expect(await bad({ quantity: { price: '1.00', min: 5, max: 2 } })).toEqual([
    400,
    ['quantity.max'],
  ])
  expect(await bad({ quantity: { price: '99999999.99', min: 2 } })).toEqual([400, ['quantity.min']])
  expect(await bad({ quantity: { price: '-1.00' } })).toEqual([400, ['quantity.price']])
  expect(await bad({ ...tickets, ...menu })).toEqual([400, ['items']])
  expect(await bad({ amount: '1.00', tipPercents: [5], tipAmounts: ['1.00'] })).toEqual([
    400,
    ['tipAmounts'],
  ])
  expect(await bad({ items: [{ title: '', price: '1.00' }] })).toEqual([400, ['items.0.title']])
  const link = await createLink(alice, { ...menu, tipPercents: [5] })
  // Version 1 keeps its fields: the payer chooses an amount within bounds.
  expect(link).toMatchObject({ amountKind: 'chosen', amount: null, minAmount: '2.00' })
  expect(link).not.toHaveProperty('items')
  const { url: _, id, path: __, ...before } = link
  const { title, amountKind, amount, minAmount, maxAmount, presets } = before
  const same = { title, amountKind, amount, minAmount, maxAmount, presets }
  expect(await change(id, same)).toBe(200)
  expect(await v2(id)).toMatchObject({
    items: [
      { title: 'Water', price: '2.00', maxQuantity: null },
      { title: 'Wine', price: '5.50', maxQuantity: 3 },
    ],
    quantity: null,
    tipPercents: [5],
  })
  expect(await change(id, { minAmount: '1.00' })).toBe(400)
  expect(await change(id, { quantity: { price: '3.00' }, tipAmounts: ['1.00'] })).toBe(200)
  expect(await v2(id)).toMatchObject({
    items: [],
    quantity: { price: '3.00', min: 1, max: 99 },
    minAmount: '3.00',
    maxAmount: '297.00',
    tipPercents: [],
    tipAmounts: ['1.00'],
  })
  expect(await change(id, { amountKind: 'fixed', amount: '9.00' })).toBe(200)
  expect(await v2(id)).toMatchObject({ amount: '9.00', quantity: null, minAmount: null })
})
