import type { Page } from '@playwright/test'
import type { PayPalAccount } from '../support/paypal/account.ts'
import { type PayPalStandIn, startPayPalStandIn } from '../support/paypal/paypal-stand-in.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { test as base, expect } from './support/fixtures.ts'
import { dialog } from './support/integration.ts'
import { expectNoSidewaysScroll, region, toast } from './support/screens.ts'

let paypal: PayPalStandIn

const test = base.extend({
  environment: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      paypal = await startPayPalStandIn()
      await use({ PAYPAL_API_URL: paypal.url })
      await paypal[Symbol.asyncDispose]()
    },
    { scope: 'worker' },
  ],
})

const words = {
  en: {
    connect: 'Connect PayPal',
    secret: 'Secret key',
    reason: 'PayPal can only reach public sites with https',
    submit: 'Connect',
    done: 'PayPal connected',
    own: 'Your account',
    amount: 'Amount',
    name: 'Customer Name',
    email: 'Customer Email',
    methods: 'Payment Method',
    next: 'open PayPal’s page or send its link',
    take: 'Process Payment',
    last: 'Last payment',
    open: /^Open PayPal’s page/,
    thanks: 'Thank you. The payment is made.',
    success: 'Success',
  },
  it: {
    connect: 'Collega PayPal',
    secret: 'Secret key',
    reason: 'PayPal raggiunge solo siti pubblici con https',
    submit: 'Collega',
    done: 'PayPal collegato',
    own: 'Il tuo account',
    amount: 'Importo',
    name: 'Nome del cliente',
    email: 'Email del cliente',
    methods: 'Metodo di pagamento',
    next: 'apri la pagina di PayPal o invia il link',
    take: 'Incassa',
    last: 'Ultimo pagamento',
    open: /^Apri la pagina di PayPal/,
    thanks: 'Thank you. The payment is made.',
    success: 'Riuscito',
  },
} as const

type Language = keyof typeof words

const widths = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

async function connect(page: Page, language: Language, { clientId, secret }: PayPalAccount) {
  const texts = words[language]
  await page.goto('/settings?tab=payments')
  const section = region(page, 'PayPal')
  await section.getByRole('button', { name: texts.connect }).click()
  const form = dialog(page, texts.connect)
  await expect(form).toContainText(texts.reason)
  await form.getByLabel('Client ID').fill(clientId)
  await form.getByLabel(texts.secret, { exact: true }).fill(secret)
  await expectOpenedAccessible(page, 'the form')
  await expectNoSidewaysScroll(page)
  await form.getByRole('button', { name: texts.submit, exact: true }).click()
  await expect(toast(page, texts.done)).toBeVisible()
  await expect(section).toContainText(clientId.slice(-4))
  await expectAccessible(page, 'connected')
  await expectNoSidewaysScroll(page)
}

const approve = (payer: Page) => payer.getByRole('button', { name: 'Pay now' }).click()

for (const language of ['en', 'it'] as const) {
  for (const [device, viewport] of Object.entries(widths)) {
    const texts = words[language]
    const title = `a merchant connects PayPal and takes a first payment (${language}, ${device})`
    const isVariant = (language === 'it') === (device === 'desktop')

    test(title, { tag: isVariant ? '@variant' : [] }, async ({ page, account: _, server }) => {
      await page.setViewportSize(viewport)
      await page
        .context()
        .addCookies([{ name: 'incasso-language', value: language, url: server.url }])
      const shop = paypal.addAccount()
      await connect(page, language, shop)

      await page.goto('/payments')
      await page
        .getByLabel(texts.amount)
        .first()
        .fill(language === 'en' ? '12.34' : '12,34')
      await page.getByLabel(texts.name).fill('Grace Hopper')
      await page.getByLabel(texts.email).fill('grace@example.com')
      await page.getByRole('radio', { name: 'PayPal' }).check()
      const methods = page.getByRole('group', { name: texts.methods })
      await expect(methods).toContainText(texts.own)
      await expect(methods).toContainText(texts.next)
      await page.getByRole('button', { name: texts.take, exact: true }).click()

      const result = region(page, texts.last)
      const opened = page.context().waitForEvent('page')
      await result.getByRole('link', { name: texts.open }).click()
      const payer = await opened
      await approve(payer)
      await expect(payer.getByText(texts.thanks)).toBeVisible()

      await expect(result).toContainText(texts.success)
      expect(paypal.movedBy(shop)).toEqual({ captured: 1234, refunded: 0 })
      expect(server.output()).not.toContain(shop.secret)
    })
  }
}

test('a customer pays a link with PayPal', async ({ page, account: _, browser, server }) => {
  const shop = paypal.addAccount()
  const connected = await page.request.post('/api/processor-accounts', {
    data: { processor: 'paypal', secretKey: shop.key, makeWebhook: false },
  })
  expect(connected.status(), await connected.text()).toBe(201)
  const created = await page.request.post('/api/payment-links', {
    data: { title: 'Corso di cucina', amount: '45.00', currency: 'EUR' },
  })
  const { url } = (await created.json()) as { url: string }

  const payer = await browser.newPage({ baseURL: server.url })
  await payer.goto(url)
  await payer.getByLabel('Name').fill('Grace Hopper')
  await payer.getByLabel('Email').fill('grace@example.com')
  await payer.getByRole('button', { name: 'Pay with PayPal' }).click()
  await approve(payer)

  await expect(payer.getByText('€45.00').first()).toBeVisible()
  await expect.poll(() => paypal.movedBy(shop)).toEqual({ captured: 4500, refunded: 0 })
  await payer.close()
})
