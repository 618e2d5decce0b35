import type { Page, Route } from '@playwright/test'
import { newAccount, signUp } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { figure } from './support/screens.ts'

/** Counts the calls of each procedure. A batch contains several procedures. */
function countCalls(page: Page) {
  const counts = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/trpc/')) return
    for (const path of pathname.slice('/trpc/'.length).split(',')) {
      counts.set(path, (counts.get(path) ?? 0) + 1)
    }
  })
  return counts
}

const repeatedCalls = (counts: Map<string, number>) =>
  [...counts].filter(([path, count]) => count > 1 && path !== 'events.changes')

const respondUnavailable = (route: Route) => route.fulfill({ status: 503, body: 'down' })

test('a failed query is sent once, and its page shows the error', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*503/)
  const FIGURE_CALLS = /\/trpc\/[^?]*(dashboard|analytics|transactions\.list)/
  await page.route(FIGURE_CALLS, (route) => {
    // A batch with the session's call: that call gets its real response.
    return /identity\.current/.test(route.request().url())
      ? failFigureCalls(route)
      : respondUnavailable(route)
  })
  const counts = countCalls(page)

  await page.goto('/dashboard')

  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  expect(repeatedCalls(counts)).toEqual([])
})

/** Answers every call of a batch with a failure, except calls about the session, the merchant and the demo. */
async function failFigureCalls(route: Route) {
  const response = await route.fetch()
  const url = new URL(route.request().url())
  const paths = url.pathname.slice('/trpc/'.length).split(',')
  const responses: unknown = await response.json()
  const list = Array.isArray(responses) ? responses : [responses]
  const failure = {
    error: {
      message: 'The database is not available right now. Please try again in a moment.',
      code: -32603,
      data: { code: 'unavailable', httpStatus: 503, path: '' },
    },
  }
  const results = list.map((result, index) =>
    /^(identity|merchant|demo)\./.test(paths[index] ?? '') ? result : failure,
  )
  await route.fulfill({
    status: 207,
    contentType: 'application/json',
    body: JSON.stringify(results),
  })
}

test('a person without a merchant requests it once on the way to the onboarding', async ({
  page,
}) => {
  await signUp(page, newAccount())
  const counts = countCalls(page)

  await page.goto('/transactions')

  await expect(page).toHaveURL(/\/onboarding$/)
  await expect(page.getByRole('button', { name: 'Continua' })).toBeVisible()
  expect(counts.get('merchant.current')).toBe(1)
  expect(counts.get('identity.current')).toBe(1)
})

test('the first retry after an outage shows the page', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*503/)
  await page.route('**/trpc/**', respondUnavailable)
  await page.goto('/dashboard')
  await expect(page.getByText('Your merchant account could not be loaded')).toBeVisible()
  await page.unroute('**/trpc/**')

  await page.getByRole('button', { name: 'Retry' }).click()

  await expect(figure(page, 'Transactions')).toContainText('0')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})
