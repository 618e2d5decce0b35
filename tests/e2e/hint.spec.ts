import { stopClock } from './support/clock.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ hasShellDelay: true })

declare global {
  interface Window {
    shifts: number
  }
}

for (const path of ['/sign-in', '/sign-up']) {
  for (const width of [1280, 390]) {
    test(`${path} does not shift when its hint appears, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await stopClock(page)
      await page.goto(path)
      const submit = page.getByRole('button', { name: /^(?:Accedi|Registrati)$/ })
      await expect(submit).toBeVisible()
      // Otherwise letters would change their width during the measurement, one frame after the fonts load.
      await page.evaluate(async () => {
        await document.fonts.load('1em "Inter Variable"')
        await document.fonts.ready
      })
      await page.screenshot()
      await page.evaluate(() => {
        window.shifts = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shifts += (entry as LayoutShift).value
        }).observe({ type: 'layout-shift' })
      })
      const before = await submit.boundingBox()
      const height = await page.evaluate(() => document.documentElement.scrollHeight)

      await page.clock.runFor(5000)
      await expect(page.getByRole('status').getByRole('alert')).toBeVisible()

      expect(await submit.boundingBox()).toEqual(before)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
      expect(await page.evaluate(() => window.shifts)).toBe(0)
    })
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number
}
