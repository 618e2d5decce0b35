import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { payment } from '#tests/support/make.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { toast } from './support/screens.ts'
import { SETTLEMENT_MS } from './support/server.ts'

/** Takes a payment about which the sandbox then reports a dispute or a warning. */
async function openDispute(page: Page, server: TestApp, amount: string) {
  const response = await page.request.post('/api/transactions', { data: payment({ amount }) })
  expect(response.status(), await response.text()).toBe(201)
  const paid = (await response.json()) as { id: string; transactionId: string }
  await checkDueDisputes(server.world)
  server.clock.advance(SETTLEMENT_MS)
  await checkDueDisputes(server.world)
  const list = await page.request.get(`/api/disputes?transactionId=${paid.id}`)
  const [dispute] = (await list.json()) as { id: string }[]
  if (!dispute) throw new Error('the payment is not disputed')
  return { id: dispute.id, reference: paid.transactionId }
}

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('an owner sets the rule, and stops the acceptance of one dispute', async ({
  page,
  server,
}) => {
  await page.goto('/settings')
  const rule = page.getByRole('form', { name: 'Accept small disputes automatically' })
  await rule.getByLabel('Largest amount').fill('15')
  await rule.getByLabel('Hours after the opening').fill('12')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(rule).toContainText('Enter 24 to 167 hours.')
  await rule.getByLabel('Hours after the opening').fill('24')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Choice saved')).toBeVisible()

  const { id } = await openDispute(page, server, '12.11')
  await page.goto(`/disputes/${id}`)
  const alert = page.getByRole('alert').filter({ hasText: 'will be accepted automatically' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Do not accept automatically' }).click()

  await expect(toast(page, 'Not accepted automatically')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('a fraud warning compares a refund with a dispute, and opens the refund of everything', async ({
  page,
  server,
}) => {
  const { reference } = await openDispute(page, server, '40.12')
  await page.goto(`/transactions/${reference}`)
  const warnings = page.getByRole('list', { name: 'Disputes and warnings' })
  await expect(warnings).toContainText('A refund costs $40.12')
  await expect(warnings).toContainText('costs a fee of $15.00 in addition')

  await warnings.getByRole('button', { name: 'Refund $40.12' }).click()

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('spinbutton')).toHaveValue('40.12')
})

test('the dashboard names the disputes due within five days, and opens them', async ({
  page,
  server,
}) => {
  await openDispute(page, server, '42.11')
  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect(today).toContainText('Nothing pending')
  await expect(today.getByRole('link', { name: /Respond within/ })).toHaveCount(0)

  const deadline = new Date(server.clock.now() + 3 * 86_400_000).toISOString()
  await server.db.updateTable('disputes').set({ deadline, evidenceDueAt: deadline }).execute()
  await page.goto('/dashboard')
  await today.getByRole('link', { name: 'Respond within 5 days: 1 · $42.11' }).click()

  await expect(page).toHaveURL(/\/disputes\?dueBefore=/)
  await expect(page.getByRole('region', { name: 'Disputes' }).getByRole('row')).toHaveCount(2)
})
