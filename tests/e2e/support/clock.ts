import type { Page } from '@playwright/test'

/** Stops the page's clock. Afterwards only `runFor` moves it. */
export async function stopClock(page: Page) {
  const start = new Date('2026-11-21T09:00:00Z')
  await page.clock.install({ time: start })
  await page.clock.pauseAt(new Date(start.getTime() + 60_000))
}

/**
 * Resolves once all tasks that the page has scheduled are done. React starts the timers of a new screen in a task of
 * its own, after the screen is shown.
 */
export async function waitForTasks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round++) {
      const { port1, port2 } = new MessageChannel()
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true })
        port1.start()
        port2.postMessage(undefined)
      })
    }
  })
}
