import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { SHELL_DELAY_MS } from '#client/lib/app-variant.ts'
import { type Account, newAccount, onboard, signUp } from './account.ts'
import { makeServer, type Server } from './server.ts'

const SETTLEMENT_MS = 1500

type Fixtures = {
  /** Messages that this test provokes on purpose; every other error on the console fails it. */
  expectedErrors: RegExp[]
  /** A new merchant, signed in on `page`. */
  account: Account
  /** Whether the full app's shell waits its second, which a test that is not about it need not. */
  hasShellDelay: boolean
}

type WorkerFixtures = {
  /** How long a pending payment waits before the sandbox decides. */
  settlementMs: number
  /** Settings of the server beside the usual ones. */
  environment: Readonly<Record<string, string>>
  server: Server
}

// "Who is this?" of a visitor and "which merchant?" before onboarding are answered by a status, and
// the browser logs each of those by itself.
const NOBODY_YET = /Failed to load resource.*401.*identity\.current/
const NO_MERCHANT_YET = /Failed to load resource.*404.*merchant/

function describeMessage(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`
}

/** Collects what a visitor's browser complains about: errors, rejected promises, blocked resources. */
export function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(describeMessage(message))
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** In the browser: the first timer of a document that lasts so long is the shell's. */
function endDelayAtOnce(delayMs: number) {
  const setTimer = window.setTimeout.bind(window)
  let isOver = false
  const setShorter = (work: TimerHandler, ms?: number, ...rest: unknown[]): number => {
    const isDelay = !isOver && ms === delayMs
    isOver ||= isDelay
    return setTimer(work, isDelay ? 0 : ms, ...rest)
  }
  window.setTimeout = setShorter as typeof window.setTimeout
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
    const complaints = watch(page)
    if (!hasShellDelay) await page.addInitScript(endDelayAtOnce, SHELL_DELAY_MS)
    await use(page)
    const expected = [NOBODY_YET, NO_MERCHANT_YET, ...expectedErrors]
    const unexpected = complaints.filter((text) => !expected.some((each) => each.test(text)))
    // A call that a test answers itself may still be under way: it ends with the test, and without its answer.
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
