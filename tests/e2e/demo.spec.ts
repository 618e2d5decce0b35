import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

async function enterDemo(page: Page) {
  await page.goto('/sign-in')
  await startDemo(page)
}

async function startDemo(page: Page) {
  await page.getByRole('button', { name: 'Prova la demo' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
}

async function askToRemove(page: Page) {
  await page.getByRole('button', { name: 'Demo data' }).click()
  await page.getByRole('menuitem', { name: 'Remove the demo' }).click()
}

test('a click opens a demo with a history, and another deletes it after a confirmation', async ({
  page,
}) => {
  await enterDemo(page)
  await expect(page.getByText('Demo data')).toBeVisible()
  await expect(page.getByText('Test mode: no real charges')).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByText(/^Showing 1 to 10 of [\d,]+ results$/)).toBeVisible()

  await askToRemove(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Demo data')).toBeVisible()
  await askToRemove(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()

  await expect(page.getByRole('heading', { name: 'Accedi a Incasso' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Accedi a Incasso' })).toBeVisible()
})

test('a real merchant is not marked as a demo', async ({ page, account }) => {
  expect(account.email).toContain('@')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText('Test mode: no real charges')).toBeVisible()
  await expect(page.getByText('Demo data')).toHaveCount(0)
})

test('the landing page opens the demo too, whose strip stays on one line on the narrowest screen', async ({
  page,
  baseURL,
}) => {
  await page.goto('/')
  await expect(page.getByRole('img', { name: 'La dashboard, con cifre di esempio' })).toBeVisible()
  await startDemo(page)
  await expect(page.getByText('Demo data')).toBeVisible()

  await page
    .context()
    .addCookies([{ name: 'incasso-language', value: 'it', url: baseURL ?? page.url() }])
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await page.reload()
    const remove = page.getByRole('button', { name: /Dati dimostrativi|Demo data/ })
    await expect(remove).toBeInViewport({ ratio: 1 })
    const bottom = await remove.evaluate((element) => element.getBoundingClientRect().bottom)
    const top = await page
      .getByRole('heading', { level: 1 })
      .evaluate((element) => element.getBoundingClientRect().top)
    expect(bottom).toBeLessThanOrEqual(top)
  }
})

test('a demo shows today’s progress, and its notices open their payments', async ({ page }) => {
  await enterDemo(page)
  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect(today.getByRole('link', { name: /today so far$/ }).first()).toBeVisible()

  await today.getByRole('link', { name: /pending/ }).click()
  await expect(page).toHaveURL(/\/transactions\?status=pending$/)
  await page.goBack()
  await today.getByRole('link', { name: /failed today · .+see why$/ }).click()

  await expect(page).toHaveURL(/status=failed&from=(\d{4}-\d\d-\d\d)&to=\1/)
  await expect(page.getByText(/^Showing 1 to \d+ of \d+ results$/)).toBeVisible()
})

test('the strip does not overlap the title on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enterDemo(page)
  const demoBox = await page.getByRole('button', { name: 'Demo data' }).boundingBox()
  const title = await page.getByRole('heading', { name: 'Dashboard', level: 1 }).boundingBox()
  if (!demoBox || !title) throw new Error('they are not drawn')
  expect(demoBox.y + demoBox.height).toBeLessThanOrEqual(title.y)
  await expectNoSidewaysScroll(page)
})

test('signing out of a demo before the page knows about it also needs a confirmation', async ({
  page,
}) => {
  await enterDemo(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/demo\.state/, async (route) => {
    await released
    await route.continue()
  })
  const stateRequest = page.waitForRequest(/demo\.state/)
  await page.goto('/payments')
  await stateRequest
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Leave the demo for good?' })
  await expect(question).toBeVisible()

  // The response must not close the dialog.
  release()
  await expect(page.getByText('Demo data')).toBeVisible()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
})

test('signing out of a demo warns that it is deleted, and can be cancelled', async ({ page }) => {
  await enterDemo(page)
  const signOut = async () => {
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await signOut()
  const question = page.getByRole('dialog', { name: 'Leave the demo for good?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Demo data')).toBeVisible()

  await signOut()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Accedi a Incasso' })).toBeVisible()
})
