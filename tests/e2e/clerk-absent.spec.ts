import type { Page } from '@playwright/test'
import { test as withClerk } from './support/clerk.ts'
import { expect, test } from './support/fixtures.ts'

/** Strings of Clerk's library and of its Italian texts that no minifier changes. */
const CLERK_MARKERS = /data-clerk-|@clerk\/|__clerk_|formFieldInputPlaceholder/

/**
 * Returns the paths of the loaded scripts that contain Clerk's code. Requests them again afterwards, because a browser
 * discards the responses of a page when the next page opens.
 * @param expectedText the form that each page shows once all of its scripts have run
 */
async function scriptsWithClerk(
  page: Page,
  paths: string[],
  expectedText?: string,
): Promise<string[]> {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { hostname, pathname } = new URL(response.url())
    if (hostname === '127.0.0.1' && pathname.endsWith('.js')) scripts.add(pathname)
  })
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    // The network may be idle while the browser still parses a script that loads the next one.
    await expect(page.getByRole('heading').first()).toBeVisible()
    if (expectedText) await expect(page.getByRole('form', { name: expectedText })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(scripts.size).toBeGreaterThan(5)
  const found = await Promise.all(
    [...scripts].map(async (path) => {
      const response = await page.request.get(path)
      expect(response.ok(), path).toBe(true)
      return CLERK_MARKERS.test(await response.text()) ? [path] : []
    }),
  )
  return found.flat()
}

test('no page loads anything from Clerk with the embedded provider', async ({
  page,
  account: _,
  browser,
  server,
}) => {
  expect(await scriptsWithClerk(page, ['/profile', '/customers'])).toEqual([])
  const visitor = await browser.newPage({ baseURL: server.url })
  expect(await scriptsWithClerk(visitor, ['/sign-in', '/sign-up', '/dashboard'])).toEqual([])
  await visitor.close()
})

withClerk('with Clerk its library is one script', async ({ page }) => {
  expect(await scriptsWithClerk(page, ['/sign-in'], 'Clerk sign-in')).toHaveLength(1)
})
