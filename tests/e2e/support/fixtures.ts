import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { SHELL_DELAY_MS } from '#client/lib/app-variant.ts'
import { type Account, newAccount, onboard, signUp } from './account.ts'
import { makeServer, type Server } from './server.ts'

const SETTLEMENT_MS = 1500

type Fixtures = {
  /** Messages that this test provokes on purpose. Every other error on the console fails the test. */
  expectedErrors: RegExp[]
  /** A new merchant, signed in on `page`. */
  account: Account
  /** Keeps the one-second delay of the full app's shell, which only tests about it need. */
  hasShellDelay: boolean
}

type WorkerFixtures = {
  /** Milliseconds until the sandbox decides a pending payment. */
  settlementMs: number
  /** Environment variables of the server, in addition to the usual ones. */
  environment: Readonly<Record<string, string>>
  server: Server
}

// Visitors get a status 401 for `identity.current`, and people before onboarding a 404 for their merchant. The browser
// logs both by itself.
const SIGNED_OUT_ERROR = /Failed to load resource.*401.*identity\.current/
const NO_MERCHANT_ERROR = /Failed to load resource.*404.*merchant/

function describeMessage(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`
}

/** Collects the errors that a visitor's browser reports: console errors, rejected promises, blocked resources. */
export function watch(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(describeMessage(message))
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  return pageErrors
}

/** Runs in the browser. The first timer of a document with this delay is the shell's. */
function skipDelay(delayMs: number) {
  const setTimer = window.setTimeout.bind(window)
  let isSkipped = false
  const setShortTimer = (work: TimerHandler, ms?: number, ...rest: unknown[]): number => {
    const isDelay = !isSkipped && ms === delayMs
    isSkipped ||= isDelay
    return setTimer(work, isDelay ? 0 : ms, ...rest)
  }
  window.setTimeout = setShortTimer as typeof window.setTimeout
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  settlementMs: [SETTLEMENT_MS, { option: true, scope: 'worker' }],
  environment: [{}, { option: true, scope: 'worker' }],

  server: [
    async ({ settlementMs, environment }, use) => {
      const server = await makeServer({ settlementMs, environment })
      await server.start()
      await use(server)
      await server.stop()
      await server.dispose()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.url)
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  expectedErrors: async ({}, use) => {
    await use([])
  },

  hasShellDelay: [false, { option: true }],

  page: async ({ page, expectedErrors, hasShellDelay }, use) => {
    const pageErrors = watch(page)
    if (!hasShellDelay) await page.addInitScript(skipDelay, SHELL_DELAY_MS)
    await use(page)
    const expected = [SIGNED_OUT_ERROR, NO_MERCHANT_ERROR, ...expectedErrors]
    const unexpected = pageErrors.filter((text) => !expected.some((each) => each.test(text)))
    // A call that a test answers itself may still be open. It ends with the test, without a response.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(unexpected).toEqual([])
  },

  account: async ({ page }, use) => {
    const account = newAccount()
    await signUp(page, account)
    await onboard(page, account)
    await use(account)
  },
})

export { expect }
