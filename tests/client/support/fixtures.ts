import { test as base, expect, vi } from 'vitest'
import { type Account, newAccount, onboard, signUp } from '#tests/e2e/support/account.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { type CookieJar, Network } from './network.ts'
import { Page } from './page.ts'
import { startPageServer } from './server.ts'
import { uploadRequests } from './upload-requests.ts'

declare global {
  /** The jsdom instance of the window, which vitest provides. */
  var jsdom: { cookieJar: CookieJar }
}

type Fixtures = {
  /** Console errors that the test provokes on purpose. Any other console error fails the test. */
  expectedErrors: RegExp[]
  /** Server settings in addition to the settings of all tests. */
  environment: Record<string, string>
  server: TestApp
  page: Page
  /** A new merchant's account, signed in on `page`. */
  account: Account
}

/** Sets the server's clock to the real time, which the page uses too. */
const setClock = ({ clock }: TestApp) => clock.set(new Date().toISOString())

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from the pattern
  expectedErrors: async ({}, use) => {
    await use([])
  },

  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from the pattern
  environment: async ({}, use) => {
    await use({})
  },

  server: async ({ environment }, use) => {
    await using server = await startPageServer(environment)
    await use(server)
  },

  page: async ({ server, expectedErrors }, use) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const jar = globalThis.jsdom.cookieJar
    const network = new Network(server.app, jar, () => setClock(server))
    vi.stubGlobal('fetch', network.fetch)
    vi.stubGlobal('XMLHttpRequest', uploadRequests(network))
    const page = new Page(network)
    await use(page)
    network.stopIntercepting()
    await page.close()
    await page.setOffline(false)
    network.forgetCookies()
    sessionStorage.clear()
    localStorage.clear()
    vi.unstubAllGlobals()
    const messages = consoleError.mock.calls.map((call) => call.map(String).join(' '))
    consoleError.mockRestore()
    const isExpected = (text: string) => expectedErrors.some((each) => each.test(text))
    expect(messages.filter((text) => !isExpected(text))).toEqual([])
  },

  account: async ({ page }, use) => {
    const account = newAccount()
    await signUp(page, account)
    await onboard(page, account)
    await use(account)
  },
})

export { expect }
