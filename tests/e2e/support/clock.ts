import type { Page } from '@playwright/test'

/** Stops the page's clock; from here on only `runFor` moves it. */
export async function stopClock(page: Page) {
  const start = new Date('2026-11-21T09:00:00Z')
  await page.clock.install({ time: start })
  await page.clock.pauseAt(new Date(start.getTime() + 60_000))
}
