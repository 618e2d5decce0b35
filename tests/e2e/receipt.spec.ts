import type { Page } from '@playwright/test'
import { refundPart } from './support/account.ts'
import { expectAccessible, expectPlainAccessible } from './support/axe.ts'
import { expect, makeLink, paymentsOfLink, test } from './support/payer.ts'
import { pagesOf, setBranding } from './support/receipts.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

const narrow = { viewport: { width: 320, height: 640 } }
const words = {
  'en-US': {
    name: 'Name',
    pay: 'Pay by card',
    open: 'Save receipt',
    payment: 'Payment receipt — not a tax document',
    amount: '€40.00',
    method: 'card',
    back: '€12.50',
    kept: '€27.50',
    refunds: 'Refunds so far',
    support: 'Questions? Write to',
    other: 'Italiano',
    otherTitle: 'Ricevuta di pagamento — documento non fiscale',
    missing: 'There is no receipt here',
  },
  'it-IT': {
    name: 'Nome e cognome',
    pay: 'Paga con carta',
    open: 'Salva la ricevuta',
    payment: 'Ricevuta di pagamento — documento non fiscale',
    amount: '40,00 €',
    method: 'carta',
    back: '12,50 €',
    kept: '27,50 €',
    refunds: 'Rimborsi finora',
    support: 'Domande? Scrivi a',
    other: 'English',
    otherTitle: 'Payment receipt — not a tax document',
    missing: 'Qui non c’è nessuna ricevuta',
  },
}

async function payOnPage(page: Page, texts: { name: string; pay: string }) {
  await page.getByLabel(texts.name, { exact: true }).fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByRole('button', { name: texts.pay }).click()
}

for (const locale of ['it-IT', 'en-US'] as const) {
  test(`a payer opens a receipt, which prints on one sheet, in ${locale}`, async ({
    page,
    account,
    payerOf,
  }) => {
    const texts = words[locale]
    await setBranding(page)
    const link = await makeLink(page, { title: 'Dinner for two by the window' })
    const { page: paying } = await payerOf({ ...narrow, locale })
    await paying.goto(link.url)
    await payOnPage(paying, texts)
    await paying.getByRole('link', { name: texts.open }).click()

    await expect(paying.getByRole('heading', { name: texts.payment })).toBeVisible()
    await expect(paying.getByRole('heading', { name: account.businessName })).toBeVisible()
    for (const text of [texts.amount, 'Via Garibaldi 123, 10122 Torino', texts.support]) {
      await expect(paying.getByText(text).first()).toBeVisible()
    }
    const [paid] = await paymentsOfLink(page, link)
    for (const value of ['Dinner for two by the window', texts.method]) {
      await expect(paying.getByRole('definition').filter({ hasText: value })).toBeVisible()
    }
    await expect(paying.getByRole('main')).not.toContainText('Grace')
    await expectNoSidewaysScroll(paying)
    await expectPlainAccessible(paying, 'the receipt of a payment')

    const refunded = await refundPart(page, paid?.id ?? '', '12.50')
    expect(refunded.status()).toBe(201)
    await paying.reload()
    await expect(paying.getByRole('heading', { name: texts.refunds })).toBeVisible()
    for (const value of [texts.back, texts.kept]) {
      await expect(paying.getByRole('definition').filter({ hasText: value }).last()).toBeVisible()
    }
    await expectNoSidewaysScroll(paying)
    await expectPlainAccessible(paying, 'with a refund')

    await paying.getByRole('link', { name: texts.other }).click()
    await expect(paying.getByRole('heading', { name: texts.otherTitle })).toBeVisible()
    await paying.emulateMedia({ media: 'print' })
    await expect(paying.getByRole('navigation')).toBeHidden()
    expect(pagesOf(await paying.pdf({ format: 'A4', preferCSSPageSize: true }))).toBe(1)
  })
}

test('the longest receipt fits on one sheet too, and is complete without JavaScript', async ({
  page,
  account,
  payerOf,
}) => {
  await setBranding(page)
  const created = await page.request.post('/api/payments', {
    data: {
      amount: '500.00',
      currency: 'EUR',
      customerName: 'Grace Hopper',
      customerEmail: 'grace@example.com',
      paymentMethod: 'card',
      description: 'A long description of what was bought. '.repeat(25).trim(),
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(created.status(), account.email).toBe(201)
  const { id } = (await created.json()) as { id: string }
  for (let at = 0; at < 12; at++) {
    expect((await refundPart(page, id, '1.00')).status()).toBe(201)
  }
  await page.goto(`/transactions/${id}`)
  const opener = page.getByRole('link', { name: 'Open receipt' })
  await expect(opener).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy the link to the receipt' })).toBeVisible()
  await expectAccessible(page, 'a payment with the receipt of its payer')
  const url = (await opener.getAttribute('href')) ?? ''

  const { page: plainPage } = await payerOf({
    ...narrow,
    javaScriptEnabled: false,
    locale: 'en-US',
  })
  await plainPage.goto(url)
  await expect(plainPage.getByRole('definition').filter({ hasText: '€488.00' })).toBeVisible()
  await expect(plainPage.getByText('4 earlier ones')).toBeVisible()
  const box = await plainPage.getByRole('main').boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320)
  expect(pagesOf(await plainPage.pdf({ format: 'A4', preferCSSPageSize: true }))).toBe(1)
})

for (const locale of ['it-IT', 'en-US'] as const) {
  test(`a URL without a receipt shows a message in ${locale}`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server.url, locale, ...narrow })
    const page = await context.newPage()
    const response = await page.goto('/receipt/made-up')

    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: words[locale].missing })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectPlainAccessible(page, 'without a receipt')
    await context.close()
  })
}
