import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'

const views = (page: Page): Locator => page.getByRole('navigation', { name: 'Saved views' })

test('views stored in a browser move to the server, and only once', async ({
  page,
  account: _,
  server,
}) => {
  const { id } = await server.db.selectFrom('merchants').select('id').executeTakeFirstOrThrow()
  const key = `incasso.transaction-views.${id}`
  const search = { status: 'failed', sort: '-createdAt', page: 1, limit: 10 }
  localStorage.setItem(key, JSON.stringify([{ id: 'a', name: 'Not paid', search }]))

  await page.goto('/transactions')
  await expect(views(page).getByRole('link', { name: 'Not paid' })).toBeVisible()
  await page.reload()
  await expect(views(page).getByRole('link', { name: 'Not paid' })).toBeVisible()

  expect(localStorage.getItem(key)).toBeNull()
  const storedViews = await server.db.selectFrom('savedViews').select(['name', 'search']).execute()
  expect(storedViews.map(({ name, search: text }) => [name, JSON.parse(text)])).toEqual([
    ['Not paid', search],
  ])
})

test('unreadable views stored in a browser are left unchanged', async ({
  page,
  account: _,
  server,
}) => {
  const { id } = await server.db.selectFrom('merchants').select('id').executeTakeFirstOrThrow()
  localStorage.setItem(`incasso.transaction-views.${id}`, '{"not": "a list"}')

  await page.goto('/transactions')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expect(views(page).getByRole('link')).toHaveCount(0)
  expect(await server.count('savedViews')).toBe(0)
})
