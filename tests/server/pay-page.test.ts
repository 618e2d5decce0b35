import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import {
  createLink,
  formTokenIn,
  locationOf,
  openPage,
  pay,
  readLink,
  sendForm,
} from '../support/pay-page.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

test('a payer sees who requests how much, in their language, on a page that loads and stores nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, {
    description: 'A <b>deposit</b>',
    questions: [{ label: 'Table?' }],
  })

  const page = await openPage(app, path)
  const italian = await openPage(app, path, { language: 'de;q=0.9, it-IT, en;q=0.5' })
  const chosen = await openPage(app, `${path}?lang=it`)

  expect(page.status).toBe(200)
  expect(page.body).toContain('Bar Centrale')
  expect(page.body).toContain('€40.00')
  expect(page.body).toContain('A &#60;b&#62;deposit')
  expect(page.body).toContain('Table? (optional)')
  expect(page.body).toContain('>Pay by card</button>')
  expect(page.body).not.toMatch(
    /<script|<link(?! rel="(?:icon|preload)")|<img|onclick|person1@|\+39/,
  )
  expect(page.body).toContain('href="/favicon.svg"')
  expect(Buffer.byteLength(page.body)).toBeLessThan(30_000)
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-language': 'en',
    'x-frame-options': expect.stringMatching(/deny|sameorigin/i),
  })
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'self' 'sha256-[\w+/=]+'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  for (const { body } of [italian, chosen]) {
    expect(body).toContain('<html lang="it">')
    expect(body).toContain('>Paga con carta</button>')
    expect(body).toContain('40,00\u00a0€')
  }
  // Counts are written separately from the responses: the first at once, later ones a second later.
  const [{ id = '' } = {}] = (await alice.api.paymentLinks.list.query({})).data
  await expect
    .poll(async () => (await readLink(alice, { id })).openedCount, { timeout: 60_000 })
    .toBe(3)
})

test('a payment by a link belongs to the merchant and is found from the link, with the payer’s answers', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice, {
    questions: [{ label: 'Table?', isRequired: true }, { label: 'Allergies?' }],
    afterMessage: 'See you!',
  })

  const submitted = await pay(app, link.path, { answer0: 'By the window', answer1: '' })
  const donePage = await openPage(app, locationOf(submitted))

  expect(submitted.status).toBe(303)
  expect(locationOf(submitted)).toMatch(new RegExp(`^${link.path}/done\\?form=`))
  const [paid] = (await alice.api.transactions.list.query({ linkId: link.id })).data
  expect(paid).toMatchObject({
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
    amount: '40.00',
    currency: 'EUR',
    description: 'Dinner',
    status: 'success',
  })
  expect(await alice.api.paymentLinks.ofPayment.query({ id: paid?.id ?? '' })).toEqual({
    link: { id: link.id, title: 'Dinner' },
    answers: [{ question: 'Table?', answer: 'By the window' }],
    items: [],
    tip: null,
  })
  expect(JSON.stringify(app.logs)).not.toContain(link.url.slice(-22))
  expect(await readLink(alice, link)).toMatchObject({
    openedCount: 1,
    paymentCount: 1,
    paidCount: 1,
    paidAmount: '40.00',
  })
  expect(donePage.status).toBe(200)
  expect(donePage.body).toContain('Thank you! The payment has arrived.')
  // To a screen reader, a heading with role=status is not a heading.
  expect(donePage.body).toContain('<div role="status"><h2>')
  expect(donePage.body).toContain('See you!')
  expect(donePage.body).toContain(paid?.transactionId)
  expect(donePage.body).toContain('not a tax document')
  expect(donePage.body).not.toMatch(/Ada|ada@example|window/)
  expect(donePage.headers['set-cookie']).toBeUndefined()
  expect(await ledgerFindings(app)).toEqual([])
})

test('an invalid form shows its errors in words and keeps what was typed', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { path } = await createLink(alice, {
    amountKind: 'chosen',
    minAmount: '5.00',
    maxAmount: '50.00',
    presets: ['10.00', '20.00'],
  })

  const refused = await pay(app, path, { amount: '4,99', name: 'Ada "B" Rossi', email: 'ada' })
  const italian = await pay(app, `${path}?lang=it`, { amount: '4.99' })
  const many = await pay(app, path, { amount: '50.01' })
  const two = await pay(app, path, { amount: '1.234' })
  const none = await pay(app, path, { name: '', email: '', method: 'cash' })
  const card = await pay(app, path, { amount: '10', name: '4111 1111 1111 1111' })

  expect(refused.status).toBe(400)
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(refused.body).toContain('The minimum is €5.00.')
  expect(refused.body).toContain('value="4,99"')
  expect(refused.body).toContain('value="Ada &#34;B&#34; Rossi"')
  expect(italian.body).toContain('Il minimo è 5,00\u00a0€.')
  expect(many.body).toContain('The maximum is €50.00.')
  expect(two.body).toContain('This can mean €1,234.00 or €1.23.')
  expect(none.body.match(/Please fill this in/g)?.length).toBeGreaterThanOrEqual(3)
  expect(none.body).toContain('Please choose a payment method.')
  expect(card.body).toContain('Please do not enter a card number here')
  expect(await app.count('transactions')).toBe(0)
  // The same form succeeds once it is correct: with an amount, or with a proposed one.
  const form = formTokenIn(refused.body)
  expect((await sendForm(app, path, { form, amount: '5' })).status).toBe(303)
  expect((await pay(app, path, { preset: '20.00', amount: '' })).status).toBe(303)
  const paid = (await alice.api.transactions.list.query({})).data.map(({ amount }) => amount)
  expect(paid.toSorted()).toEqual(['20.00', '5.00'])
})

test('a link that accepts no payments explains it kindly, in its own words', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const singleUseLink = await createLink(alice, { maxUses: 1 })
  const paused = await createLink(alice)
  const expiringLink = await createLink(alice, { expiresAt: '2026-03-10T13:00:00Z' })
  const forms = await Promise.all(
    [singleUseLink, paused, expiringLink].map(({ path }) => openPage(app, path)),
  )
  await pay(app, singleUseLink.path)
  await alice.rest('POST', `/api/payment-links/${paused.id}/pause`, {})
  app.clock.advance(3_600_000)

  const words = [/has already been paid/, /is paused/, /has expired/]
  for (const [at, { path }] of [singleUseLink, paused, expiringLink].entries()) {
    const page = await openPage(app, path)
    const late = await sendForm(app, path, { form: formTokenIn(forms[at]?.body ?? '') })
    for (const response of [page, late]) {
      expect(response.status).toBe(410)
      expect(response.body).toMatch(words[at] ?? /never/)
      expect(response.body).toContain('Bar Centrale')
      expect(response.body).not.toContain('<form')
      expect(response.body.match(/<h1/g)).toHaveLength(1)
    }
  }
  expect(await app.count('transactions')).toBe(1)
})

test.each([
  '/pay/AAAAAAAAAAAAAAAAAAAAAA',
  '/pay/short',
  '/pay/..%2f..%2fetc',
  `/pay/${'x'.repeat(3000)}`,
  "/pay/'%20or%201=1--",
])('the path %s opens nothing', async (path) => {
  await using app = await testApp()
  await createLink(await app.person())

  const page = await openPage(app, path)
  const submitted = await sendForm(app, path, { form: 'x' })

  expect([400, 404, 414]).toContain(page.status)
  expect([400, 404, 414]).toContain(submitted.status)
  expect(page.body + submitted.body).not.toMatch(/Bar Centrale|Dinner/)
})

test('a form that is sent twice, at once or later, is one payment', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice)
  const form = formTokenIn((await openPage(app, link.path)).body)

  const responses = await Promise.all([1, 2, 3].map(() => sendForm(app, link.path, { form })))
  const later = await sendForm(app, link.path, { form, email: 'other@example.com' })

  expect(responses.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(new Set([...responses, later].map(locationOf)).size).toBe(1)
  expect(await app.count('transactions')).toBe(1)
  expect(await readLink(alice, link)).toMatchObject({ paymentCount: 1 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a form token that is forged, too old or of another link is replaced in a new form', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [one, other] = [await createLink(alice), await createLink(alice)]
  const form = formTokenIn((await openPage(app, other.path)).body)

  const foreign = await sendForm(app, one.path, { form })
  const forged = await sendForm(app, one.path, { form: 'v1.a.b.c.d' })
  app.clock.advance(13 * 3_600_000)
  const old = await sendForm(app, other.path, { form })

  for (const response of [foreign, forged, old]) {
    expect(response.status).toBe(400)
    expect(response.body).toContain('Please send it again.')
    expect(formTokenIn(response.body)).not.toBe(form)
    expect(response.body).toContain('value="Ada Rossi"')
  }
  expect(await app.count('transactions')).toBe(0)
})

test('a form that was opened before the merchant changed the amount pays only what its payer saw', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id, path } = await createLink(alice, { amount: '20.00' })
  const form = formTokenIn((await openPage(app, path)).body)
  const update = await alice.rest('PUT', `/api/payment-links/${id}`, { amount: '2000.00' })
  expect(update.status, update.body).toBe(200)

  const submitted = await sendForm(app, path, { form })

  expect(submitted.status).toBe(409)
  expect(submitted.body).toContain('The payment request has changed')
  expect(submitted.body).toContain('€2,000.00')
  expect(submitted.body).toContain('value="Ada Rossi"')
  expect(await app.count('transactions')).toBe(0)
  const again = await sendForm(app, path, { form: formTokenIn(submitted.body) })
  expect(again.status).toBe(303)
  const stored = await app.db.selectFrom('transactions').select('amount').execute()
  expect(stored).toEqual([{ amount: 200_000 }])
})

test('every decline is explained by one word, and the next attempt is another payment', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const singleUseLink = await createLink(alice, { amountKind: 'chosen', maxUses: 1 })

  const shownBodies = []
  for (const amount of ['10.01', '10.02']) {
    const form = formTokenIn((await openPage(app, singleUseLink.path)).body)
    // Without a script, the second form has to wait.
    app.clock.advance(20_000)
    const submitted = await sendForm(app, singleUseLink.path, { form, amount })
    shownBodies.push((await openPage(app, locationOf(submitted))).body)
  }

  for (const body of shownBodies) {
    expect(body).toContain('The payment did not go through.')
    expect(body).not.toMatch(/declined|insufficient|funds/i)
    expect(body).toContain('Try again')
  }
  // A failed payment releases its use of the link.
  expect(await readLink(alice, singleUseLink)).toMatchObject({
    status: 'active',
    paymentCount: 2,
    paidCount: 0,
  })
  const form = formTokenIn((await openPage(app, singleUseLink.path)).body)
  app.clock.advance(20_000)
  expect((await sendForm(app, singleUseLink.path, { form, amount: '10.00' })).status).toBe(303)
  expect(await readLink(alice, singleUseLink)).toMatchObject({
    status: 'closed',
    paymentCount: 3,
    paidCount: 1,
  })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payer who must decide on the sandbox’s page returns to the link', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice, { amount: '40.06', maxUses: 1 })

  const submitted = await pay(app, link.path)
  expect(locationOf(submitted)).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sandbox\//)
  const { status } = await readLink(alice, link)
  const page = locationOf(submitted).replace('http://127.0.0.1:3000', '')
  const decisionResponse = await app.rest({
    method: 'POST',
    url: page,
    payload: 'decision=approve',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  })
  const donePage = await openPage(app, locationOf(decisionResponse))

  // While it is pending, it takes the link's only use.
  expect(status).toBe('closed')
  expect(decisionResponse.status).toBe(303)
  expect(locationOf(decisionResponse)).toMatch(new RegExp(`^${link.path}/done\\?receipt=`))
  expect(donePage.body).toContain('The payment has arrived')
  expect(await readLink(alice, link)).toMatchObject({ status: 'closed', paidCount: 1 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a transfer is shown as on its way until it has settled', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice)

  const submitted = await pay(app, link.path, { method: 'bank' })
  const before = await openPage(app, locationOf(submitted))
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
  const after = await openPage(app, locationOf(submitted))

  expect(before.body).toContain('The payment is on its way.')
  expect(before.body).toContain('http-equiv="refresh"')
  expect(after.body).toContain('The payment has arrived.')
  expect(await readLink(alice, link)).toMatchObject({ paymentCount: 1, paidCount: 1 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('the redirect goes only to the merchant’s URL, and only after a payment', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice, {
    amountKind: 'chosen',
    afterUrl: 'https://shop.example/thanks?a=1',
  })

  const page = await openPage(
    app,
    `${link.path}?returnUrl=https://evil.example&next=https://evil.example`,
  )
  const paid = await pay(app, link.path, { amount: '10', returnUrl: 'https://evil.example' })
  const redirectResponse = await openPage(
    app,
    `${locationOf(paid)}&status=success&to=https://evil.example`,
  )
  const failed = await openPage(app, locationOf(await pay(app, link.path, { amount: '10.01' })))
  const missingPage = await openPage(app, `${link.path}/done?form=x&status=success`)

  expect(page.body).not.toContain('evil.example')
  expect(page.headers['content-security-policy']).toContain(
    "form-action 'self' https://shop.example;",
  )
  expect(redirectResponse.status).toBe(303)
  expect(locationOf(redirectResponse)).toBe('https://shop.example/thanks?a=1')
  expect(failed.status).toBe(200)
  expect(failed.body).toContain('did not go through')
  expect(missingPage.status).toBe(404)
})

test('the page accepts no form of another site, and none in live mode without a processor', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const link = await createLink(alice)
  const form = formTokenIn((await openPage(app, link.path)).body)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const foreign = (more: Record<string, string>) =>
    app.rest({
      method: 'POST',
      url: link.path,
      payload: `form=${form}`,
      headers: { ...headers, ...more },
    })

  const crossSiteResponse = await foreign({
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  })
  const nullOriginResponse = await foreign({ origin: 'null', 'sec-fetch-site': 'cross-site' })
  const json = await foreign({ 'content-type': 'application/json' })
  const { live } = await goLive(app, alice)
  const empty = await openPage(app, (await createLink(live)).path)

  expect([crossSiteResponse.status, nullOriginResponse.status]).toEqual([403, 403])
  expect(json.status).toBe(415)
  expect(empty.status).toBe(410)
  expect(await app.count('transactions')).toBe(0)
})
