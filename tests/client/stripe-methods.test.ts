import type { StripeAccount } from '#tests/support/stripe/account.ts'
import { type StripeStandIn, startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import { test as base, expect } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region } from './support/screens.ts'

type StripeTest = {
  stripe: StripeStandIn
  environment: Record<string, string>
  mine: StripeAccount
}

const test = base.extend<StripeTest>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from the pattern
  stripe: async ({}, use) => {
    await using stripe = await startStripeStandIn()
    await use(stripe)
  },
  environment: async ({ stripe }, use) => {
    await use({ STRIPE_API_URL: stripe.url })
  },
  mine: async ({ page, account: _, stripe }, use) => {
    const mine = stripe.addAccount()
    const { key: secretKey, publishableKey } = mine
    const data = { processor: 'stripe', secretKey, publishableKey, makeWebhook: false }
    const response = await page.request.post('/api/processor-accounts', { data })
    expect(response.status(), await response.text()).toBe(201)
    await use(mine)
  },
})

const methods = (page: Page) => region(page, 'Payment methods on Stripe’s page')
/** The name of a switch begins with its method; the reason why it cannot be switched may follow. */
const toggle = (page: Page, name: string) =>
  methods(page).getByRole('switch', { name: new RegExp(`^${name}`) })

test('an owner switches a method off, and finds it off after a reload', async ({
  page,
  mine: _,
}) => {
  await page.goto('/settings?tab=payments')
  await expect(toggle(page, 'Klarna')).toBeChecked()

  await toggle(page, 'Klarna').click()
  await expect(toggle(page, 'Klarna')).not.toBeChecked()
  await page.goto('/settings?tab=payments')

  await expect(toggle(page, 'Klarna')).not.toBeChecked()
  await expect(toggle(page, 'iDEAL')).toBeChecked()
})

test('a method that is off in Stripe, and the last one, cannot be switched', async ({
  page,
  mine,
}) => {
  mine.methodTypes = ['card']

  await page.goto('/settings?tab=payments')

  await expect(toggle(page, 'Card')).toBeChecked()
  await expect(toggle(page, 'Card')).toBeDisabled()
  await expect(toggle(page, 'Klarna Off in Stripe')).toBeDisabled()
})

test('a key that may not read the methods shows Stripe’s own words', async ({ page, mine }) => {
  mine.permissions.payment_method_configurations = 'none'

  await page.goto('/settings?tab=payments')

  await expect(methods(page)).toContainText('The key may not read which methods')
  await expect(methods(page)).toContainText('does not have')
})

test('payments by PayPal go to Stripe once an owner switches that on, and the form says so', async ({
  page,
  mine: _,
}) => {
  const further = methods(page).getByRole('switch', {
    name: /^Payments by PayPal go to this account/,
  })
  await page.goto('/settings?tab=payments')
  await expect(further).not.toBeChecked()

  await further.click()

  await expect(further).toBeChecked()
  await expect(page.getByRole('list', { name: 'Payment methods', exact: true })).toContainText(
    'PayPalStripe',
  )
  await page.goto('/payments')
  await page.getByRole('radio', { name: /^PayPal/ }).click()
  await expect(page.getByRole('main')).toContainText(
    'Stripe’s test mode takes the payment by PayPal. Next, open Stripe’s page or send its link',
  )
})

test('PayPal that is off in Stripe cannot be switched on here', async ({ page, mine }) => {
  mine.methodTypes = ['card', 'ideal']

  await page.goto('/settings?tab=payments')

  const further = methods(page).getByRole('switch', { name: /^Payments by PayPal/ })
  await expect(further).toBeDisabled()
  await expect(methods(page)).toContainText('Switch PayPal on in Stripe’s dashboard first')
})
