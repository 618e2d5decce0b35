import type { Page } from '@playwright/test'
import { startReceiver } from '../support/receiver.ts'
import { takeOnePayment, takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { dialog, setWebhookUrl } from './support/integration.ts'
import { choose, region, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const TYPES = [
  'payment.completed',
  'payment.failed',
  'payment.pending',
  'customer.created',
  'integration.test',
]

const events = (page: Page) =>
  page.getByRole('list', { name: 'Webhook events' }).getByRole('listitem')
const event = (page: Page, type: string) => events(page).filter({ hasText: type })

const sendTest = async (page: Page, type: string) => {
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByRole('menuitem', { name: type }).click()
  // The previous notice may still be disappearing.
  await expect(toast(page, `${type} is on its way.`)).toContainText('Test event sent')
}

test('the page suggests setting a URL when none is set', async ({ page, account: _ }) => {
  await takeOnePayment(page)
  await page.goto('/integration?tab=events')
  await expect(page.getByText('No webhook events found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Set a webhook URL' }).click()
  await expect(page).toHaveURL(/\/integration#configuration$/)
  await expect(region(page, 'API Configuration')).toBeInViewport()
  await expect(region(page, 'Recent Webhook Events')).toContainText('No webhook events found')
})

test('events appear by themselves, each with icon, type, time and status', async ({
  page,
  account: _,
}) => {
  await using hook = await startReceiver()
  await setWebhookUrl(page, hook.url)
  await page.goto('/integration')
  const recent = region(page, 'Recent Webhook Events')
  await expect(recent.getByText('No webhook events found')).toBeVisible()
  await expect(page.getByText('Updating live', { exact: true })).toBeVisible()

  await takePayment(page, { amount: '12.34', ...GRACE })
  await takePayment(page, { amount: '12.01', ...GRACE })

  const row = (type: string) => recent.getByRole('listitem').filter({ hasText: type })
  for (const [type, kind] of [
    ['payment.completed', 'completed'],
    ['payment.failed', 'failed'],
    ['customer.created', 'other'],
  ] as const) {
    await expect(row(type)).toContainText('Success')
    await expect(row(type)).toContainText(/\w+ \d+, \d{4}, \d+:\d+/)
    await expect(row(type).locator('[data-kind]')).toHaveAttribute('data-kind', kind)
  }
  await recent.getByRole('link', { name: 'All events' }).click()
  await expect(events(page)).toHaveCount(3)
})

test('an event shows its attempts, and is sent again', async ({ page, account: _ }) => {
  await using hook = await startReceiver((_request, response) => {
    response.statusCode = 500
    response.end('out of order')
  })
  await setWebhookUrl(page, hook.url)
  await takeOnePayment(page)
  await page.goto('/integration?tab=events')
  await expect(event(page, 'payment.completed')).toContainText(/Next attempt.*Retry/)
  await page.getByRole('link', { name: 'payment.completed' }).click()

  const detail = dialog(page, 'payment.completed')
  await expect(page).toHaveURL(/event=evt_/)
  await expect(detail).toContainText('Retry')
  const attempts = detail.getByRole('region', { name: 'Attempts' })
  await expect(attempts).toContainText(/Attempt 1500/)
  await attempts.getByText('Answer').first().click()
  await expect(attempts.getByText('out of order').first()).toBeVisible()
  const payload = detail.getByRole('group', { name: 'Payload' })
  await expect(payload).toContainText('"eventType": "payment.completed"')
  await expect(payload).toContainText('"customerName": "Grace Hopper"')

  hook.answer((_request, response) => response.end('thanks'))
  await page.reload()
  await detail.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, 'Sent again')).toContainText('The event is on its way.')
  await expect(detail).toContainText('Success')
  await expect(attempts).toContainText('200')
  await expect(detail.getByText('None')).toBeVisible()
  const completedDeliveries = hook.received.filter(({ body }) => body.includes('payment.completed'))
  expect(new Set(completedDeliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(completedDeliveries.map(({ body }) => body)).size).toBe(1)

  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(page).toHaveURL(/\/integration\?tab=events$/)
})

test('an unknown event shows another message than a failure', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*(404|207)/)
  await page.goto('/integration?tab=events&event=evt_nobody')
  await expect(page.getByText('Event not found')).toBeVisible()
  await page.getByRole('button', { name: 'Close event' }).click()
  await expect(page.getByText('No webhook events found')).toBeVisible()
})

test('a test event of every type arrives, and the URL holds the filter and the page of the list', async ({
  page,
  account: _,
}) => {
  await using hook = await startReceiver()
  await setWebhookUrl(page, hook.url)
  await page.goto('/integration?tab=events')
  for (const type of TYPES) await sendTest(page, type)
  await expect.poll(() => hook.received.length).toBe(TYPES.length)
  const received = hook.received.map(({ body }) => JSON.parse(body) as { eventType: string })
  expect(received.map(({ eventType }) => eventType).toSorted()).toEqual(TYPES.toSorted())
  await expect(events(page)).toHaveCount(TYPES.length)
  await expect(events(page).first()).toContainText('Test')

  await choose(page, 'Type', 'customer.created')
  await expect(events(page)).toHaveCount(1)
  await expect(page).toHaveURL(/type=customer\.created/)
  await page.reload()
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue('customer.created')
  await choose(page, 'Status', 'Failed')
  await expect(page.getByText('No event matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(events(page)).toHaveCount(TYPES.length)

  for (let count = 0; count < 16; count += 1) {
    await page.request.post('/api/webhook-events/test', { data: {} })
  }
  await expect(page.getByText('Showing 1 to 20 of 21 results')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 21 to 21 of 21 results')).toBeVisible()
  await expect(events(page)).toHaveCount(1)
  await page.goto('/integration?tab=events&page=9')
  await expect(page).toHaveURL(/page=2/)
})

test('failed events are shown first, and then sent again', async ({ page, account: _ }) => {
  await using hook = await startReceiver((_request, response) => {
    response.statusCode = 500
    response.end()
  })
  await setWebhookUrl(page, hook.url)
  await page.goto('/integration?tab=events')
  const replay = page.getByRole('button', { name: 'Send failed events again' })
  await expect(replay).toBeDisabled()
  await expect(replay).toHaveAccessibleDescription('No event has failed.')
  const replayDialog = dialog(page, 'Send failed events again?')

  // The event of a connection test is not retried.
  await page.getByRole('tab', { name: 'Overview' }).click()
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Test Connection' }).click()
    await expect.poll(() => hook.received.length).toBe(count)
    await expect(page.getByRole('button', { name: 'Test Connection' })).toBeEnabled()
  }
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await expect(event(page, 'integration.test').filter({ hasText: 'Failed' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Send failed events again' }).click()
  await expect(replayDialog).toContainText('2 events will be sent again')
  const preview = replayDialog.getByRole('list', { name: 'Events to be sent' })
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  await expect(replayDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(hook.received).toHaveLength(2)
  hook.answer((_request, response) => response.end('thanks'))
  await replayDialog.getByRole('button', { name: 'Send 2 events again' }).click()

  await expect(toast(page, 'Sent again')).toContainText('2 events are on the way.')
  await expect.poll(() => hook.received.length).toBe(4)
  await expect(event(page, 'integration.test').filter({ hasText: 'Success' })).toHaveCount(2)
})

test('the page shows how to verify a signature in three languages, with copy buttons', async ({
  page,
  account: _,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/integration?tab=events')
  const verify = region(page, 'Verify a signature')
  for (const [language, words] of [
    ['Shell', 'openssl dgst -sha256'],
    ['TypeScript', 'timingSafeEqual'],
    ['Python', 'hmac.compare_digest'],
  ] as const) {
    await verify.getByRole('tab', { name: language }).click()
    await expect(verify.getByRole('group')).toContainText(words)
    await verify.getByRole('button', { name: `Copy the ${language} code` }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(words)
  }
})
