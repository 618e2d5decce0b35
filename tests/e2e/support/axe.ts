import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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

async function look(page: Page, state: string, within?: string) {
  for (const { colorScheme, rules } of schemes) {
    await show(page, colorScheme)
    // Without the legacy mode it opens a window for each answer, on account of frames that we have not.
    const builder = new AxeBuilder({ page }).setLegacyMode(true)
    if (within !== undefined) builder.include(within)
    const { violations, passes } = await (rules ? builder.withRules([...rules]) : builder).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}\n${node.failureSummary}`),
    )
    expect.soft(found, `axe on ${page.url()}, ${state}, ${colorScheme}`).toEqual([])
    // An empty page would pass as well.
    expect(passes.length).toBeGreaterThan(rules ? 0 : within ? 5 : 10)
  }
  await show(page, 'light')
}

/** Switches as the system would, and waits until nothing fades any more. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  )
}
