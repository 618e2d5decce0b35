import { takeOnePayment } from '#tests/e2e/support/account.ts'
import { dialog, setWebhookUrl, testButton } from '#tests/e2e/support/integration.ts'
import { startReceiver } from '#tests/support/receiver.ts'
import { delayCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

const urlField = (page: Page) => page.getByRole('textbox', { name: 'Webhook URL' })
const update = (page: Page) => page.getByRole('button', { name: 'Update Configuration' })
const check = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Results of the test' }).getByRole('listitem').filter({
    hasText: name,
  })

async function open(page: Page, path = '/integration') {
  await page.goto(path)
  await expect(region(page, 'Status').getByText('Incasso')).toBeVisible()
}

test('the connection test shows its calls and sets the last sync', async ({ page, account: _ }) => {
  await open(page)
  const status = region(page, 'Status')
  await expect(status.getByText('Connected')).toBeVisible()
  await expect(status).toContainText('Last sync: Never')
  const release = await delayCall(page, 'integrations.test')

  await status.getByRole('button', { name: 'Test Connection' }).click()
  await expect(status.getByRole('button', { name: 'Testing...' })).toBeDisabled()
  release()

  await expect(toast(page, 'Connection Test Successful')).toContainText(
    'API connection is working properly.',
  )
  await expect(check(page, 'Database')).toContainText(/\d+ ms.*OK.*The database responds\./)
  await expect(check(page, 'API')).toContainText('OK')
  for (const name of ['Signing secret', 'Webhook endpoint']) {
    await expect(check(page, name)).toContainText('Skipped')
  }
  await expect(status).toContainText(/Last sync: \w+ \d+, \d{4}/)
})

test('a failed connection test shows what to fix', async ({ page, account: _ }) => {
  await using hook = await startReceiver((_request, response) => {
    response.statusCode = 500
    response.end()
  })
  await setWebhookUrl(page, hook.url)
  await open(page)

  await page.getByRole('button', { name: 'Test Connection' }).click()

  await expect(toast(page, 'Connection Test Failed')).toContainText(
    'Unable to connect to the API. Please check your configuration.',
  )
  await expect(check(page, 'Webhook endpoint')).toContainText('The endpoint responded with 500.')
  await expect(check(page, 'Webhook endpoint')).toContainText('It must respond with 2xx')
  await expect(check(page, 'Signing secret')).toContainText('OK')
  expect(hook.received).toHaveLength(1)
  await expect(region(page, 'Recent Webhook Events').getByRole('listitem')).toContainText('Failed')
})

test('an unusable URL is refused at its field', async ({ page, account: _, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource.*400/)
  await open(page)
  await urlField(page).fill('http://example.com/hook')
  await update(page).click()

  await expect(toast(page, 'Update Failed')).toContainText('Failed to update integration settings.')
  await expect(urlField(page)).toHaveAccessibleDescription(
    /The webhook address must be an https address\./,
  )
  await expect(urlField(page)).toBeFocused()
  await expect(urlField(page)).toHaveValue('http://example.com/hook')
  await page.reload()
  await expect(urlField(page)).toHaveValue('')
})

test('the Test buttons make the real calls and show the request and the response', async ({
  page,
  account: _,
}) => {
  await takeOnePayment(page)
  await open(page)
  const result = (endpoint: string) => page.getByRole('group', { name: `Result of ${endpoint}` })
  const part = (endpoint: string, name: string) =>
    result(endpoint).getByRole('group', { name, exact: true })

  await testButton(page, 'GET /api/transactions').click()
  const list = 'GET /api/transactions'
  await expect(part(list, 'Request')).toContainText(/^curl '.*\/api\/transactions\?limit=3'/)
  await expect(part(list, 'Response')).toContainText('"customerName": "Grace Hopper"')
  await expect(result(list)).toContainText(/200\d+ ms/)
  await result(list).getByRole('button', { name: 'Close result' }).click()
  await expect(result(list)).toHaveCount(0)

  const pay = 'POST /api/payments'
  await testButton(page, pay).click()
  const confirmDialog = dialog(page, 'Take a test payment?')
  await expect(confirmDialog).toContainText('$1.00')
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(result(pay)).toHaveCount(0)
  await testButton(page, pay).click()
  await confirmDialog.getByRole('button', { name: 'Take payment' }).click()
  await expect(part(pay, 'Request')).toContainText('Idempotency-Key')
  await expect(result(pay)).toContainText('201')
  await expect(part(pay, 'Response')).toContainText('"amount": "1.00"')

  const put = 'PUT /api/transactions/{id}'
  await testButton(page, put).click()
  await dialog(page, 'Run this test with a test payment?')
    .getByRole('button', { name: 'Run test' })
    .click()
  await expect(part(put, 'Request')).toContainText(/-X PUT '.*\/api\/transactions\/txn_/)
  await expect(result(put)).toContainText(/200\d+ ms/)
  await expect(part(put, 'Response')).toContainText('"status": "failed"')

  const rows = (await (await page.request.get('/api/transactions')).json()) as {
    customerName: string
    status: string
  }[]
  const testPayments = rows.filter(({ customerName }) => customerName === 'API Test')
  expect(testPayments.map(({ status }) => status)).toEqual(['failed', 'success'])
})

test('a key for a shop has no other scope', async ({ page, account: _ }) => {
  await page.goto('/integration?tab=keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const form = dialog(page, 'Create API key')
  const scope = (name: string) => form.getByLabel(name, { exact: true })

  await scope('Shop').check()
  await expect(scope('Read')).not.toBeChecked()
  await expect(scope('Write')).not.toBeChecked()
  await expect(scope('Shop')).toBeChecked()
  await scope('Refund').check()
  await expect(scope('Refund')).toBeChecked()
  await expect(scope('Shop')).not.toBeChecked()
})
