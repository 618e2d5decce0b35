import { expect, test } from './support/fixtures.ts'

test('one click leads into a demo with a history, and another takes it away, once confirmed', async ({
  page,
}) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Prova la demo' }).click()

  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText('Demo data')).toBeVisible()
  await expect(page.getByText('Sandbox: no money moves')).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByText(/^Showing 1 to 10 of [\d,]+ results$/)).toBeVisible()

  await page.getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Demo data')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()

  await expect(page.getByRole('heading', { name: 'Accedi a Incasso' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Accedi a Incasso' })).toBeVisible()
})

test('a merchant of one’s own is not marked as a demo', async ({ page, account }) => {
  expect(account.email).toContain('@')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText('Sandbox: no money moves')).toBeVisible()
  await expect(page.getByText('Demo data')).toHaveCount(0)
})

test('the landing page leads into the demo too, whose strip keeps its line on the narrowest screen', async ({
  page,
  baseURL,
}) => {
  await page.goto('/')
  await expect(page.getByRole('img', { name: 'La dashboard, con cifre di esempio' })).toBeVisible()
  await page.getByRole('button', { name: 'Prova la demo' }).click()
  await expect(page.getByText('Demo data')).toBeVisible()

  await page
    .context()
    .addCookies([{ name: 'incasso-language', value: 'it', url: baseURL ?? page.url() }])
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await page.reload()
    const remove = page.getByRole('button', { name: /Elimina la demo|Remove the demo/ })
    await expect(remove).toBeInViewport({ ratio: 1 })
    const bottom = await remove.evaluate((element) => element.getBoundingClientRect().bottom)
    const top = await page
      .getByRole('heading', { level: 1 })
      .evaluate((element) => element.getBoundingClientRect().top)
    expect(bottom).toBeLessThanOrEqual(top)
  }
})
