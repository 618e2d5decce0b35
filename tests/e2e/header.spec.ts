import type { Page } from '@playwright/test'
import { newAccount, onboard, signUp } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

const marks = ['Autenticato', 'Development Mode', 'Developer']
const inHeader = [1024, 1100, 1216, 1280, 1440, 1920]
const inMenu = [320, 360, 390, 600, 768, 1023]

/** Expects everything in the header to lie inside it, complete, and to overlap nothing else. */
async function expectInOrder(page: Page) {
  const problems = await page.getByRole('banner').evaluate((header) => {
    const frame = header.getBoundingClientRect()
    const parts = [...header.querySelectorAll('h1, [data-tone], button, [lang]')]
    const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect() }))
    const nameOf = (part: Element) => part.textContent || part.getAttribute('aria-label')
    const outside = boxes
      .filter(
        ({ box }) => box.left < frame.left || box.right > frame.right || box.bottom > frame.bottom,
      )
      .map(({ part }) => `${nameOf(part)} is outside`)
    const overlapping = boxes.flatMap(({ part, box }, at) =>
      boxes
        .slice(at + 1)
        .filter(({ part: other, box: b }) => {
          if (part.contains(other) || other.contains(part)) return false
          return (
            box.left < b.right && b.left < box.right && box.top < b.bottom && b.top < box.bottom
          )
        })
        .map(({ part: other }) => `${nameOf(part)} lies over ${nameOf(other)}`),
    )
    return [...outside, ...overlapping]
  })
  expect(problems).toEqual([])
}

test('the permanent marks are visible at every width, in the header or in the user menu', async ({
  page,
}) => {
  const account = { ...newAccount(), name: 'Massimiliano Alessandro della Valle' }
  await signUp(page, account)
  await onboard(page, account)
  await page.goto('/transactions')
  const header = page.getByRole('banner')

  for (const width of inHeader) {
    await page.setViewportSize({ width, height: 800 })
    for (const mark of marks) {
      await expect(header.getByText(mark, { exact: true }), `${mark} at ${width}`).toBeInViewport({
        ratio: 1,
      })
    }
    await expect(header.getByText('Ciao, Massimiliano'), `${width}`).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectInOrder(page)
  }
  for (const width of inMenu) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: 'User menu' }).click()
    for (const mark of marks) {
      await expect(
        page.getByRole('menu').getByText(mark, { exact: true }),
        `${width}`,
      ).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectInOrder(page)
  }
})

test('a visitor’s header fits every width too', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
  for (const width of [...inMenu, ...inHeader]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByText('Non autenticato')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectInOrder(page)
  }
})
