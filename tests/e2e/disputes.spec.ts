import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { newAccount, onboard, signUp, takePayment } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

/** Folder for screenshots; without it none are taken. */
const folder = process.env.SCREENSHOTS_FOLDER

// The sandbox disputes a payment soon after it was paid.
test.use({ settlementMs: 200, viewport: { width: 390, height: 844 } })

const MAX_TAB_STOPS = 60

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function takeScreenshots(page: Page, name: string) {
  if (!folder) return
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const path = join(folder, `${name}-it-${colorScheme}-${width}.png`)
      await page.screenshot({ path, animations: 'disabled', fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
}

test('a merchant answers a dispute on a phone in Italian, by the keyboard alone', async ({
  page,
  server,
}) => {
  test.slow()
  await page.context().addCookies([{ name: 'incasso-language', value: 'it', url: server.url }])
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  const paid = await takePayment(page, { ...grace, amount: '42.11', currency: 'EUR' })
  const { id } = (await paid.json()) as { id: string }
  await expect(async () => {
    const list = await page.request.get(`/api/disputes?transactionId=${id}`)
    expect(await list.json()).toHaveLength(1)
  }).toPass({ timeout: 60_000 })

  await page.goto('/disputes')
  await expect(page.getByRole('heading', { level: 1, name: 'Contestazioni' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'the list')
  await takeScreenshots(page, 'disputes')
  await tabTo(page, page.getByRole('link', { name: /^#TXN-/ }).first())
  await page.keyboard.press('Enter')

  const form = page.getByRole('form', { name: 'Le tue prove' })
  await tabTo(page, form.getByRole('textbox').first())
  await page.keyboard.type('La merce è stata consegnata: winning_evidence')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'the form')
  await takeScreenshots(page, 'dispute')
  await tabTo(page, form.getByRole('button', { name: 'Controlla e invia' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('winning_evidence')
  await expectOpenedAccessible(page, 'the preview')
  await tabTo(page, dialog.getByRole('button', { name: /^Invia/ }))
  await page.keyboard.press('Enter')

  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Vinta').first()).toBeVisible({ timeout: 60_000 })
  const stored = await page.request.get(`/api/disputes?transactionId=${id}`)
  expect(await stored.json()).toMatchObject([{ state: 'won', withdrawn: '0.00' }])
})
