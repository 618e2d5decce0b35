import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with what axe finds on the page as it is now; `state` names what is open on it. */
export async function expectAccessible(page: Page, state = 'as it opens') {
  const { violations, passes } = await new AxeBuilder({ page }).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}\n${node.failureSummary}`),
  )
  expect.soft(found, `axe on ${page.url()}, ${state}`).toEqual([])
  // An empty page would pass as well.
  expect(passes.length).toBeGreaterThan(10)
}
