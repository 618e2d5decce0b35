import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** All rules check the page in light colours. In dark colours, only the rules that depend on colours run again. */
const schemes = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: ['color-contrast'] },
] as const

/**
 * Fails with the violations that axe finds on the page as it is now, in light and in dark colours. `state` names what
 * is open on the page. Leaves the page in light colours.
 */
export const expectAccessible = (page: Page, state = 'as it opens') => check(page, state)

/** Checks only the open dialog, menu or list, on a page that another test checks. */
export const expectOpenedAccessible = (page: Page, state: string) =>
  check(page, state, '[role="dialog"], [role="menu"], [role="listbox"]')

/** Checks a document outside the dashboard, whose colours follow the system alone. */
export const expectPlainAccessible = async (page: Page, state: string) => {
  for (const { colorScheme } of schemes) {
    await page.emulateMedia({ colorScheme })
    const { violations, passes } = await run(page, {})
    expect.soft(violations, `axe on ${page.url()}, ${state}, ${colorScheme}`).toEqual([])
    expect(passes).toBeGreaterThan(10)
  }
  await page.emulateMedia({ colorScheme: null })
}

async function check(page: Page, state: string, within?: string) {
  for (const { colorScheme, rules } of schemes) {
    await show(page, colorScheme)
    const { violations, passes } = await run(page, { within, rules })
    expect.soft(violations, `axe on ${page.url()}, ${state}, ${colorScheme}`).toEqual([])
    // An empty page would pass as well.
    expect(passes).toBeGreaterThan(rules ? 0 : within ? 5 : 10)
  }
  await show(page, 'light')
}

/**
 * Runs axe in the page. Its own binding for Playwright reloads axe for every result and searches for frames, which our
 * pages lack. That takes as long as the rules themselves.
 */
async function run(page: Page, check: { within?: string; rules?: readonly string[] }) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async ({ within, rules }) => {
    const { violations, passes } = await window.axe.run(within ?? document, {
      // For passed rules only their number is needed, not a selector for each element.
      resultTypes: ['violations'],
      ...(rules && { runOnly: [...rules] }),
    })
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
      ),
      passes: passes.length,
    }
  }, check)
}

/** Switches the colours as the system would, and waits until no transition runs any more. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(async () => {
    const fading = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    // An inherited colour fades in the parent first, and then in the child.
    for (let found = fading(); found.length > 0; found = fading()) {
      await Promise.all(found.map((animation) => animation.finished.catch(() => undefined)))
    }
  })
}
