import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { callWithKey, createKey, dialog } from './support/integration.ts'
import { choose, expectNoSidewaysScroll, region, rowWith, toast } from './support/screens.ts'

/** A width at which keys are rows of a table. In narrower windows they are cards. */
const WIDE_VIEWPORT = { width: 1440, height: 900 }

const keyField = (page: Page) => page.getByRole('textbox', { name: 'API key' })

async function takeSecret(page: Page): Promise<string> {
  const secretDialog = dialog(page, 'Your new API key')
  await expect(secretDialog).toContainText('It is shown only once.')
  await expect(keyField(page)).toBeFocused()
  const secret = await keyField(page).inputValue()
  await secretDialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(secretDialog).toHaveCount(0)
  return secret
}

const statusOf = async (page: Page, secret: string, path = '/api/transactions') =>
  (await callWithKey(page, secret, path)).status

test('a key is created, shown once, used, rotated and revoked', async ({ page, account: _ }) => {
  await page.setViewportSize(WIDE_VIEWPORT)
  await page.goto('/integration?tab=keys')
  await expect(page.getByText('No API keys yet')).toBeVisible()
  const create = page.getByRole('button', { name: 'Create API key' })
  await create.click()
  const form = dialog(page, 'Create API key')
  await expect(form.getByLabel('Name')).toBeFocused()

  await test.step('missing values show an error', async () => {
    await form.getByRole('button', { name: 'Create key' }).click()
    await expect(form.getByText('Enter a name.')).toBeVisible()
    await form.getByLabel('Name').fill('Web shop')
    for (const scope of ['Read', 'Write']) await form.getByLabel(scope).uncheck()
    await form.getByRole('button', { name: 'Create key' }).click()
    await expect(form.getByText('Choose at least one.')).toBeVisible()
  })

  await form.getByLabel('Read').check()
  await choose(page, 'Expiry', 'In 30 days')
  await form.getByRole('button', { name: 'Create key' }).click()
  const secret = await takeSecret(page)
  await expect(create).toBeFocused()
  const row = rowWith(page, `${secret.slice(0, 12)}…${secret.slice(-4)}`)
  await expect(row).toContainText('Web shop')
  await expect(row.getByRole('cell').nth(2)).toHaveText('Read')
  await expect(row.getByRole('cell').nth(3)).toHaveText('v1')
  await expect(row.getByRole('cell').nth(5)).toHaveText(/\w+ \d+, \d{4}/)
  await expect(row.getByRole('cell').nth(6)).toHaveText('Never')
  await expect(page.getByText(secret)).toHaveCount(0)
  expect(await statusOf(page, secret)).toBe(200)

  await row.getByRole('button', { name: 'Rotate Web shop' }).click()
  const rotate = dialog(page, 'Rotate “Web shop”?')
  await expect(rotate.getByLabel('The old key stops').getByRole('option')).toHaveCount(8)
  await choose(page, 'The old key stops', 'At once')
  await rotate.getByRole('button', { name: 'Rotate key' }).click()
  const nextSecret = await takeSecret(page)
  expect(await statusOf(page, secret)).toBe(401)
  expect(await statusOf(page, nextSecret)).toBe(200)
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.getByRole('button', { name: 'Revoke Web shop' }).click()
  const revoke = dialog(page, 'Revoke “Web shop”?')
  await expect(revoke.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await revoke.getByRole('button', { name: 'Revoke key' }).click()
  await expect(toast(page, 'Key revoked')).toContainText('“Web shop” no longer works.')
  await expect(page.getByText('No API keys yet')).toBeVisible()
  expect(await statusOf(page, nextSecret)).toBe(401)
})

test('an old key keeps working for the chosen number of days', async ({ page, account: _ }) => {
  await page.setViewportSize(WIDE_VIEWPORT)
  const secret = await createKey(page, 'Till')
  await page.goto('/integration?tab=keys')
  await page.getByRole('button', { name: 'Rotate Till' }).click()
  await choose(page, 'The old key stops', 'After 7 days')
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await takeSecret(page)

  await expect(page.getByRole('row')).toHaveCount(3)
  const oldRow = rowWith(page, `…${secret.slice(-4)}`)
  await expect(oldRow.getByRole('cell').nth(5)).toHaveText(/\w+ \d+, \d{4}/)
  expect(await statusOf(page, secret)).toBe(200)
})

test('the URL holds the filters of the request log: path, method, status and key', async ({
  page,
  account: _,
}) => {
  const shop = await createKey(page, 'Web shop')
  const tillKey = await createKey(page, 'Till', { scopes: ['read'] })
  await page.goto('/integration?tab=requests')
  await expect(page.getByText('No requests yet')).toBeVisible()
  for (let count = 0; count < 20; count += 1) await callWithKey(page, shop, '/api/transactions')
  await callWithKey(page, tillKey, '/api/customers')
  await callWithKey(page, tillKey, '/api/transactions/txn_nobody')
  await callWithKey(page, shop, '/api/payments', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'order-17' },
    body: JSON.stringify({
      amount: '5.00',
      customerName: 'Grace',
      customerEmail: 'grace@example.com',
    }),
  })

  const log = region(page, 'Request log')
  await expect(async () => {
    await log.getByRole('button', { name: 'Refresh' }).click()
    await expect(log.getByText('Showing 1 to 20 of 23 results')).toBeVisible({ timeout: 500 })
  }).toPass()
  await log.getByRole('button', { name: 'Next' }).click()
  await expect(log.getByText('Showing 21 to 23 of 23 results')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)

  await choose(page, 'Method', 'POST')
  await expect(log.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(rowWith(page, 'POST /api/payments')).toContainText('201')
  await expect(rowWith(page, 'POST /api/payments')).toContainText('Idempotency-Key order-17')
  await choose(page, 'Method', 'All methods')
  await choose(page, 'Status', '4xx: refused')
  await expect(rowWith(page, '/api/transactions/txn_nobody')).toContainText('404')
  await expect(rowWith(page, '/api/transactions/txn_nobody')).toContainText('not_found: Not found')
  await expect(rowWith(page, '/api/transactions/txn_nobody')).toContainText(/\d:\d\d:\d\d [AP]M/)
  await expect(log.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await choose(page, 'Status', 'All statuses')
  const path = page.getByRole('searchbox', { name: 'Path begins with' })
  await path.fill('/api/cust')
  await expect(log.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page).toHaveURL(/path=/)
  await page.reload()
  await expect(path).toHaveValue('/api/cust')
  await path.fill('/api/none')
  await expect(page.getByText('No requests found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(log.getByText('Showing 1 to 20 of 23 results')).toBeVisible()

  await page.getByRole('tab', { name: 'API keys' }).click()
  await page.getByRole('link', { name: `${tillKey.slice(0, 12)}…${tillKey.slice(-4)}` }).click()
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue(tillKey.slice(0, 12))
  await expect(log.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
})

for (const width of [1024, 1200, 1300]) {
  test(`rotating and revoking are visible at ${width} px, also after a rotation`, async ({
    page,
    account: _,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await createKey(page, 'A shop with a long name, in the old town')
    await page.goto('/integration?tab=keys')
    await page.getByRole('button', { name: /^Rotate/ }).click()
    await choose(page, 'The old key stops', 'After 7 days')
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await takeSecret(page)

    for (const name of [/^Rotate A shop/, /^Revoke A shop/]) {
      const buttons = page.getByRole('button', { name })
      await expect(buttons).toHaveCount(2)
      for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
    }
    await expectNoSidewaysScroll(page)
  })
}
