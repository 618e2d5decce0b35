import type { Page, Request } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { figure } from './support/screens.ts'

test.use({ hasShellDelay: true })

const isDataRequest = (request: Request) =>
  request.url().includes('/trpc/') && !request.url().includes('events.changes')

/** Collects the data calls of a page, each with whether its header marks it as unattended. */
function recordCalls(page: Page) {
  const calls: { path: string; isUnattended: boolean }[] = []
  page.on('request', (request) => {
    if (!isDataRequest(request)) return
    const path = new URL(request.url()).pathname.replace('/trpc/', '')
    calls.push({ path, isUnattended: request.headers()['x-unattended'] === '1' })
  })
  return calls
}

/** Opens the dashboard and waits for the last call that it sends by itself. */
async function openDashboard(page: Page): Promise<void> {
  const loaded = page.waitForResponse(/integrations\.list/)
  await page.goto('/dashboard')
  await loaded
  await expect(figure(page, 'Transactions')).toContainText('0')
}

test('requests after a change elsewhere do not count as user activity; the person’s actions do', async ({
  page,
  context,
  account: _,
}) => {
  const secondPage = await context.newPage()
  await page.clock.install()
  await openDashboard(page)
  const calls = recordCalls(page)

  await page.clock.runFor(11_000)
  await takePayment(secondPage, {
    amount: '41.00',
    customerName: 'Grace Hopper',
    customerEmail: 'grace@example.com',
  })
  await page.clock.runFor(1000)
  await expect(figure(page, 'Transactions')).toContainText('1')
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ isUnattended }) => !isUnattended)).toEqual([])

  calls.length = 0
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click()
  await expect(page.getByText('Grace Hopper')).toBeVisible()
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ isUnattended }) => isUnattended)).toEqual([])
})

test('the page reports a person who works without requests to the server, once a minute', async ({
  page,
  account: _,
}) => {
  await page.clock.install()
  await openDashboard(page)
  const calls = recordCalls(page)
  await page.clock.runFor(61_000)
  expect(calls).toEqual([])

  await page.keyboard.press('Shift')
  await page.keyboard.press('Shift')

  await expect.poll(() => calls).toEqual([{ path: 'identity.current', isUnattended: false }])
})

test('a person who returns to a session that ended elsewhere must sign in', async ({
  page,
  context,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/events\.changes/)
  await openDashboard(page)

  await context.request.post('/api/auth/sign-out', { data: {} })

  // The server ends the stream at once, so the page notices the sign-out without any action by the person.
  await expect(page).toHaveURL(/\/sign-in/)
})
