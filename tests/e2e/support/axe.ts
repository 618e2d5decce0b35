import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** All rules see the page in the light; only what depends on colours is asked again in the dark. */
const schemes = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: ['color-contrast'] },
] as const

/**
 * Fails with what axe finds on the page as it is now, in the light and in the dark; `state` names
 * what is open on it. The page is left in the light.
 */
export const expectAccessible = (page: Page, state = 'as it opens') => look(page, state)

/** The same for the dialog, menu or list that is open on a page which is looked at elsewhere. */
export const expectOpenedAccessible = (page: Page, state: string) =>
  look(page, state, '[role="dialog"], [role="menu"], [role="listbox"]')

/** The same for a document that is not the dashboard's: the system alone says which colours it has. */
export const expectPlainAccessible = async (page: Page, state: string) => {
  for (const { colorScheme } of schemes) {
    await page.emulateMedia({ colorScheme })
    const { violations, passes } = await run(page, {})
    expect.soft(violations, `axe on ${page.url()}, ${state}, ${colorScheme}`).toEqual([])
    expect(passes).toBeGreaterThan(10)
  }
  await page.emulateMedia({ colorScheme: null })
}

async function look(page: Page, state: string, within?: string) {
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
 * Its own binding for Playwright loads axe anew for every answer and looks for frames, which we have
 * not: that takes as long as the rules themselves.
 */
async function run(page: Page, look: { within?: string; rules?: readonly string[] }) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async ({ within, rules }) => {
    const { violations, passes } = await window.axe.run(within ?? document, {
      // Of what passes only the number is asked, and not a selector for each element.
      resultTypes: ['violations'],
      ...(rules && { runOnly: [...rules] }),
    })
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
      ),
      passes: passes.length,
    }
  }, look)
}

/** Switches as the system would, and waits until nothing fades any more. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(async () => {
    const fading = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    // A colour that is inherited fades in the parent first, and in the child from there.
    for (let found = fading(); found.length > 0; found = fading()) {
      await Promise.all(found.map((animation) => animation.finished.catch(() => undefined)))
    }
  })
}
