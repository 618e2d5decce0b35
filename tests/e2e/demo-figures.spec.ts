import type { APIResponse, Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

type Row = { amount: string; status: string }

const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)

/** All rows that the list at this address stands for, over the pages of the API. */
async function rowsBehind(page: Page, href: string): Promise<Row[]> {
  const query = new URL(href, 'http://page').searchParams
  for (const key of ['limit', 'page', 'sort']) query.delete(key)
  // The page writes texts with quotes where they would read as numbers.
  for (const [key, value] of query) query.set(key, value.replaceAll(/^"|"$/g, ''))
  const rows: Row[] = []
  let next: string | undefined = `/api/transactions?${query}&limit=500`
  while (next) {
    const answer: APIResponse = await page.request.get(next)
    expect(answer.ok(), `${next}: ${await answer.text()}`).toBe(true)
    rows.push(...((await answer.json()) as Row[]))
    next = /<(.+)>; rel="next"/.exec(answer.headers().link ?? '')?.[1]
  }
  return rows
}

const sumOf = (rows: Row[]) => rows.reduce((total, { amount }) => total + cents(amount), 0)

async function linksIn(scope: Locator): Promise<{ text: string; href: string }[]> {
  const links = await scope.getByRole('link').all()
  return Promise.all(
    links.map(async (link) => ({
      text: (await link.innerText()).trim(),
      href: (await link.getAttribute('href')) ?? '',
    })),
  )
}

test('with the demo’s data, figures and chart points equal the rows they lead to', async ({
  page,
}) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Prova la demo' }).click()
  await expect(page.getByText('Recent Transactions')).toBeVisible()

  await test.step('the cards of the dashboard', async () => {
    const cards = await linksIn(page.getByRole('region', { name: 'Key figures' }))
    const card = (name: string) => cards.find(({ text }) => text.startsWith(name))
    const revenue = card('Total Revenue')
    const shown = /\$[\d,.]+/.exec(revenue?.text ?? '')?.[0] ?? ''
    expect(sumOf(await rowsBehind(page, revenue?.href ?? ''))).toBe(cents(shown))
    const transactions = card('Transactions')
    const count = Number(/\n\s*([\d,]+)/.exec(transactions?.text ?? '')?.[1]?.replace(',', ''))
    expect(await rowsBehind(page, transactions?.href ?? '')).toHaveLength(count)
  })

  await test.step('revenue and success rate of every month', async () => {
    await page.goto('/analytics')
    for (const name of ['Revenue Trends', 'Transaction Success Rate']) {
      const report = page.getByRole('region', { name })
      await report.getByRole('button', { name: 'Table' }).click()
      const links = await linksIn(report.getByRole('table'))
      expect(links.length).toBeGreaterThan(2)
      for (const { text, href } of links) {
        const rows = await rowsBehind(page, href)
        const final = rows.filter(({ status }) => status !== 'pending')
        const succeeded = final.filter(({ status }) => status === 'success')
        const actual = text.endsWith('%')
          ? `${((succeeded.length / final.length) * 100).toFixed(1)}%`
          : String(sumOf(rows))
        expect([name, href, text.endsWith('%') ? text : String(cents(text))]).toEqual([
          name,
          href,
          actual,
        ])
      }
    }
  })

  await test.step('the best periods', async () => {
    const links = await linksIn(page.getByRole('region', { name: 'Top Performing Periods' }))
    expect(links).toHaveLength(2)
    for (const { text, href } of links) {
      const shown = /\$[\d,.]+/.exec(text)?.[0] ?? ''
      expect(sumOf(await rowsBehind(page, href))).toBe(cents(shown))
    }
  })
})
