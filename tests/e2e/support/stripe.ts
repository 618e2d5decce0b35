import { expect, type Locator, type Page } from '@playwright/test'
import type { StripeAccount } from '#tests/support/stripe/account.ts'
import { routeStripeHosts } from '#tests/support/stripe/stripe-hosts.ts'
import { type StripeStandIn, startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import { test as base } from './fixtures.ts'
import { fillPayment } from './screens.ts'

/** Numbers of Stripe's test cards. */
export const VALID_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'
export const AUTHENTICATION_CARD = '4000002760003184'

type Fixtures = {
  /** The merchant's own account at Stripe, connected. In `page`, Stripe's host names lead to the stand-in. */
  stripeAccount: StripeAccount
  /** Violations of the page's content security policy. */
  violations: string[]
}

type WorkerFixtures = { stripe: StripeStandIn }

export const test = base.extend<Fixtures, WorkerFixtures>({
  stripe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      await using stripe = await startStripeStandIn()
      await use(stripe)
    },
    { scope: 'worker' },
  ],

  environment: [
    async ({ stripe }, use) => {
      await use({ STRIPE_API_URL: stripe.url })
    },
    { scope: 'worker' },
  ],

  stripeAccount: async ({ page, account: _, stripe }, use) => {
    const merchantAccount = stripe.addAccount()
    await connectStripe(page, merchantAccount)
    await routeStripeHosts(page, stripe)
    await use(merchantAccount)
  },

  violations: async ({ page }, use) => {
    const found: string[] = []
    await page.exposeFunction('reportViolation', (text: string) => found.push(text))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
        reportViolation(`${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await use(found)
  },
})

/** Connects the account without the screens. */
export async function connectStripe(
  page: Page,
  { key, publishableKey }: StripeAccount,
): Promise<void> {
  const response = await page.request.post('/api/processor-accounts', {
    data: { processor: 'stripe', secretKey: key, publishableKey, makeWebhook: false },
  })
  expect(response.status(), await response.text()).toBe(201)
}

const titles = {
  number: 'Secure card number input frame',
  expiry: 'Secure expiration date input frame',
  cvc: 'Secure CVC input frame',
}

export const stripeField = (page: Page, field: keyof typeof titles): Locator =>
  page.frameLocator(`iframe[title="${titles[field]}"]`).locator('input')

export async function typeCard(
  page: Page,
  number: string,
  { expiry = '12 / 40', cvc = '737' } = {},
): Promise<void> {
  await stripeField(page, 'number').fill(number)
  await stripeField(page, 'expiry').fill(expiry)
  await stripeField(page, 'cvc').fill(cvc)
}

/** The window in which the bank authenticates the cardholder. */
export const bank = (page: Page) => page.frameLocator('iframe[title="3D Secure challenge"]')

export { expect }

export const result = (page: Page): Locator => page.getByRole('region', { name: 'Last payment' })

/** Collects everything that the page sends to our own server. */
export function recordRequests(page: Page, ownUrl: string): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(ownUrl)) return
    requests.push(
      [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join(' '),
    )
  })
  return requests
}

export async function openPayments(page: Page): Promise<void> {
  await page.goto('/payments')
  await expect(stripeField(page, 'number')).toBeVisible()
}

/** Fills everything except the card, which Stripe's own fields take. */
export const fillAmount = (page: Page, amount: string) => fillPayment(page, { amount, card: false })
