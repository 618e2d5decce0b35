import type { BrowserContext, BrowserContextOptions, Page, Request } from '@playwright/test'
import Database from 'better-sqlite3'
import type {
  NewPaymentLink,
  PaymentLink,
} from '#server/features/payment-links/payment-links.schema.ts'
import { test as base, expect, watch } from './fixtures.ts'
import type { Server } from './server.ts'

/** A person who has only a link: no session, no cookie, and a browser of their own. */
export type Payer = {
  page: Page
  /** Clicks or taps an element; `presses` returns how often. */
  press: (name: string, role?: 'button' | 'textbox' | 'link' | 'radio') => Promise<void>
  presses: () => number
  /** Returns the bytes of all response bodies since its last call. */
  takeBytes: () => Promise<number>
}

type Fixtures = {
  /** Opens a browser for a payer. The test fails if it then has cookies, foreign requests or unexpected errors. */
  payerOf: (options?: BrowserContextOptions) => Promise<Payer>
}

/** The browser's message about a page with an error status, such as an invalid form or an expired link. */
const EXPECTED_ERRORS =
  /Failed to load resource: the server responded with a status of (?:400|410|429)/

export const test = base.extend<Fixtures>({
  payerOf: async ({ browser, server }, use) => {
    const payers: { context: BrowserContext; complaints: string[]; requests: string[] }[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: server.url, ...options })
      const page = await context.newPage()
      const pageErrors = watch(page)
      const requests: string[] = []
      payers.push({ context, complaints: pageErrors, requests })
      context.on('request', (request) => requests.push(request.url()))
      if (options.javaScriptEnabled !== false) await recordViolations(page, pageErrors)
      return makePayer(page, options)
    })
    for (const { context, complaints: pageErrors, requests } of payers) {
      expect(await context.cookies()).toEqual([])
      expect(requests.filter((url) => !url.startsWith(`${server.url}/`))).toEqual([])
      expect(pageErrors.filter((text) => !EXPECTED_ERRORS.test(text))).toEqual([])
      await context.close()
    }
  },
})

async function recordViolations(page: Page, pageErrors: string[]): Promise<void> {
  await page.exposeFunction('reportViolation', (text: string) => pageErrors.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
}

function makePayer(page: Page, { hasTouch }: BrowserContextOptions): Payer {
  let presses = 0
  let finishedRequests: Request[] = []
  page.on('requestfinished', (request) => void finishedRequests.push(request))
  return {
    page,
    press: async (name, role = 'button') => {
      presses += 1
      const target = page.getByRole(role, { name, exact: true })
      await (hasTouch ? target.tap() : target.click())
    },
    presses: () => presses,
    takeBytes: async () => {
      // Read while the page is open: the sizes of a closed page are not available.
      const sizes = await Promise.all(finishedRequests.map((request) => request.sizes()))
      finishedRequests = []
      return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    },
  }
}

/** Creates a link of the merchant who is signed in on `page`. */
export async function makeLink(
  page: Page,
  more: Partial<Record<keyof NewPaymentLink, unknown>> = {},
): Promise<PaymentLink> {
  const defaults = more.amountKind === 'chosen' ? {} : { amount: '40.00' }
  const response = await page.request.post('/api/payment-links', {
    data: { title: 'Dinner', currency: 'EUR', ...defaults, ...more },
  })
  if (response.status() !== 201) throw new Error(await response.text())
  return (await response.json()) as PaymentLink
}

type LinkPaymentRow = { id: string; status: string; amount: string; customerName: string }

/** Returns the payments made with a link. */
export async function paymentsOfLink(
  page: Page,
  { id }: Pick<PaymentLink, 'id'>,
): Promise<LinkPaymentRow[]> {
  const response = await page.request.get(`/api/transactions?linkId=${id}`, {
    headers: { 'api-version': 'v2' },
  })
  return ((await response.json()) as { data: LinkPaymentRow[] }).data
}

/** Sets an expiry time in the past, which no link can be created with. */
export function expireLink({ databaseFile }: Server, { id }: Pick<PaymentLink, 'id'>): void {
  const database = new Database(databaseFile)
  const { changes } = database
    .prepare('update payment_links set expires_at = ? where id = ?')
    .run('2026-01-01T00:00:00.000Z', id)
  database.close()
  expect(changes).toBe(1)
}

export { expect }
