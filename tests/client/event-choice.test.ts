import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { toast } from './support/screens.ts'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name })

const readChosenEvents = async (page: Page) => {
  const response = await page.request.get('/trpc/integrations.events')
  const { result } = (await response.json()) as { result: { data: { events: string[] } } }
  return result.data.events
}

test('an owner chooses the events of the endpoint, and the choice is kept', async ({
  page,
  account: _,
}) => {
  await page.goto('/integration')
  await expect(box(page, 'A payment succeeded')).toBeChecked()
  await expect(box(page, 'The connection is tested')).toHaveCount(0)
  await page.getByLabel('Webhook URL').fill('https://shop.example/hook')
  await box(page, 'A customer was added').click()
  await box(page, 'A payment succeeded').click()

  await page.getByRole('button', { name: 'Update Configuration' }).click()
  await expect(toast(page, 'Configuration Updated')).toBeVisible()
  expect(await readChosenEvents(page)).toEqual([
    'payment.failed',
    'payment.pending',
    'integration.test',
    'payment.authorized',
    'payment.requires_action',
    'refund.created',
    'refund.completed',
    'refund.failed',
    'payment_link.paid',
    'payout.paid',
    'payout.failed',
    'dispute.opened',
    'dispute.updated',
    'dispute.closed',
  ])

  await page.reload()
  await expect(box(page, 'A payment failed')).toBeChecked()
  await expect(box(page, 'A customer was added')).not.toBeChecked()
})
