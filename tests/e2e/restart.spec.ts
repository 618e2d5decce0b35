import { newAccount, onboard, signUp } from './support/account.ts'
import { test as base, expect } from './support/fixtures.ts'
import { fillPayment, rowWith, submitPayment, toast } from './support/screens.ts'
import { makeServer, type Server } from './support/server.ts'

const SETTLEMENT_MS = 4000

// A server of its own, because the test stops it while other tests run.
const test = base.extend<{ ownServer: Server }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  ownServer: async ({}, use) => {
    const server = await makeServer({ settlementMs: SETTLEMENT_MS })
    await server.start()
    await use(server)
    await server.dispose()
  },
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url)
  },
})

test('a pending payment settles after a restart, and the session survives', async ({
  page,
  ownServer,
  expectedErrors,
}) => {
  // The page keeps sending requests while the server stops and restarts.
  expectedErrors.push(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 503/,
  )
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
  await page.goto('/payments')
  await fillPayment(page, { amount: '20.00', method: 'Bank Transfer' })
  await submitPayment(page)
  await expect(toast(page, 'Payment Pending')).toBeVisible()

  await ownServer.stop()
  await ownServer.start()
  await page.goto('/transactions')

  await expect(rowWith(page, '20.00')).toContainText('Success', { timeout: 60_000 })
})
