import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, region } from './support/screens.ts'

const TABS = ['Overview', 'Quick Start', 'API Reference', 'SDKs']

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
test('the arrow keys move between the tabs', async ({ page, account: _ }) => {
  await page.goto('/docs')
  await tab(page, 'Overview').focus()
  for (const name of TABS.slice(1)) {
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, name)).toBeFocused()
    await expect(region(page, name)).toBeVisible()
  }
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 800 },
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('axe finds no violations on any tab', async ({ page, account: _ }) => {
      await page.goto('/docs')
      for (const name of TABS) {
        await tab(page, name).click()
        await expect(page.getByRole('tabpanel', { name })).toBeVisible()
        await expectAccessible(page, name)
        await expectNoSidewaysScroll(page)
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
    })
  })
}
