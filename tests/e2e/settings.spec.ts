import type { Page } from '@playwright/test'
import { expectOpenedAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

const save = (page: Page) =>
  page.getByRole('form', { name: 'Business' }).getByRole('button', { name: 'Save' })

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 900 },
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('axe finds no violations while a time zone is chosen and confirmed', async ({
      page,
      account: _,
    }) => {
      await page.goto('/settings')
      await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo')
      await expect(page.getByRole('option', { name: 'Asia/Tokyo' })).toBeVisible()
      await expectOpenedAccessible(page, 'with the list of zones open')
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
      await save(page).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectOpenedAccessible(page, 'with the warning open')
    })
  })
}
