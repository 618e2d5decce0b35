import type { Page } from '@playwright/test'
import {
  type Ids,
  newAccount,
  onboard,
  refundPart,
  signUp,
  takePayment,
} from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, leaveApp, visit } from './support/screens.ts'

type Mode = 'it' | 'en'

const viewport = { width: 1280, height: 800 }

test.use({ viewport })

/** Frequent words of the other language: hardly a sentence does without them. */
const foreignWords: Record<Mode, RegExp> = {
  it: /\b(?:the|and|of|your|is|are|with|this|not|from|you|to|for|last|days?|payments?|customers?|amount|settings|save|failed|success|pending|none|yes|never|show)\b/i,
  en: /\b(?:il|lo|gli|della|delle|dei|del|dello|che|sono|una|tuo|tua|pagamenti?|clienti|importo|nessun[ao]?|salva|accedi|oggi|ieri|chiavi?|pagina|è)\b/i,
}

/**
 * Texts that are the same in every language: URLs, names of events, variables and zones, texts of Clerk's pages and of
 * the server's output. Elements marked as another language are skipped.
 */
const allowedTexts = [
  /^(?:aria-label=)?(?:Prova |Test )?(?:GET |POST |PUT )?\/api\//,
  /placeholder=.*\/api\//,
  /^(?:payment|refund|payout|customer|integration)\.[a-z_]+$/,
  /^(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//,
  /[«“][^»”]*[»”]/,
]

const visitorPaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password?token=any',
  '/join',
]

const personPaths = [
  '/dashboard',
  '/payments',
  '/links',
  '/transactions',
  '/money',
  '/money/entries',
  '/refunds',
  '/customers',
  '/analytics',
  '/integration',
  '/integration?tab=keys',
  '/integration?tab=events',
  '/integration?tab=requests',
  '/environment-status',
  '/environment-management',
  '/docs',
  '/openai-test',
  '/openai-environment-config',
  '/clerk-production',
  '/clerk-migration',
  '/clerk-setup-guide',
  '/clerk-quick-setup',
  '/clerk-visual-guide',
  '/profile',
  '/settings?tab=payments',
  '/settings',
  '/settings?tab=team',
  '/audit-log',
  '/no-such-page',
]

/** Returns all texts that a person can read or hear on the page, without code. */
const textsOn = (page: Page, mode: Mode): Promise<string[]> =>
  page.evaluate((pageLanguage) => {
    const words: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement?.closest('script,style,code,pre')) continue
      if (parentElement?.closest('[lang]')?.getAttribute('lang') !== pageLanguage) continue
      if (textContent?.trim()) words.push(textContent.trim())
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        words.push(`${name}=${element.getAttribute(name)}`)
      }
    }
    return [...words, document.title]
  }, mode)

async function expectOneLanguage(page: Page, mode: Mode, path: string) {
  await test.step(path, async () => {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('lang', mode)
    const words = await textsOn(page, mode)
    const foreignTexts = words.filter(
      (text) =>
        foreignWords[mode].test(text) && !allowedTexts.some((exception) => exception.test(text)),
    )
    expect(foreignTexts, path).toEqual([])
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'on a phone')
    await page.setViewportSize(viewport)
  })
}

/** The paths in two halves, because one test over all of them would exceed its time limit. */
const halves = [
  personPaths.filter((_, at) => at % 2 === 0),
  personPaths.filter((_, at) => at % 2 === 1),
]

async function setLanguageCookie(page: Page, server: { url: string }, mode: Mode) {
  const cookie = { name: 'incasso-language', value: mode, url: server.url }
  await page.context().addCookies([cookie])
}

for (const mode of ['it', 'en'] as const) {
  test(`no screen without payments mixes languages in ${mode}, and axe finds no violations`, async ({
    page,
    server,
    expectedErrors,
  }) => {
    test.slow()
    expectedErrors.push(/Failed to load resource/)
    await setLanguageCookie(page, server, mode)
    for (const path of visitorPaths) await expectOneLanguage(page, mode, path)

    const account = newAccount()
    await signUp(page, account)
    await leaveApp(page)
    await expectOneLanguage(page, mode, '/onboarding')
    await onboard(page, account)
    await leaveApp(page)
    for (const path of ['/dashboard', '/transactions', '/refunds', '/customers']) {
      await expectOneLanguage(page, mode, path)
    }
  })

  for (const [at, paths] of halves.entries()) {
    test(`no screen with payments mixes languages in ${mode}, and axe finds no violations, half ${at + 1}`, async ({
      page,
      server,
      expectedErrors,
    }) => {
      test.slow()
      expectedErrors.push(/Failed to load resource/)
      await setLanguageCookie(page, server, mode)
      const account = newAccount()
      await signUp(page, account)
      await onboard(page, account)
      await leaveApp(page)
      const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
      for (const amount of ['10.00', '10.01', '10.03']) {
        await takePayment(page, { ...grace, amount, paymentMethod: 'bank' })
      }
      const paid = await takePayment(page, { ...grace, amount: '20.00' })
      const { id, transactionId, customerId } = (await paid.json()) as Ids & { id: string }
      // A refund that succeeds, one that is pending, and one that is refused.
      for (const amount of ['2.00', '1.08', '1.10']) await refundPart(page, id, amount)
      const data = { title: 'Brunch', amount: '20.00', currency: 'EUR', maxUses: 2 }
      const response = await page.request.post('/api/payment-links', { data })
      const { id: linkId } = (await response.json()) as { id: string }
      for (const path of paths) await expectOneLanguage(page, mode, path)
      if (at === 0) await expectOneLanguage(page, mode, `/links/${linkId}`)
      const one = at === 0 ? `/transactions/${transactionId}` : `/customers/${customerId}`
      await expectOneLanguage(page, mode, one)
    })
  }
}

test('a visitor chooses a language, which the person keeps elsewhere after signing in', async ({
  page,
  browser,
  server,
}) => {
  const account = newAccount()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Incasso' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enter the dashboard' })).toHaveCount(0)
  await expect(page.getByText('Developer', { exact: true })).toHaveCount(0)
  await signUp(page, account)
  await onboard(page, account)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible()
  await expect(page.getByText('Hello, Ada')).toBeVisible()
  await expect(page.getByText('Developer', { exact: true })).toHaveCount(0)
  await page.goto('/transactions')
  await expect(page.getByRole('searchbox', { name: 'Search transactions' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveCount(0)

  const otherContext = await browser.newContext({ baseURL: server.url })
  const other = await otherContext.newPage()
  const { email, password } = account
  await other.request.post('/api/auth/sign-in/email', { data: { email, password } })
  await other.goto('/dashboard')
  await expect(other.getByText('Hello, Ada')).toBeVisible()

  await other.getByRole('button', { name: 'User menu' }).click()
  await other.getByRole('menuitemradio', { name: 'Italiano', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Transazioni recenti' })).toBeVisible()
  await page.goto('/customers')
  await expect(page.getByRole('button', { name: 'Aggiungi cliente' })).toBeVisible()
  await otherContext.close()
})

test('the language chosen at the start of the set-up holds for its steps and all later pages', async ({
  page,
}) => {
  await signUp(page, newAccount())
  await page.goto('/onboarding')
  await expect(page.getByRole('heading', { name: 'Benvenuto, Ada!' })).toBeVisible()

  await page
    .getByRole('radiogroup', { name: 'Lingua' })
    .getByText('English', { exact: true })
    .click()

  await expect(page.getByRole('heading', { name: 'Welcome, Ada!' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Business name').fill('Bar Centrale')
  await page.getByLabel('Type of business').selectOption('retail')
  await page.getByLabel('Phone').fill('+39 06 1234 5678')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('I accept the terms and conditions').check()
  await page.getByLabel('I accept the privacy policy').check()
  await page.getByRole('button', { name: 'Complete set-up' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Hello, Ada')).toBeVisible()
})

test('an invited visitor reads the invitation in the language of the inviter', async ({
  page,
  account: _,
  browser,
  server,
}) => {
  await page.request.post('/trpc/preferences.save', { data: { language: 'en' } })
  const invited = await page.request.post('/trpc/team.invite', {
    data: { role: 'staff', email: null },
  })
  const { link } = (await invited.json()).result.data as { link: string }
  const otherContext = await browser.newContext({ baseURL: server.url })
  const other = await otherContext.newPage()

  await other.goto(new URL(link).pathname + new URL(link).hash)

  await expect(other.getByRole('link', { name: 'Sign up to accept' })).toBeVisible()
  await otherContext.close()
})
