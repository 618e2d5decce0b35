import type { Page } from '@playwright/test'
import type { StripeAccount } from '../support/stripe/account.ts'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stripe-stand-in.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { test as base, expect } from './support/fixtures.ts'
import { callWithKey, createKey, dialog } from './support/integration.ts'
import { expectNoSidewaysScroll, region, rowWith, toast } from './support/screens.ts'

let stripe: StripeStandIn

const test = base.extend({
  environment: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      stripe = await startStripeStandIn()
      await use({ STRIPE_API_URL: stripe.url })
      await stripe[Symbol.asyncDispose]()
    },
    { scope: 'worker' },
  ],
})

const PATH = '/settings?tab=payments'

const words = {
  en: {
    section: 'Cards by Stripe',
    connect: 'Connect Stripe',
    secretKey: 'Restricted key',
    publishableKey: 'Publishable key',
    check: 'Check key',
    missing: '1 permission needed for payments is missing.',
    complete: 'The key has every permission.',
    full: 'A full secret key can do everything',
    submit: 'Connect',
    done: 'Stripe connected',
    test: 'Test permissions',
    byEvents: /By events, last \d+ s ago/,
  },
  it: {
    section: 'Carte con Stripe',
    connect: 'Collega Stripe',
    secretKey: 'Chiave con restrizioni',
    publishableKey: 'Chiave pubblicabile',
    check: 'Verifica la chiave',
    missing: 'Manca un permesso necessario ai pagamenti.',
    complete: 'La chiave ha tutti i permessi.',
    full: 'Una chiave privata completa può fare tutto',
    submit: 'Collega',
    done: 'Stripe collegato',
    test: 'Prova i permessi',
    byEvents: /Con eventi, l’ultimo \d+ s fa/,
  },
} as const

const setLanguageCookie = (page: Page, language: 'it' | 'en', url: string) =>
  page.context().addCookies([{ name: 'incasso-language', value: language, url }])

async function payByCard(page: Page): Promise<number> {
  const secret = await createKey(page, 'Web shop')
  const { status } = await callWithKey(page, secret, '/api/transactions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'order-1' },
    body: JSON.stringify({
      amount: '12.34',
      customerName: 'Grace Hopper',
      customerEmail: 'grace@example.com',
      paymentToken: 'pm_card_visa',
    }),
  })
  return status
}

for (const language of ['en', 'it'] as const) {
  const texts = words[language]

  const title = `a merchant connects Stripe and takes a first payment by card (${language})`

  test(title, { tag: language === 'it' ? '@variant' : [] }, async ({
    page,
    account: _,
    server,
  }) => {
    await setLanguageCookie(page, language, server.url)
    const limitedAccount = stripe.addAccount({ permissions: { refunds: 'read' } })
    const shop: StripeAccount = stripe.addAccount()
    await page.goto(PATH)
    const section = region(page, texts.section)
    await section.getByRole('button', { name: texts.connect }).press('Enter')
    const form = dialog(page, texts.connect)
    const key = form.getByLabel(texts.secretKey)
    await expect(key).toBeFocused()

    await test.step('the permissions of a key are shown before it is stored', async () => {
      await key.fill(limitedAccount.key)
      await form.getByRole('button', { name: texts.check }).click()
      await expect(form.getByText(texts.missing)).toBeVisible()
      await expect(form.getByRole('row')).toHaveCount(15)
      await expect(form.getByRole('row').nth(2)).toContainText('rak_refund_write')
      await expectOpenedAccessible(page, 'with what the key lacks')
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1280, height: 800 })
    })

    await test.step('a full secret key shows a warning', async () => {
      await key.fill('sk_test_00000000000000000000')
      await expect(form.getByText(texts.full)).toBeVisible()
    })

    await key.fill(shop.key)
    await form.getByRole('button', { name: texts.check }).click()
    await expect(form.getByText(texts.complete)).toBeVisible()
    await form.getByLabel(texts.publishableKey).fill(shop.publishableKey)
    await form.getByRole('button', { name: texts.submit, exact: true }).click()

    await expect(toast(page, texts.done)).toBeVisible()
    await expect(section).toContainText(`rk_test_…${shop.key.slice(-4)}`)
    await expect(section.getByRole('button', { name: texts.test })).toBeFocused()
    await expectAccessible(page, 'connected')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    expect(await payByCard(page)).toBe(201)
    const [first] = await stripe.deliver(shop)
    expect(first).toBe(200)
    await page.reload()
    await expect(section).toContainText(texts.byEvents)
    await page.goto('/transactions')
    await expect(rowWith(page, 'Grace Hopper')).toContainText(
      language === 'en' ? '$12.34' : '12,34',
    )
    expect(stripe.movedBy(shop)).toEqual({ captured: 1234, refunded: 0 })
  })
}
