import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { startReceiver } from '../support/receiver.ts'
import { takeOnePayment } from './support/account.ts'
import { delayCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import { dialog, joinAsStaff, setWebhookUrl } from './support/integration.ts'
import { choose, region, toast } from './support/screens.ts'

const urlField = (page: Page) => page.getByRole('textbox', { name: 'Webhook URL' })
const update = (page: Page) => page.getByRole('button', { name: 'Update Configuration' })
const secretField = (page: Page) => page.getByRole('textbox', { name: 'Signing secret' })
async function open(page: Page, path = '/integration') {
  await page.goto(path)
  await expect(region(page, 'Status').getByText('Incasso')).toBeVisible()
}

test('both URLs show the page; navigation, palette and shortcuts open it', async ({
  page,
  account: _,
}) => {
  const title = page.getByRole('heading', { level: 1 })
  for (const path of ['/integration', '/api-integrations']) {
    await open(page, path)
    await expect(title).toHaveText('API Integration')
    await expect(page).toHaveTitle('API Integration · Incasso')
    const link = page.getByRole('navigation').getByRole('link', { name: 'API Integration' })
    await expect(link).toHaveAttribute('aria-current', 'page')
    for (const name of ['API Configuration', 'Available Endpoints', 'Recent Webhook Events']) {
      await expect(region(page, name)).toBeVisible()
    }
  }

  await page.getByRole('tab', { name: 'API keys' }).click()
  await expect(page).toHaveURL(/\/api-integrations\?tab=keys$/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'API keys' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(region(page, 'Available Endpoints')).toBeVisible()

  await page.goto('/payments')
  await expect(page.getByText('Test amounts')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/\/integration$/)
  await expect(title).toBeFocused()
  await page.goto('/integration?tab=nothing&page=zero&status=odd')
  await expect(region(page, 'Available Endpoints')).toBeVisible()
})

test('saving a webhook URL shows the secret once, and deliveries are signed with it', async ({
  page,
  account: _,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await using hook = await startReceiver()
  await open(page)
  await expect(page.getByLabel('API Version')).toHaveValue('v1')
  const baseUrl = page.getByRole('textbox', { name: 'Base URL' })
  await expect(baseUrl).toHaveValue(new URL(page.url()).origin)
  await expect(baseUrl).not.toBeEditable()
  await page.getByRole('button', { name: 'Copy the base URL' }).click()
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(readClipboard).toBe(new URL(page.url()).origin)
  await expect(urlField(page)).toHaveAttribute('type', 'url')
  const release = await delayCall(page, 'integrations.update')

  await choose(page, 'API Version', 'v2')
  await urlField(page).fill(hook.url)
  await update(page).click()
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  release()

  await expect(toast(page, 'Configuration Updated')).toContainText(
    'API integration settings have been updated.',
  )
  const secretDialog = dialog(page, 'Your signing secret')
  await expect(secretField(page)).toBeFocused()
  const secret = await secretField(page).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await page.keyboard.press('Escape')
  await expect(secretDialog).toBeVisible()
  await secretDialog.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(readClipboard).toBe(secret)
  await secretDialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(secretDialog).toHaveCount(0)

  await takeOnePayment(page)
  await expect.poll(() => hook.received.length).toBe(2)
  for (const { body, headers } of hook.received) {
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(payload).toMatchObject({ type: expect.any(String), timestamp: expect.any(String) })
  }
  await page.reload()
  await expect(page.getByLabel('API Version')).toHaveValue('v2')
  await expect(urlField(page)).toHaveValue(hook.url)
  await expect(page.getByText(`whsec_…${secret.slice(-4)}`)).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)

  await urlField(page).fill('')
  await update(page).click()
  await expect(toast(page, 'Configuration Updated')).toBeVisible()
  await expect(dialog(page, 'Your signing secret')).toHaveCount(0)
  await page.reload()
  await expect(urlField(page)).toHaveValue('')
})

test('rotating the secret signs with both secrets for a day', async ({ page, account: _ }) => {
  await using hook = await startReceiver()
  const before = await setWebhookUrl(page, hook.url)
  await open(page)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const rotateDialog = dialog(page, 'Rotate the signing secret?')
  await expect(rotateDialog).toContainText('For 24 hours each delivery is signed with both')
  await expect(rotateDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await rotateDialog.getByRole('button', { name: 'Rotate secret' }).click()

  const secretDialog = dialog(page, 'Your new signing secret')
  await expect(secretDialog).toContainText(
    /Deliveries are also signed with the previous secret until \w+/,
  )
  const secret = await secretField(page).inputValue()
  expect(secret).not.toBe(before)
  await secretDialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(`whsec_…${secret.slice(-4)}`)).toBeVisible()

  await takeOnePayment(page)
  await expect.poll(() => hook.received.length).toBe(2)
  const [{ body, headers } = { body: '', headers: {} }] = hook.received
  for (const each of [before, secret]) {
    expect(() => new Webhook(each).verify(body, headers as Record<string, string>)).not.toThrow()
  }
})

test('staff may view and test, but not change', async ({ page, browser, baseURL }) => {
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await joinAsStaff(page, await other.newPage())
  await other.close()
  await open(page)

  await expect(page.getByText('Only owners can change this.')).toBeVisible()
  await expect(urlField(page)).toBeDisabled()
  await expect(page.getByLabel('API Version')).toBeDisabled()
  await expect(update(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await expect(toast(page, 'Connection Test Successful')).toBeVisible()
  await page.getByRole('tab', { name: 'API keys' }).click()
  await expect(page.getByText('Only owners can see, create and revoke API keys.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create API key' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Requests' }).click()
  await expect(page.getByText('No requests yet')).toBeVisible()
})

test('an endpoint that is gone is disabled: each page shows it, and saving enables it', async ({
  page,
  account: _,
}) => {
  await using hook = await startReceiver((_request, response) => {
    response.statusCode = 410
    response.end()
  })
  await setWebhookUrl(page, hook.url)
  await page.goto('/customers')
  await expect(page.getByText('No customers found')).toBeVisible()
  const notice = page.getByRole('note').filter({ hasText: 'Webhooks are switched off' })
  await expect(notice).toHaveCount(0)
  await takeOnePayment(page)

  await expect(notice).toBeVisible()
  await notice.getByRole('link', { name: 'See what to do' }).click()
  const status = region(page, 'Status')
  await expect(status.getByText('Disabled', { exact: true })).toBeVisible()
  await expect(status).toContainText('select Update Configuration to switch it on again')
  await expect(notice).toHaveCount(0)

  await update(page).click()
  await expect(status.getByText('Connected')).toBeVisible()
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.getByText('Grace Hopper').first()).toBeVisible()
  await expect(notice).toHaveCount(0)
})
