import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { newAccount, onboard, refundPart, signUp, takePayment } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, toast, visit } from './support/screens.ts'

/** Folder for screenshots; without it none are taken. */
const folder = process.env.SCREENSHOTS_FOLDER

const words = {
  en: {
    none: 'Notices',
    one: 'Notices: 1 unread',
    title: 'Refund of $1.10 failed',
    latest: 'Unread notices',
    page: 'Notices by status',
    choice: 'Refund failed',
    saved: 'Choice saved',
  },
  it: {
    none: 'Avvisi',
    one: 'Avvisi: 1 da leggere',
    title: 'Rimborso di 1,10 $ non riuscito',
    latest: 'Avvisi da leggere',
    page: 'Avvisi per stato',
    choice: 'Rimborso non riuscito',
    saved: 'Scelta salvata',
  },
} as const

type Language = keyof typeof words

async function signUpIn(page: Page, url: string, language: Language) {
  await page.context().addCookies([{ name: 'incasso-language', value: language, url }])
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
}

/** Refunds a payment of Grace Hopper with an amount that the sandbox refuses. */
async function failRefund(page: Page): Promise<void> {
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  const paid = await takePayment(page, { ...grace, amount: '50.00', currency: 'USD' })
  await refundPart(page, ((await paid.json()) as { id: string }).id, '1.10')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const [language, width] of [
  ['it', 390],
  ['en', 1280],
] as const) {
  const texts = words[language]
  test.describe(`at ${width} px, in ${language}`, () => {
    test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

    test('a failed refund appears in the header at once, is read, listed and switched off', async ({
      page,
      server,
    }) => {
      test.slow()
      const takeScreenshot = async (name: string) => {
        if (!folder) return
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const path = join(folder, `${name}-${language}-${colorScheme}-${width}.png`)
          await page.screenshot({ path, animations: 'disabled' })
        }
        await page.emulateMedia({ colorScheme: 'light' })
      }
      const scripts: string[] = []
      page.on('request', (request) => scripts.push(request.url()))
      const panelScripts = () => scripts.filter((url) => url.includes('unread-notices'))
      await signUpIn(page, server.url, language)
      await page.goto('/')
      await expect(button(page, texts.none)).toBeVisible()

      await failRefund(page)

      await expect(button(page, texts.one)).toBeVisible()
      // The dashboard does not load the panel before its first click.
      expect(panelScripts()).toEqual([])
      await button(page, texts.one).focus()
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: texts.none })
      await expect(panel.getByText(texts.latest)).toBeVisible()
      await expect(panel.getByRole('link', { name: texts.title })).toBeVisible()
      expect(panelScripts()).toHaveLength(1)
      await expectOpenedAccessible(page, 'the latest notices')
      await expectNoSidewaysScroll(page)
      await takeScreenshot('panel')
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      await expect(button(page, texts.one)).toBeFocused()

      await visit(page, '/notices')
      await expect(page.getByRole('group', { name: texts.page })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await takeScreenshot('list')
      await page.getByRole('link', { name: texts.title }).click()
      await expect(page).toHaveURL(/\/transactions\/TXN-/)
      await expect(button(page, texts.none)).toBeVisible()

      await visit(page, '/profile')
      const choice = page.getByLabel(texts.choice)
      await choice.selectOption('none')
      await expect(toast(page, texts.saved)).toBeVisible()
      await choice.scrollIntoViewIfNeeded()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await takeScreenshot('choices')
      await failRefund(page)
      await visit(page, '/notices')
      await expect(button(page, texts.none)).toBeVisible()
    })
  })
}
