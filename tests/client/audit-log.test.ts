import { changeCustomer } from '#tests/e2e/support/account.ts'
import { createKey, dialog } from '#tests/e2e/support/integration.ts'
import { delayCall, refuseCall, respondToCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { busyElements, choose, region } from './support/screens.ts'

const entries = (page: Page) => region(page, 'Entries')
const list = (page: Page) => entries(page).getByRole('table', { name: 'Entries' })
const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const opener = (page: Page, name: string) => entries(page).getByRole('button', { name })

/** Responds as for a merchant without log entries. */
async function respondWithEmptyLog(page: Page) {
  await respondToCall(page, 'auditLog.list', {
    data: [],
    total: 0,
    totalExact: true,
    nextCursor: null,
  })
}

test('the settings and the palette link to the audit log, the navigation does not', async ({
  page,
  account,
}) => {
  await page.goto('/settings')
  await region(page, 'Audit log').getByRole('link', { name: 'Open the audit log' }).click()
  await expect(page).toHaveURL(/\/audit-log$/)
  await expect(page).toHaveTitle('Audit Log · Incasso')
  await expect(page.getByRole('heading', { name: 'Audit Log', level: 1 })).toBeFocused()
  await expect(
    rows(page).filter({ hasText: 'Business set up' }).filter({ hasText: account.name }),
  ).toHaveCount(1)
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(navigation.getByRole('link', { name: 'Audit Log' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('audit')
  await page.getByRole('option', { name: 'Audit Log' }).click()
  await expect(page).toHaveURL(/\/audit-log$/)
})

test('an entry shows the person, the action, the IP address and each field before and after', async ({
  page,
  account,
}) => {
  const id = await changeCustomer(page)
  await page.goto('/audit-log')
  await expect(
    rows(page).filter({ hasText: 'Customer added' }).getByRole('link', { name: 'Customer' }),
  ).toHaveAttribute('href', `/customers/${id}`)
  await opener(page, 'Customer changed').press('Enter')

  const entry = dialog(page, 'Customer changed')
  const change = entry.getByRole('row', { name: /Status/ })
  await expect(change.getByRole('cell')).toHaveText(['active', 'inactive'])
  await expect(entry).toContainText(account.name)
  await expect(entry).toContainText('127.0.0.1')
  await expect(entry).toContainText('customer.updated')
  await expect(entry).toContainText(id)
  await expect(entry).toContainText(/req_[\w-]+/)
  for (const name of ['Copy the request ID', 'Copy the object ID']) {
    await expect(entry.getByRole('button', { name })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)
  await expect(opener(page, 'Customer changed')).toBeFocused()

  await opener(page, 'Customer changed').click()
  await entry.getByRole('button', { name: 'All about this object' }).click()
  await expect(page).toHaveURL(new RegExp(`objectId=${id}`))
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('searchbox', { name: 'Object ID' })).toHaveValue(id)
})

test('the URL holds the filters, and an empty result differs from an empty log', async ({
  page,
  account,
}) => {
  const id = await changeCustomer(page)
  await createKey(page, 'Till')
  await page.goto('/audit-log')
  await choose(page, 'What', 'API key created')
  await expect(page).toHaveURL(/action=api_key\.created/)
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(page.getByLabel('What', { exact: true })).toHaveValue('api_key.created')
  await expect(rows(page)).toHaveCount(1)

  await choose(page, 'Who', 'Till (API key)')
  await expect(page.getByText('No entry matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL(/\/audit-log$/)
  await expect(opener(page, 'API key created')).toBeVisible()

  await choose(page, 'Who', account.name)
  await page.getByRole('searchbox', { name: 'Object ID' }).fill(id)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: '+ Date' }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('No entries found')).toBeVisible()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
  await page.getByRole('button', { name: /^Remove filter Date/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.goBack()
  await expect(page.getByText('No entries found')).toBeVisible()

  await respondWithEmptyLog(page)
  await page.goto('/audit-log')
  await expect(page.getByText('No entries yet')).toBeVisible()
  await expect(entries(page).getByRole('link', { name: /Export/ })).toHaveCount(0)
})

test('loading keeps the layout, and a failure can be retried', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*(503|207)/)
  await page.goto('/settings')
  const link = page.getByRole('link', { name: 'Open the audit log' })
  await expect(link).toBeVisible()
  const release = await delayCall(page, 'auditLog.list')
  await link.click()
  await expect(entries(page).locator('.mantine-Skeleton-root')).toHaveCount(6)
  release()
  await expect(opener(page, 'Business set up')).toBeVisible()
  await expect(busyElements(page)).toHaveCount(0)

  const restoreCall = await refuseCall(page, 'auditLog.list', {
    code: 'unavailable',
    status: 503,
    detail: 'The database does not respond.',
    requestId: 'req_audit',
  })
  await page.goto('/audit-log?action=merchant.onboarded')
  await expect(page.getByText('The audit log could not be loaded')).toBeVisible()
  await expect(page.getByText('req_audit')).toBeVisible()
  await restoreCall()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(1)
})
