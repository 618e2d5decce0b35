import type { Page } from '@playwright/test'
import { refundPart, takePayment } from './support/account.ts'
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
    taxIds: 'VAT number IT12345678903 · Tax code RSSMRA85T10A562S',
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
    taxIds: 'Partita IVA IT12345678903 · Codice fiscale RSSMRA85T10A562S',
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

type PrintCounter = { prints?: number }

/** Counts calls of the print dialog from the next page on. */
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    const counter = globalThis as PrintCounter
    counter.prints = 0
    globalThis.print = () => {
      counter.prints = (counter.prints ?? 0) + 1
    }
  })

const printsOf = (page: Page) => page.evaluate(() => (globalThis as PrintCounter).prints)

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
    await countPrints(paying)
    await paying.getByRole('link', { name: texts.open }).click()
    await expect.poll(() => printsOf(paying)).toBe(1)
    await paying.reload()
    await expect.poll(() => printsOf(paying)).toBe(0)

    await expect(paying.getByRole('heading', { name: texts.payment })).toBeVisible()
    await expect(paying.getByRole('heading', { name: account.businessName })).toBeVisible()
    for (const text of [
      texts.amount,
      'Via Garibaldi 123, 10122 Torino',
      texts.taxIds,
      texts.support,
    ]) {
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

test('the merchant prints the receipt of the payer, with its refunds, on one sheet', async ({
  page,
  account,
}) => {
  await setBranding(page)
  const created = await takePayment(page, {
    amount: '240.00',
    currency: 'EUR',
    customerName: 'Grace Hopper',
    customerEmail: account.email,
  })
  const { id } = (await created.json()) as { id: string }
  for (const amount of ['20.00', '12.50', '7.50']) {
    expect((await refundPart(page, id, amount)).status()).toBe(201)
  }
  await countPrints(page)
  await page.goto(`/transactions/${id}`)
  const menu = page.getByRole('button', { name: 'Receipt', exact: true })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click()
  await expect.poll(() => printsOf(page)).toBe(1)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send the receipt by email' })
  await expect(dialog).toContainText(account.email)
  await expect(dialog).toContainText('Language: Italian.')
  await expectAccessible(page, 'the dialog that sends a receipt')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('Email written to the log')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  const receipt = page.getByTestId('receipt')
  for (const text of [
    'Ricevuta di pagamento — documento non fiscale',
    '240,00',
    '20,00',
    '12,50',
    '7,50',
    'Rimborsato in tutto',
    'Pagato al netto dei rimborsi',
    '200,00',
    'Partita IVA IT12345678903 · Codice fiscale RSSMRA85T10A562S',
  ]) {
    await expect(receipt).toContainText(text)
  }
  await expect(receipt).not.toContainText('Grace')
  const logo = receipt.locator('img')
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
  expect(pagesOf(await page.pdf({ format: 'A4', preferCSSPageSize: true }))).toBe(1)
})

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
  await page.getByRole('button', { name: 'Receipt', exact: true }).click()
  const opener = page.getByRole('menuitem', { name: 'Open the payer’s receipt' })
  await expect(opener).toBeVisible()
  await expectAccessible(page, 'a payment with the menu of its receipt')
  const url = (await opener.getAttribute('href')) ?? ''

  const { page: plainPage } = await payerOf({
    ...narrow,
    javaScriptEnabled: false,
    locale: 'en-US',
  })
  await plainPage.goto(url.replace(/lang=../, 'lang=en'))
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
