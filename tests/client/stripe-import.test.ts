import { importPayments } from '#server/features/transactions/import/import-payments.ts'
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

const DAY_MS = 86_400_000

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

const START_LABEL = 'Import the last 90 days'

const importSection = (page: Page) => region(page, 'Earlier payments')
const button = (page: Page, name: string) =>
  importSection(page).getByRole('button', { name, exact: true })

function addPastPayments(
  { stripe, mine }: Pick<StripeTest, 'stripe' | 'mine'>,
  count: number,
): void {
  for (let at = count; at > 0; at--) {
    stripe.addPast(mine, {
      amount: 1000 + at,
      currency: 'eur',
      atMs: Date.now() - 3 * DAY_MS - at * 1000,
      email: 'giulia@example.com',
      name: 'Giulia Bianchi',
    })
  }
}

test('an owner imports earlier payments, sees how many, and starts another import', async ({
  page,
  stripe,
  mine,
  server,
}) => {
  addPastPayments({ stripe, mine }, 120)
  await page.goto('/settings?tab=payments')
  await expect(importSection(page)).toContainText(
    'marked as earlier ones, and counted in all figures',
  )

  await button(page, START_LABEL).click()

  await expect(importSection(page)).toContainText('Payments are being imported.')
  await expect(button(page, START_LABEL)).toHaveCount(0)
  await expect(importSection(page)).toBeFocused()
  // Stripe returns one page of payments, and then fails for a while.
  const call = /^GET \/v1\/payment_intents$/
  await importPayments({
    ...server.world,
    publishChange: () => stripe.fail({ kind: '503', when: 'before', call }),
  })
  await page.goto('/settings?tab=payments')
  await expect(importSection(page)).toContainText('100 payments imported so far.')
  await expect(importSection(page)).toContainText('Incasso tries again automatically')
  server.clock.advance(30_000)
  await importPayments(server.world)
  await page.goto('/settings?tab=payments')
  await expect(importSection(page)).toContainText('120 payments imported.')
  await expect(importSection(page)).not.toContainText('tries again')

  addPastPayments({ stripe, mine }, 1)
  await button(page, 'Look for more').click()
  await expect(button(page, 'Look for more')).toHaveCount(0)
  await importPayments(server.world)
  await page.goto('/settings?tab=payments')

  await expect(importSection(page)).toContainText('121 payments imported.')
})

test('a missing permission of the key is shown in Stripe’s words, and a retry works', async ({
  page,
  mine,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  mine.permissions.charges = 'none'
  await page.goto('/settings?tab=payments')

  await button(page, START_LABEL).click()

  await expect(importSection(page).getByRole('alert')).toContainText('Nothing imported')
  await expect(importSection(page)).toContainText('rak_charge_read')
  await expect(button(page, START_LABEL)).toBeVisible()
})

test('no import starts while Stripe does not respond', async ({
  page,
  mine: _,
  stripe,
  expectedErrors,
}) => {
  expectedErrors.push(/503/)
  await page.goto('/settings?tab=payments')
  stripe.fail({ kind: '503', when: 'before', call: /./, times: 100 })

  await button(page, START_LABEL).click()

  await expect(importSection(page).getByRole('alert')).toContainText('Stripe does not respond.')
  await expect(button(page, START_LABEL)).toBeVisible()
})

test('staff see the imported payments and cannot start an import', async ({
  page,
  stripe,
  mine,
  server,
}) => {
  addPastPayments({ stripe, mine }, 1)
  await page.goto('/settings?tab=payments')
  await button(page, START_LABEL).click()
  await expect(importSection(page)).toContainText('Payments are being imported.')
  await importPayments(server.world)
  await server.db.updateTable('merchantMembers').set({ role: 'staff' }).execute()

  await page.goto('/settings?tab=payments')

  await expect(importSection(page)).toContainText('1 payment imported.')
  await expect(importSection(page).getByRole('button')).toHaveCount(0)
})

test('an imported payment is marked as imported in its details', async ({
  page,
  stripe,
  mine,
  server,
}) => {
  addPastPayments({ stripe, mine }, 1)
  const accounts = await page.request.get('/api/processor-accounts')
  const [{ id } = { id: '' }] = (await accounts.json()) as { id: string }[]
  await page.request.post(`/api/processor-accounts/${id}/import`, { data: {} })
  await importPayments(server.world)
  const row = await server.db.selectFrom('transactions').select('id').executeTakeFirstOrThrow()

  await page.goto(`/transactions/${row.id}`)

  await expect(region(page, 'Details')).toContainText('Imported from Stripe')
  await expect(region(page, 'Timeline')).toContainText('outside Incasso')
})
