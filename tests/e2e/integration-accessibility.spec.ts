import type { Page } from '@playwright/test'
import { startReceiver } from '../support/receiver.ts'
import { takeOnePayment } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { callWithKey, createKey, setWebhookUrl, testButton } from './support/integration.ts'
import { busyElements, expectNoSidewaysScroll, region } from './support/screens.ts'

async function open(page: Page, tab: string, ready: string) {
  await page.goto(`/integration?tab=${tab}`)
  await expect(page.getByRole('main').getByText(ready).first()).toBeVisible()
  await expect(busyElements(page)).toHaveCount(0)
}

/** Opens a dialog, checks the page with axe while it is open, and closes it again. */
async function checkDialog(page: Page, name: string, state: string) {
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(busyElements(page)).toHaveCount(0)
  await expectAccessible(page, state)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const width of [1280, 390]) {
  test.describe(`axe finds no violations on the integration page, at ${width} px,`, () => {
    test.slow()
    const viewport = { width, height: 800 }
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    test('with its results, events, keys and dialogs', async ({ page, account: _ }) => {
      await using hook = await startReceiver()
      await setWebhookUrl(page, hook.url)
      await takeOnePayment(page)
      await open(page, 'overview', 'payment.completed')
      await page.getByRole('button', { name: 'Test Connection' }).click()
      await expect(page.getByText('The endpoint responded with 200.')).toBeVisible()
      await testButton(page, 'GET /api/transactions').click()
      await expect(page.getByRole('button', { name: 'Copy the response' })).toBeVisible()
      await expectAccessible(page, 'tested')
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
      await page.setViewportSize(viewport)
      await checkDialog(page, 'Rotate secret', 'rotating the secret')
      await checkDialog(page, 'Test POST /api/payments', 'asking before a payment')

      hook.answer((_request, response) => {
        response.statusCode = 500
        response.end('out of order')
      })
      await page.getByRole('button', { name: 'Test Connection' }).click()
      await expect(page.getByText('The endpoint responded with 500.')).toBeVisible()
      await open(page, 'events', 'Failed')
      await checkDialog(page, 'Send failed events again', 'what would be sent again')
      await page.getByRole('link', { name: 'integration.test' }).first().click()
      await expect(page.getByText('Attempt 1')).toBeVisible()
      await page.getByText('Answer', { exact: true }).click()
      await expectAccessible(page, 'an event')
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
    })

    test('with keys, their dialogs and requests', async ({ page, account: _ }) => {
      const secret = await createKey(page, 'Web shop')
      await open(page, 'keys', 'Web shop')
      await expectAccessible(page, 'keys')
      await checkDialog(page, 'Rotate Web shop', 'rotating a key')
      await checkDialog(page, 'Revoke Web shop', 'revoking a key')
      await checkDialog(page, 'Create API key', 'making a key')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByLabel('Name').fill('Till')
      await page.getByRole('button', { name: 'Create key' }).click()
      await expect(page.getByRole('textbox', { name: 'API key' })).toBeFocused()
      await expectAccessible(page, 'a secret')
      await page.getByRole('button', { name: 'I have stored it' }).click()

      await callWithKey(page, secret, '/api/transactions')
      await callWithKey(page, secret, '/api/transactions/txn_nobody')
      const log = region(page, 'Request log')
      await page.getByRole('tab', { name: 'Requests' }).click()
      await expect(async () => {
        await log.getByRole('button', { name: 'Refresh' }).click()
        await expect(log.getByText('Showing 1 to 2 of 2 results')).toBeVisible({ timeout: 500 })
      }).toPass()
      await expectAccessible(page, 'requests')
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
    })
  })
}
