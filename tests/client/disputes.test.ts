import { pollEvents } from '#server/features/processor-accounts/poll-events.ts'
import { readDueRefundsAndDisputes } from '#server/features/refunds/from-processor/read-refunds-and-disputes.ts'
import { payment } from '#tests/support/make.ts'
import type { StripeAccount } from '#tests/support/stripe/account.ts'
import { type StripeStandIn, startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import type { TestApp } from '#tests/support/test-app.ts'
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

/** Opens the page of a payment with this card after Incasso has read Stripe's events and facts about it. */
async function openPaid(
  page: Page,
  { server, stripe }: { server: TestApp; stripe: StripeStandIn },
  paymentToken: string,
): Promise<void> {
  const data = payment({ amount: '80.00', currency: 'EUR', paymentToken })
  const response = await page.request.post('/api/transactions', { data })
  expect(response.status(), await response.text()).toBe(201)
  for (const clock of [server.clock, stripe]) clock.advance(600_000)
  await pollEvents(server.world)
  await readDueRefundsAndDisputes(server.world)
  const { transactionId } = (await response.json()) as { transactionId: string }
  await page.goto(`/transactions/${transactionId}`)
}

test('a disputed payment shows the reason, the deadline and the amount left', async ({
  page,
  server,
  stripe,
  mine: _,
}) => {
  await openPaid(page, { server, stripe }, 'pm_card_createDispute')

  const money = region(page, 'Amounts')
  const dispute = money.getByRole('listitem')
  await expect(dispute).toHaveCount(1)
  await expect(dispute).toContainText('The payer disputes the payment')
  await expect(dispute).toContainText('€80.00')
  await expect(dispute).toContainText('Respond by')
  await expect(dispute).toContainText('Fraud: not paid by the cardholder')
  await expect(money).toContainText('Disputed€80.00')
  await expect(money).toContainText('Left€0.00')
})

test('a fraud warning suggests a refund and takes no money', async ({
  page,
  server,
  stripe,
  mine: _,
}) => {
  await openPaid(page, { server, stripe }, 'pm_card_createIssuerFraudRecord')

  const money = region(page, 'Amounts')
  await expect(money.getByRole('listitem')).toContainText('The card may be stolen')
  await expect(money).not.toContainText('Respond by')
  await expect(money).toContainText('Left€80.00')
})

test('a payment without disputes has no list of disputes', async ({
  page,
  server,
  stripe,
  mine: _,
}) => {
  await openPaid(page, { server, stripe }, 'pm_card_visa')

  await expect(region(page, 'Amounts')).toContainText('Left€80.00')
  await expect(page.getByRole('list', { name: 'Disputes and warnings' })).toHaveCount(0)
})
