import type { Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

const words = {
  en: {
    sandbox: 'Test mode: no real charges',
    goLive: 'Activate live payments',
    question: 'Activate live payments?',
    refused: 'Live mode cannot take payments yet',
    settings: 'Payment methods in the settings',
    notConnected: 'Not connected',
    toTest: 'Switch to test',
    toLive: 'Switch to live',
    revenue: '$12.34',
    processing: 'Process Payment',
  },
  it: {
    sandbox: 'Prova: nessun addebito reale',
    goLive: 'Attiva i pagamenti reali',
    question: 'Attivare i pagamenti reali?',
    refused: 'I pagamenti reali non sono ancora possibili',
    settings: 'Metodi di pagamento nelle impostazioni',
    notConnected: 'Non collegato',
    toTest: 'Passa alla prova',
    toLive: 'Passa ai pagamenti reali',
    revenue: '12,34',
    processing: 'Incassa',
  },
} as const

const grace = { amount: '12.34', customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const setLanguageCookie = (page: Page, language: 'it' | 'en', url: string) =>
  page.context().addCookies([{ name: 'incasso-language', value: language, url }])

const mark = (page: Page) => page.locator('header').getByText(/^(?:Live payments|Pagamenti reali)$/)

const chooseBook = (page: Page, action: string) =>
  page.locator('header').getByRole('button', { name: action, exact: true }).click()

for (const language of ['en', 'it'] as const) {
  const texts = words[language]

  const title = `going live opens an empty live mode, and the way back shows the test figures (${language})`

  test(title, { tag: language === 'it' ? '@variant' : [] }, async ({
    page,
    account: _,
    server,
  }) => {
    await setLanguageCookie(page, language, server.url)
    await takePayment(page, grace)
    await page.goto('/dashboard')
    await expect(page.getByText(texts.sandbox)).toBeVisible()
    await expect(page.getByText(texts.revenue).first()).toBeVisible()
    await expect(mark(page)).toBeHidden()

    await page.goto('/settings?tab=payments')
    await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(3)
    await expectAccessible(page)
    await page.locator('header').getByRole('button', { name: texts.goLive }).click()
    const dialog = page.getByRole('dialog', { name: texts.question })
    await dialog.getByRole('button', { name: texts.goLive }).click()

    await expect(mark(page)).toBeVisible()
    await expect(page.getByText(texts.sandbox)).toBeHidden()
    await expect(page.getByText(texts.revenue)).toHaveCount(0)
    await page.goto('/transactions')
    await expect(page.getByText('Grace Hopper')).toHaveCount(0)
    await page.goto('/payments')
    await expect(page.getByText(texts.refused)).toBeVisible()
    await expect(page.getByRole('button', { name: texts.processing })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: texts.settings }).click()
    await expect(page.getByText(texts.notConnected, { exact: true })).toHaveCount(3)
    await expectAccessible(page)

    await chooseBook(page, texts.toTest)
    await expect(page.getByText(texts.sandbox)).toBeVisible()
    await expect(mark(page)).toBeHidden()
    await page.goto('/dashboard')
    await expect(page.getByText(texts.revenue).first()).toBeVisible()
  })
}

test('an unsaved form asks before the mode changes, and leaving it asks once', async ({
  page,
  account: _,
  context,
  server,
}) => {
  const bookCookie = async () =>
    (await context.cookies(server.url)).find(({ name }) => name === 'incasso-book')?.value
  await setLanguageCookie(page, 'en', server.url)
  await page.request.post('/trpc/merchant.goLive', { data: {} })
  await page.goto('/settings')
  await page.getByLabel('Website').fill('https://bar.example')

  await chooseBook(page, words.en.toLive)
  await page.getByRole('button', { name: 'Stay', exact: true }).click()
  await expect(page.getByLabel('Website')).toHaveValue('https://bar.example')
  expect(await bookCookie()).not.toBe('live')
  await chooseBook(page, words.en.toLive)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()

  await expect(mark(page)).toBeVisible()
  expect(await bookCookie()).toBe('live')
})

test.describe('with two tabs', () => {
  test.use({ expectedErrors: [/Failed to load resource.*409/] })

  test('a tab follows when another one switches the mode', async ({
    page,
    account: _,
    context,
    server,
  }) => {
    await setLanguageCookie(page, 'en', server.url)
    await takePayment(page, grace)
    await page.request.post('/trpc/merchant.goLive', { data: {} })
    await page.goto('/transactions')
    await expect(page.getByText('Grace Hopper').first()).toBeVisible()
    const other = await context.newPage()
    await other.goto('/customers')
    await expect(other.getByText('Grace Hopper').first()).toBeVisible()

    await chooseBook(page, words.en.toLive)

    await expect(mark(page)).toBeVisible()
    await expect(mark(other)).toBeVisible()
    await expect(other.getByText('Grace Hopper')).toHaveCount(0)
  })

  test('a tab that missed the switch shows no row of the other mode', async ({
    page,
    account: _,
    context,
    server,
  }) => {
    await setLanguageCookie(page, 'en', server.url)
    await page.request.post('/trpc/merchant.goLive', { data: {} })
    await takePayment(page, grace)
    await page.goto('/customers')
    await expect(page.getByText('Grace Hopper').first()).toBeVisible()

    // Changes the cookie as another window of the same browser does.
    await context.addCookies([{ name: 'incasso-book', value: 'live', url: server.url }])
    await page.getByRole('link', { name: 'Transactions' }).first().click()

    await expect(mark(page)).toBeVisible()
    await expect(page.getByText('Grace Hopper')).toHaveCount(0)
  })

  test('a cookie for a live mode that does not exist falls back to test mode', async ({
    page,
    account: _,
    context,
    server,
  }) => {
    await takePayment(page, grace)
    await context.addCookies([{ name: 'incasso-book', value: 'live', url: server.url }])

    await page.goto('/transactions')

    await expect(page.getByText('Grace Hopper').first()).toBeVisible()
    await expect(mark(page)).toBeHidden()
  })
})

test('the mode mark fits next to the title on a phone', async ({ page, account: _, server }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await setLanguageCookie(page, 'it', server.url)
  await page.request.post('/trpc/merchant.goLive', { data: {} })
  await page.context().addCookies([{ name: 'incasso-book', value: 'live', url: server.url }])

  for (const path of ['/payments', '/settings?tab=payments', '/transactions']) {
    await page.goto(path)
    await expect(mark(page)).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})
