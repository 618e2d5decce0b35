import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { newAccount, signUp } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { type BusyShop, createBusyShop } from './support/busy-shop.ts'
import { test as base, expect } from './support/fixtures.ts'
import { busyElements, expectNoSidewaysScroll, visit } from './support/screens.ts'

/** Folder for screenshots; without it none are taken. */
const folder = process.env.SCREENSHOTS_FOLDER

const LANGUAGES = ['spec', 'en', 'it'] as const
const WIDTHS = [1280, 390] as const

type Language = (typeof LANGUAGES)[number]
type Screen = { path: string | ((paths: BusyShop['paths']) => string); ready?: string }

/** `ready` is a text of the data, which is the same in each language. */
const screens: Screen[] = [
  { path: '/dashboard', ready: 'Grace Hopper' },
  { path: '/payments' },
  { path: '/links', ready: 'Cooking class' },
  { path: ({ link }) => link, ready: 'Cooking class' },
  { path: '/transactions', ready: 'Grace Hopper' },
  { path: ({ refundedPayment }) => refundedPayment, ready: 'Espresso machine' },
  { path: ({ failedPayment }) => failedPayment, ready: 'Grace Hopper' },
  { path: ({ paymentToCapture }) => paymentToCapture, ready: 'Grace Hopper' },
  { path: ({ paymentByTransfer }) => paymentByTransfer, ready: 'DE89 3704 0044 0532 0130 00' },
  { path: ({ disputedPayment }) => disputedPayment, ready: 'Torta' },
  { path: '/refunds', ready: 'Grace Hopper' },
  { path: '/disputes', ready: 'Grace Hopper' },
  { path: ({ dispute }) => dispute, ready: 'Grace Hopper' },
  { path: '/customers', ready: 'Grace Hopper' },
  { path: ({ customer }) => customer, ready: 'Grace Hopper' },
  { path: '/analytics?compare=true' },
  { path: '/money' },
  { path: ({ payout }) => payout },
  { path: '/money/entries' },
  { path: '/money/months' },
  { path: ({ month }) => month },
  { path: '/notices' },
  { path: '/integration' },
  { path: '/integration?tab=keys', ready: 'Web shop' },
  { path: '/integration?tab=events' },
  { path: '/integration?tab=requests' },
  { path: '/settings' },
  { path: '/settings?tab=team', ready: 'Ada Rossi' },
  { path: '/settings?tab=payments' },
  { path: '/settings?tab=look' },
  { path: '/audit-log' },
  { path: '/profile' },
  { path: '/docs' },
  { path: '/environment-status' },
  { path: '/environment-management' },
  { path: '/openai-test' },
  { path: '/openai-environment-config' },
  { path: '/clerk-quick-setup' },
  { path: '/clerk-visual-guide' },
  { path: '/clerk-setup-guide' },
  { path: '/clerk-production' },
  { path: '/clerk-migration' },
  { path: '/no-such-page' },
]

const signedOutScreens: Screen[] = [
  { path: '/' },
  { path: '/sign-in' },
  { path: '/sign-up' },
  { path: '/forgot-password' },
  { path: '/reset-password?token=any' },
  { path: '/join' },
  { path: '/terms' },
  { path: '/docs/webhooks', ready: 'Webhooks' },
]

/** Screens per test. With more, a test would take minutes on a slow machine. */
const SCREENS_PER_TEST = 11
const parts = Array.from({ length: Math.ceil(screens.length / SCREENS_PER_TEST) }, (_, part) =>
  screens.slice(part * SCREENS_PER_TEST, (part + 1) * SCREENS_PER_TEST),
)

const test = base.extend<{ busyPage: Page }, { shop: BusyShop }>({
  // The screens only read, so that the tests of a worker share one merchant.
  shop: [
    async ({ server, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: server.url })
      await use(await createBusyShop(request, server))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  busyPage: async ({ page, context, shop }, use) => {
    await context.addCookies(shop.cookies)
    await use(page)
  },
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const chooseLanguage = (page: Page, value: Language, url: string) =>
  page.context().addCookies([{ name: 'incasso-language', value, url }])

async function takeScreenshots(page: Page, language: Language, width: number): Promise<void> {
  if (!folder) return
  const { pathname, search } = new URL(page.url())
  const name = `${pathname}${search}`.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'start'
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const path = join(folder, `${name}-${language}-${colorScheme}-${width}.png`)
    await page.screenshot({ path, animations: 'disabled', fullPage: true })
  }
}

/** Checks the page as it is at both widths, without loading it again. */
async function expectAccessibleAtWidths(page: Page, language: Language, state?: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(busyElements(page)).toHaveCount(0)
    await expectAccessible(page, `${state ?? ''} at ${width} px in ${language}`)
    await takeScreenshots(page, language, width)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
}

async function checkScreen(page: Page, path: string, language: Language, ready?: string) {
  await test.step(path, async () => {
    await page.setViewportSize({ width: WIDTHS[0], height: 800 })
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (ready) await expect(page.getByText(ready).first()).toBeVisible()
    await expectAccessibleAtWidths(page, language)
  })
}

for (const language of LANGUAGES) {
  test.describe(`axe finds no violations in ${language}`, () => {
    test.slow()

    test('on the screens of a visitor', async ({ page, server }) => {
      await chooseLanguage(page, language, server.url)
      for (const { path, ready } of signedOutScreens) {
        await checkScreen(page, String(path), language, ready)
      }
    })

    test('in onboarding', async ({ page, server }) => {
      await chooseLanguage(page, language, server.url)
      await signUp(page, newAccount())
      await checkScreen(page, '/onboarding', language, 'Ada')
      await page.getByRole('button', { name: /^(?:Continua|Continue)$/ }).click()
      await expect(page.getByRole('main').getByRole('combobox')).toBeVisible()
      await expectAccessibleAtWidths(page, language, 'the second step')
    })

    for (const [part, some] of parts.entries()) {
      test(`on the screens of a merchant, part ${part + 1}`, async ({ busyPage, server, shop }) => {
        await chooseLanguage(busyPage, language, server.url)
        for (const { path, ready } of some) {
          const address = typeof path === 'string' ? path : path(shop.paths)
          await checkScreen(busyPage, address, language, ready)
        }
      })
    }
  })
}

test('axe finds no violations on a guide with every step completed', async ({
  busyPage,
  server,
}) => {
  // Tests of one worker share the page, and another test may have chosen a language.
  await chooseLanguage(busyPage, 'spec', server.url)
  await visit(busyPage, '/clerk-setup-guide')
  const steps = busyPage.getByRole('region', { name: 'I sei passi' }).getByRole('listitem')
  await expect(steps).toHaveCount(6)
  for (const step of await steps.all()) await step.getByRole('button').click()
  await expect(busyPage.getByRole('region', { name: 'Configurazione completata' })).toBeVisible()
  await expectAccessibleAtWidths(busyPage, 'spec', 'with every step completed')
})
