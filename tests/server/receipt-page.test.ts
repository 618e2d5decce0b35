import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Mail } from '#server/core/ports/mailer.ts'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { readReceiptPage } from '#server/features/receipts/receipt-page.ts'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { addressLimit } from '#server/http/entrance/rate-limit.ts'
import { receiptUrl } from '#server/services/receipts/receipt-token.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createLink, locationOf, openPage, pay } from '../support/pay-page.ts'
import { base64, png } from '../support/pictures.ts'
import { pathOf, receiptIn } from '../support/receipts.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

const titles = {
  en: 'Payment receipt — not a tax document',
  it: 'Ricevuta di pagamento — documento non fiscale',
}

type PaymentIds = { id: string; transactionId: string; customerId: string }

const createPayment = async (
  person: Person,
  more: Parameters<typeof payment>[0] = {},
): Promise<PaymentIds> =>
  (await person.rest('POST', '/api/payments', payment({ currency: 'EUR', ...more }))).json()

const refund = async (person: Person, id: string, amount: string): Promise<{ id: string }> =>
  (await person.rest('POST', `/api/transactions/${id}/refunds`, { amount })).json()

const receiptOf = async (person: Person, id: string): Promise<string> =>
  pathOf((await person.api.receipts.ofPayment.query({ id }))?.url).replace(/\?.*/, '')

async function settleLateFailure(app: TestApp): Promise<void> {
  app.clock.advance(SETTLEMENT_MS)
  await settleRefunds(app.world)
}

test('a payer finds a receipt on the thank-you page, in either language', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Pacific/Kiritimati' })
  await alice.rest('PATCH', '/api/merchant/profile', { businessAddress: 'Via <Roma> 1, Torino' })
  await alice.api.look.update.mutate({
    accent: '#ffd43b',
    supportEmail: 'help@shop.example',
    termsUrl: 'https://shop.example/terms',
    logo: base64(png()),
  })
  const link = await createLink(alice, { title: 'A <b>dinner</b>' })

  const done = await openPage(app, locationOf(await pay(app, link.path)))
  const path = receiptIn(done.body)
  const english = await openPage(app, path)
  const italian = await openPage(app, path.replace('lang=en', 'lang=it'))
  const byBrowser = await openPage(app, path.replace(/\?.*/, ''), { language: 'it-IT' })

  const [paid] = (await alice.api.transactions.list.query({ linkId: link.id })).data
  expect(done.body).toContain('>Save receipt</a>')
  expect(path).toMatch(/\?lang=en$/)
  for (const [page, words] of [
    [english, [titles.en, '€40.00', 'March 11, 2026', '<dd>card</dd>']],
    [italian, [titles.it, '40,00\u00a0€', '11 marzo 2026', '<dd>carta</dd>']],
  ] as const) {
    expect(page.status).toBe(200)
    for (const word of [
      ...words,
      'Bar Centrale',
      'Via &#60;Roma&#62; 1, Torino',
      'A &#60;b&#62;dinner&#60;/b&#62;',
      paid?.transactionId ?? 'none',
      'help@shop.example',
      'https://shop.example/terms',
      '/pay/logo/',
    ]) {
      expect(page.body).toContain(word)
    }
    expect(page.body).not.toMatch(/Ada|ada@example|<form|person1@|\+39|Refunds so far/)
  }
  expect(byBrowser.body).toContain('<html lang="it">')
  expect(await ledgerFindings(app)).toEqual([])
})

test('the document loads nothing from elsewhere, and cannot be cached, indexed or framed', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const path = await receiptOf(alice, (await createPayment(alice)).id)

  const page = await openPage(app, path)

  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-language': 'en',
    'x-frame-options': expect.stringMatching(/deny|sameorigin/i),
  })
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'self' 'sha256-[\w+/=]+'; img-src 'self'; font-src 'self'; script-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(page.body.match(/<script[^>]*>/g)).toEqual(['<script src="/receipt/print.js" defer>'])
  expect(page.body).toContain('data-print hidden>Print or save as PDF</button>')
  const script = await app.rest({ method: 'GET', url: '/receipt/print.js' })
  expect(script.headers['content-type']).toContain('text/javascript')
  expect(Buffer.byteLength(page.body)).toBeLessThan(30_000)
  expect(JSON.stringify(app.logs)).not.toContain(path.slice('/receipt/'.length))
  expect(JSON.stringify(app.logs)).toContain('/receipt/…')
})

test('the receipt shows each refund, and each refund has a receipt of its own', async () => {
  const sent: Mail[] = []
  await using app = await testApp({
    mailer: {
      isPrinting: true,
      send: async (mail) => {
        sent.push(mail)
      },
    },
  })
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const paid = await createPayment(alice, { amount: '100.00', customerEmail: alice.email })
  const path = await receiptOf(alice, paid.id)
  await app.idle()
  sent.length = 0

  await refund(alice, paid.id, '12.50')
  for (let at = 0; at < 9; at++) await refund(alice, paid.id, '1.00')
  await app.idle()
  const page = await openPage(app, path)
  const [mail] = sent
  const refundPage = await openPage(app, receiptIn(mail?.text ?? ''))

  expect(sent).toHaveLength(10)
  expect(mail?.html).toContain(receiptIn(mail?.text ?? ''))
  for (const text of [
    'Refunds so far',
    '<dt>2 earlier ones</dt><dd>€13.50</dd>',
    '<dt>Refunded in all</dt><dd>€21.50</dd>',
    '<dt>Paid after refunds</dt><dd>€78.50</dd>',
  ]) {
    expect(page.body).toContain(text)
  }
  for (const text of [
    'Ricevuta di rimborso — documento non fiscale',
    '<p class="amount">12,50\u00a0€</p>',
    '<dt>Riaccredito su</dt><dd>la carta usata per pagare</dd>',
    '<dt>Pagamento</dt><dd>100,00\u00a0€</dd>',
    paid.transactionId,
  ]) {
    expect(refundPage.body).toContain(text)
  }
  expect(`${page.body}${refundPage.body}`).not.toMatch(/Ada|person1@/)
})

test('the receipt of a refund that failed in the end shows the failure', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const paid = await createPayment(alice, { amount: '100.00' })
  const refunded = await refund(alice, paid.id, '12.09')
  const merchantId = (await alice.api.merchant.current.query()).id
  const path = pathOf(receiptUrl(app.world, { merchantId, id: refunded.id }))
  const before = await openPage(app, path)

  await settleLateFailure(app)
  const after = await openPage(app, path)

  expect(before.body).toContain('Refund receipt — not a tax document')
  expect(after.status).toBe(200)
  expect(after.body).toContain('Refund that did not go through — not a tax document')
  expect(after.body).toContain('The money did not arrive.')
  expect((await openPage(app, await receiptOf(alice, paid.id))).body).not.toContain(
    'Refunds so far',
  )
})

test('the receipt does not name an erased customer, even where their name was typed', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const paid = await createPayment(alice, { description: 'Dinner of Ada Rossi' })
  const path = await receiptOf(alice, paid.id)
  expect((await openPage(app, path)).body).toContain('Dinner of Ada Rossi')

  expect((await alice.rest('DELETE', `/api/customers/${paid.customerId}`)).status).toBe(204)
  const page = await openPage(app, path)

  expect(page.status).toBe(200)
  expect(page.body).toContain(paid.transactionId)
  expect(page.body).not.toMatch(/Ada|Rossi|Dinner|erased/i)
})

test('no receipt exists for failed or pending money, another’s payment or a forged URL', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const paid = await createPayment(alice)
  const pending = await createPayment(alice, { paymentMethod: 'bank' })
  const failed = await createPayment(alice, { amount: '10.01' })
  const [ofAlice, ofBob] = [
    (await alice.api.merchant.current.query()).id,
    (await bob.api.merchant.current.query()).id,
  ]
  const path = await receiptOf(alice, paid.id)
  const foreignBox = secretBox([randomBytes(32)])
  const at = (merchantId: string, id: string, box = app.world.secretBox) =>
    pathOf(receiptUrl({ ...app.world, secretBox: box }, { merchantId, id }))

  expect(await receiptOf(alice, pending.id)).toBe('')
  expect(await receiptOf(alice, failed.id)).toBe('')
  for (const wrong of [
    '/receipt/x',
    `/receipt/${paid.id}`,
    `/receipt/${paid.transactionId}`,
    `${path}A`,
    path.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
    at(ofAlice, pending.id),
    at(ofAlice, failed.id),
    at(ofAlice, 'ref_none'),
    at(ofBob, paid.id),
    at('mer_none', paid.id),
    at(ofAlice, paid.id, foreignBox),
  ]) {
    const english = await openPage(app, wrong)
    const italian = await openPage(app, wrong, { language: 'it' })
    expect([wrong, english.status, italian.status]).toEqual([wrong, 404, 404])
    expect(english.body).toContain('There is no receipt here')
    expect(italian.body).toContain('Qui non c’è nessuna ricevuta')
    expect(english.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
  }
  await expect(bob.api.refunds.ofPayment.query({ id: paid.id })).rejects.toMatchObject({
    data: { code: 'not_found' },
  })
})

test('a mailed URL opens under a new key too, and the stored data opens none', async () => {
  const [former, newest] = [randomBytes(32), randomBytes(32)]
  await using app = await testApp()
  const alice = await app.person()
  const paid = await createPayment(alice)
  const { id: merchantId } = await alice.api.merchant.current.query()
  const before = { ...app.world, secretBox: secretBox([former]) }
  const url = receiptUrl(before, { merchantId, id: paid.id })
  const token = url.slice(url.lastIndexOf('/') + 1)
  const openReceipt = (box: ReturnType<typeof secretBox>) =>
    readReceiptPage({ db: app.db, secretBox: box }, token)

  expect((await openReceipt(secretBox([newest, former])))?.payment.id).toBe(paid.id)
  expect(await openReceipt(secretBox([newest]))).toBeUndefined()
})

test('a receipt mentions a test in test mode and not in live mode', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const { live } = await goLive(app, alice)
  await live.api.processorAccounts.connectTransfer.mutate({
    iban: 'IT60X0542811101000000123456',
    holder: 'Bar',
  })
  const link = await createLink(live)
  await pay(app, link.path, { method: 'bank' })
  const [{ id } = { id: '' }] = (await live.api.transactions.list.query({})).data
  await live.rest('PUT', `/api/transactions/${id}`, { status: 'success' })

  const ofLive = await openPage(app, await receiptOf(live, id))
  const ofTest = await openPage(app, await receiptOf(alice, (await createPayment(alice)).id))

  expect(ofLive.body).toContain('<dd>bank transfer</dd>')
  expect(ofLive.body).not.toContain('no money moves')
  expect(ofTest.body).toContain('Test mode: no real charge.')
})

test('a caller above the limit waits, and reads so in their language', async () => {
  await using app = await testApp({ environment: { RATE_LIMITS: 'on' } })
  const statuses: number[] = []
  const openUnknown = () => openPage(app, '/receipt/x', { language: 'it' })
  for (let at = 0; at < addressLimit.burst; at++) statuses.push((await openUnknown()).status)

  const refused = await openUnknown()

  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(refused.status).toBe(429)
  expect(refused.body).toContain('Dalla tua rete arrivano troppe richieste.')
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
})
