import { takeOnePayment } from '#tests/e2e/support/account.ts'
import { type Procedure, proceduresOf, respondToCall, urlPatternOf } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import { region } from './support/screens.ts'

/** Error texts of a browser when a page trusts a malformed response. */
const browserErrorTexts =
  /undefined|is not a function|is not iterable|Objects are not valid|\[object|NaN/

const shapes: object[] = [{}, [], { success: true }, { data: 7, rows: {}, status: 'x' }]

test.beforeEach(({ expectedErrors }) => {
  // React logs errors when a page cannot render. These tests cause such errors on purpose.
  expectedErrors.push(/./)
})

const guides: [string, string, Procedure][] = [
  ['/clerk-production', 'Genera guida', 'clerk.productionGuide'],
  ['/clerk-migration', 'Genera piano', 'clerk.migrationStatus'],
  ['/openai-environment-config', 'Genera configurazione', 'openai.environmentAdvice'],
]

for (const [path, button, call] of guides) {
  test(`${path} shows a message for a response of the wrong shape`, async ({
    page,
    account: _,
  }) => {
    for (const shape of shapes) {
      await respondToCall(page, call, shape)
      await page.goto(path)
      await page.getByRole('button', { name: button }).click()
      const words = page.getByText(/^(?:Risposta non valida|Guida non disponibile)$/)
      await expect(words.first(), JSON.stringify(shape)).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText(browserErrorTexts, {
        useInnerText: true,
      })
    }
  })
}

test('a guide whose text is missing shows a message', async ({ page, account: _ }) => {
  const status = {
    currentEnvironment: 'development',
    publicKey: null,
    secretKey: null,
    issues: [],
    recommendations: [],
  }
  await respondToCall(page, 'clerk.migrationStatus', { status, plan: { plan: '', steps: [] } })
  await page.goto('/clerk-migration')
  await page.getByRole('button', { name: 'Genera piano' }).click()
  await expect(region(page, 'Testo della guida')).toHaveText('Guida non disponibile')
  await expect(page.getByText('Nessun problema trovato.')).toBeVisible()
})

const pages: [string, Procedure[]][] = [
  [
    '/dashboard',
    [
      'dashboard.stats',
      'dashboard.today',
      'dashboard.recent',
      'analytics.transactionsVolume',
      'transactions.rows',
    ],
  ],
  ['/transactions', ['transactions.rows']],
  ['/customers', ['customers.list']],
  [
    '/analytics',
    ['analytics.firstDay', 'analytics.revenue', 'analytics.successRate', 'analytics.summary'],
  ],
  ['/integration', ['integrations.list', 'webhooks.list', 'apiKeys.list']],
  ['/environment-status', ['environment.status']],
  ['/environment-management', ['environment.config']],
  ['/settings', ['team.members']],
  ['/audit-log', ['auditLog.list']],
]

for (const [path, procedures] of pages) {
  test(`${path} shows no browser error text for a malformed response`, async ({
    page,
    account: _,
  }) => {
    await takeOnePayment(page)
    for (const procedure of procedures) {
      page.network.intercept(urlPatternOf(procedure), async (request, pass) => {
        const names = proceduresOf(request)
        const results = (await (await pass()).json()) as unknown
        return Response.json(
          Array.isArray(results)
            ? results.map((each, at) => (names[at] === procedure ? { result: { data: {} } } : each))
            : { result: { data: {} } },
        )
      })
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await page.idle()
      await expect(page.locator('body'), procedure).not.toContainText(browserErrorTexts, {
        useInnerText: true,
      })
      page.network.stopIntercepting()
    }
  })
}

test('Retry repeats the request after a malformed response', async ({ page, account: _ }) => {
  await takeOnePayment(page)
  await respondToCall(page, 'transactions.rows', { data: 7 })
  await page.goto('/transactions')
  await expect(page.getByRole('alert')).toBeVisible()
  page.network.stopIntercepting()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Grace Hopper').first()).toBeVisible()
})
