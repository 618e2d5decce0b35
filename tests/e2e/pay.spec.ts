import type { Page } from '@playwright/test'
import { modulesOfPng, modulesOfSvg, readQr } from '#tests/support/qr-reader.ts'
import { expectPlainAccessible } from './support/axe.ts'
import { expect, expireLink, makeLink, type Payer, paymentsOfLink, test } from './support/payer.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1280, height: 800 } }
const IBAN = 'IT60 X054 2811 1010 0000 0123 456'
const MOST_BYTES = 30_000

const words = {
  'en-US': {
    name: 'Name',
    pay: 'Pay by card',
    amount: '€40.00',
    paid: 'Thank you! The payment has arrived.',
  },
  'it-IT': {
    name: 'Nome e cognome',
    pay: 'Paga con carta',
    amount: '40,00 €',
    paid: 'Grazie! Il pagamento è arrivato.',
  },
}
const en = words['en-US']

async function fill(page: Page, { name = 'Grace Hopper', email = 'grace@example.com' } = {}) {
  await page.getByLabel(/^(?:Name|Nome e cognome)$/).fill(name)
  await page.getByLabel('Email').fill(email)
}

test.beforeEach(({ account }) => {
  expect(account.email).toBeTruthy()
})

for (const [device, options] of Object.entries({ 'a phone': phone, 'a desktop': desktop })) {
  for (const locale of ['it-IT', 'en-US'] as const) {
    test(`a link is paid in three clicks on ${device} in ${locale}`, async ({
      page,
      account,
      payerOf,
    }) => {
      const texts = words[locale]
      const link = await makeLink(page)
      const payer = await payerOf({ ...options, locale })
      await payer.page.goto(link.url)
      await expect(payer.page.getByRole('heading', { name: account.businessName })).toBeVisible()
      await expect(payer.page.getByText(texts.amount)).toBeVisible()
      expect(await payer.takeBytes()).toBeLessThanOrEqual(MOST_BYTES)

      await payer.press(texts.name, 'textbox')
      await payer.page.keyboard.type('Grace Hopper')
      await payer.press('Email', 'textbox')
      await payer.page.keyboard.type('grace@example.com')
      await payer.press(texts.pay)

      await expect(payer.page.getByRole('status')).toHaveText(texts.paid)
      expect(payer.presses()).toBeLessThanOrEqual(3)
      expect(await payer.takeBytes()).toBeLessThanOrEqual(MOST_BYTES)
      expect(await paymentsOfLink(page, link)).toMatchObject([
        { status: 'success', amount: '40.00', customerName: 'Grace Hopper' },
      ])
    })
  }
}

for (const [button, message, status] of [
  ['Approva', 'Grazie! Il pagamento è arrivato.', 'success'],
  ['Rifiuta', 'Il pagamento non è riuscito.', 'failed'],
] as const) {
  test(`the sandbox’s page decides without JavaScript, and leads back: ${button}`, async ({
    page,
    payerOf,
  }) => {
    const link = await makeLink(page, { amount: '40.06' })
    const { page: payPage } = await payerOf({
      ...phone,
      javaScriptEnabled: false,
      locale: 'it-IT',
    })
    await payPage.goto(link.url)
    await fill(payPage)
    await payPage.getByRole('button', { name: 'Paga con carta' }).tap()
    await expect(payPage).toHaveURL(/\/sandbox\//)
    await payPage.getByRole('button', { name: button }).tap()

    await expect(payPage.getByRole('status')).toHaveText(message)
    await expect(payPage).toHaveURL(/\/pay\/[^/]+\/done\?/)
    expect(await paymentsOfLink(page, link)).toMatchObject([{ status }])
  })
}

test('a payer without JavaScript reads where to transfer how much, and nothing is cut off', async ({
  page,
  account,
  payerOf,
  server,
}) => {
  await page.request.post('/trpc/merchant.goLive', { data: {} })
  await page.context().addCookies([{ name: 'incasso-book', value: 'live', url: server.url }])
  const response = await page.request.post('/trpc/processorAccounts.connectTransfer', {
    data: { iban: IBAN, holder: account.businessName },
  })
  expect(response.status(), await response.text()).toBe(200)
  const link = await makeLink(page, { amount: '12.34' })
  const { page: payPage } = await payerOf({
    javaScriptEnabled: false,
    locale: 'it-IT',
    viewport: { width: 320, height: 640 },
  })
  await payPage.goto(link.url)
  await fill(payPage)
  await payPage.getByRole('button', { name: 'Paga con bonifico' }).click()

  await expect(payPage.getByRole('status')).toHaveText('Esegui un bonifico con questi dati')
  const [paid] = await paymentsOfLink(page, link)
  expect(paid).toMatchObject({ status: 'pending' })
  for (const text of [IBAN, '12,34 €', /^RF\d\d [\dA-Z ]+$/]) {
    await expect(payPage.getByRole('definition').filter({ hasText: text }).first()).toBeVisible()
  }
  const code = await payPage.locator('.qr svg').evaluate((svg) => svg.outerHTML)
  const [, version, , , , holder, iban, amount] = readQr(modulesOfSvg(code)).split('\n')
  expect({ version, holder, iban, amount }).toEqual({
    version: '002',
    holder: account.businessName,
    iban: IBAN.replaceAll(' ', ''),
    amount: 'EUR12.34',
  })
  const box = await payPage.getByRole('main').boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320)
})

test('a double click makes one payment', async ({ page, payerOf }) => {
  const link = await makeLink(page)
  const { page: payPage } = await payerOf(desktop)
  await payPage.goto(link.url)
  await fill(payPage)
  await payPage.getByRole('button', { name: en.pay }).dblclick()

  await expect(payPage.getByRole('status')).toHaveText(en.paid)
  expect(await paymentsOfLink(page, link)).toHaveLength(1)
})

for (const javaScriptEnabled of [true, false]) {
  test(`going back and resubmitting makes no second payment, with${javaScriptEnabled ? '' : 'out'} JavaScript`, async ({
    page,
    payerOf,
  }) => {
    const link = await makeLink(page)
    const { page: payPage } = await payerOf({ ...desktop, javaScriptEnabled })
    await payPage.goto(link.url)
    for (let times = 0; times < 3; times++) {
      await fill(payPage)
      await payPage.getByRole('button', { name: en.pay }).click()
      await expect(payPage.getByRole('status')).toHaveText(en.paid)
      await payPage.reload()
      await expect(payPage.getByRole('status')).toHaveText(en.paid)
      await payPage.goBack()
      await expect(payPage.getByRole('button', { name: en.pay })).toBeVisible()
    }

    expect(await paymentsOfLink(page, link)).toHaveLength(1)
    // Each opening of the link allows another payment: two coffees are two payments.
    await payPage.goto(link.url)
    await fill(payPage)
    await payPage.getByRole('button', { name: en.pay }).click()
    await expect(payPage.getByRole('status')).toHaveText(en.paid)
    expect(await paymentsOfLink(page, link)).toHaveLength(2)
  })
}

test('too small an amount shows a message, the typed values stay, and axe and a narrow phone find no fault', async ({
  page,
  payerOf,
}) => {
  const link = await makeLink(page, {
    amountKind: 'chosen',
    minAmount: '5.00',
    presets: ['10.00', '20.00'],
    questions: [{ label: 'Which table?', isRequired: true }],
  })
  const payer = await payerOf({ viewport: { width: 320, height: 640 } })
  const { page: payPage } = payer
  await payPage.goto(link.url)
  await expectNoSidewaysScroll(payPage)
  await expectPlainAccessible(payPage, 'as it opens')
  await fill(payPage)
  await payPage.getByLabel('Another amount (EUR)').fill('4.99')
  await payPage.getByLabel('Which table?').fill('By the window')
  await payPage.getByRole('button', { name: en.pay }).click()

  await expect(payPage.getByRole('alert')).toContainText('The minimum is €5.00.')
  await expect(payPage.getByLabel('Another amount (EUR)')).toHaveValue('4.99')
  await expect(payPage.getByLabel('Another amount (EUR)')).toHaveAccessibleDescription(
    /The minimum/,
  )
  await expect(payPage.getByLabel('Name')).toHaveValue('Grace Hopper')
  await expect(payPage.getByLabel('Email')).toHaveValue('grace@example.com')
  await expect(payPage.getByLabel('Which table?')).toHaveValue('By the window')
  expect(await paymentsOfLink(page, link)).toEqual([])
  await expectNoSidewaysScroll(payPage)
  await expectPlainAccessible(payPage, 'with a fault')
  await payer.takeBytes()

  await payPage.getByRole('alert').getByRole('link').click()
  await expect(payPage.getByLabel('Another amount (EUR)')).toBeFocused()
  await payPage.keyboard.press('ControlOrMeta+A')
  await payPage.keyboard.type('5.00')
  await payPage.getByRole('button', { name: en.pay }).click()
  await expect(payPage.getByRole('status')).toHaveText(en.paid)
  expect(await payer.takeBytes()).toBeLessThanOrEqual(MOST_BYTES)
  await expectNoSidewaysScroll(payPage)
  await expectPlainAccessible(payPage, 'with thanks')
  expect(await paymentsOfLink(page, link)).toMatchObject([{ amount: '5.00' }])
})

async function payOnce({ page }: Payer, url: string) {
  await page.goto(url)
  await fill(page)
  await page.getByRole('button', { name: en.pay }).click()
  await expect(page.getByRole('status')).toHaveText(en.paid)
}

test('a paused, expired or used-up link shows a polite message', async ({
  page,
  account,
  server,
  payerOf,
}) => {
  const [paused, expired, used] = [
    await makeLink(page),
    await makeLink(page),
    await makeLink(page, { maxUses: 1 }),
  ]
  await page.request.post(`/api/payment-links/${paused.id}/pause`, { data: {} })
  expireLink(server, expired)
  const payer = await payerOf({ viewport: { width: 320, height: 640 } })
  await payOnce(payer, used.url)

  for (const [{ url }, message] of [
    [paused, 'This payment link is paused'],
    [expired, 'This payment link has expired'],
    [used, 'This payment link has already been paid'],
  ] as const) {
    await payer.page.goto(url)
    await expect(payer.page.getByRole('heading', { name: message })).toBeVisible()
    await expect(payer.page.getByText(account.businessName).last()).toBeVisible()
    await expect(payer.page.getByRole('button')).toHaveCount(0)
    await expectNoSidewaysScroll(payer.page)
    await expectPlainAccessible(payer.page, message)
  }
  expect(await paymentsOfLink(page, used)).toHaveLength(1)
})

test('the page works for its payer after a decline, and the next attempt succeeds', async ({
  page,
  payerOf,
}) => {
  const link = await makeLink(page, { amountKind: 'chosen' })
  const { page: payPage, takeBytes } = await payerOf(phone)
  await payPage.goto(link.url)
  await fill(payPage)
  await payPage.getByLabel('Amount (EUR)').fill('10.01')
  await payPage.getByRole('button', { name: en.pay }).tap()
  await expect(payPage.getByRole('status')).toHaveText('The payment did not go through.')
  await expectPlainAccessible(payPage, 'after a decline')
  await takeBytes()

  await payPage.getByRole('link', { name: 'Try again' }).tap()
  await fill(payPage)
  await payPage.getByLabel('Amount (EUR)').fill('10.00')
  expect(await takeBytes()).toBeLessThanOrEqual(MOST_BYTES)
  await payPage.getByRole('button', { name: en.pay }).tap()
  await expect(payPage.getByRole('status')).toHaveText(en.paid)
  const paid = await paymentsOfLink(page, link)
  expect(paid.map(({ status }) => status).toSorted()).toEqual(['failed', 'success'])
})

test('both pictures of a link’s code open its page', async ({ page, payerOf }) => {
  const link = await makeLink(page)
  const input = encodeURIComponent(JSON.stringify({ id: link.id }))
  const response = await page.request.get(`/trpc/paymentLinks.qr?input=${input}`)
  const { svg, png } = ((await response.json()) as { result: { data: Record<string, string> } })
    .result.data

  const read = [modulesOfSvg(svg ?? ''), modulesOfPng(Buffer.from(png ?? '', 'base64'))].map(readQr)
  expect(read).toEqual([link.url, link.url])
  const { page: payPage } = await payerOf(phone)
  await payPage.goto(read[0] ?? '')
  await expect(payPage.getByRole('button', { name: en.pay })).toBeVisible()
})
