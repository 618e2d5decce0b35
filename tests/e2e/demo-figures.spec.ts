import type { APIResponse, Locator, Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { busyElements, clickAt, region } from './support/screens.ts'

// Pending payments stay pending while the tests read the figures.
test.use({ settlementMs: 3_600_000 })

type Row = { amount: string; status: string; createdAt: string; settledAt: string | null }

const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)
const count = (text: string) => Number(text.replaceAll(/\D/g, ''))
const money = /[$€£][\d,.]+/
const moneyIn = (text: string) => cents(money.exec(text)?.[0] ?? 'none')

/** Returns all rows of the list at this URL, over all pages of the API. */
async function fetchRows<T = Row>(page: Page, href: string): Promise<T[]> {
  const { pathname, searchParams: query } = new URL(href, 'http://page')
  for (const key of ['limit', 'page', 'sort']) query.delete(key)
  // The page puts texts in quotes that could be read as numbers.
  for (const [key, value] of query) query.set(key, value.replaceAll(/^"|"$/g, ''))
  const rows: T[] = []
  let next: string | undefined = `/api${pathname}?${query}&limit=500`
  while (next) {
    const response: APIResponse = await page.request.get(next)
    expect(response.ok(), `${next}: ${await response.text()}`).toBe(true)
    rows.push(...((await response.json()) as T[]))
    next = /<(.+)>; rel="next"/.exec(response.headers().link ?? '')?.[1]
  }
  return rows
}

const sumOf = (rows: Row[]) => rows.reduce((total, { amount }) => total + cents(amount), 0)

/** Returns the success rate as the screens show it. Fails when a row is not final. */
function rateOf(rows: Row[]): string {
  expect(rows.filter(({ settledAt }) => settledAt === null)).toEqual([])
  const succeeded = rows.filter(({ status }) => status === 'success')
  expect(succeeded.length + rows.filter(({ status }) => status === 'failed').length).toBe(
    rows.length,
  )
  return `${(Math.round((succeeded.length / rows.length) * 1000) / 10).toFixed(1)}%`
}

function meanSecondsOf(rows: Row[]): string {
  const durationsMs = rows.map((row) => Date.parse(row.settledAt ?? '') - Date.parse(row.createdAt))
  const mean = durationsMs.reduce((total, ms) => total + ms, 0) / durationsMs.length
  return `${(Math.round(mean / 100) / 10).toFixed(1)}s`
}

type OpenedList = { href: string; rows: Row[] }

/**
 * Returns the URL that a click opens, and its rows. Expects the opened list to count as many rows as its filter finds.
 */
async function open(page: Page, click: () => Promise<void>): Promise<OpenedList> {
  const from = page.url()
  await click()
  await expect(page).toHaveURL(/\/(?:transactions|customers)(?:\?|$)/)
  const href = page.url()
  const rows = await fetchRows(page, href)
  const shown = rows.length === 0 ? 'No ' : `of ${rows.length.toLocaleString('en-US')} results`
  await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(from)
  return { href, rows }
}

type FigureLink = { text: string; href: string }

async function linksIn(scope: Locator): Promise<FigureLink[]> {
  const links = await scope.getByRole('link').all()
  return Promise.all(
    links.map(async (link) => ({
      text: (await link.innerText()).trim(),
      href: (await link.getAttribute('href')) ?? '',
    })),
  )
}

const card = (page: Page, section: string, label: string) =>
  region(page, section).getByRole('link').filter({ hasText: label })

/** Clicks the middle of a drawn shape as a tap does: no pointer moves there first. */
async function clickMiddle(page: Page, shape: Locator): Promise<void> {
  await shape.scrollIntoViewIfNeeded()
  const box = await shape.boundingBox()
  if (!box) throw new Error('it is not drawn')
  await clickAt(page, box.x + box.width / 2, box.y + box.height / 2)
}

/** Opens a page and waits until it is loaded, because figures move until then. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('region').first()).toBeVisible()
  await expect(busyElements(page)).toHaveCount(0)
}

async function enterDemo(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Prova la demo' }).click()
  // Creating about 900 payments takes a moment.
  await expect(page.getByText('Recent Transactions')).toBeVisible({ timeout: 60_000 })
  // Pending payments of today, in addition to the demo's own.
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  for (const currency of ['USD', 'EUR'] as const) {
    await takePayment(page, { amount: '10.00', ...grace, currency, paymentMethod: 'bank' })
  }
  await visit(page, '/')
}

test.beforeEach(async ({ page }) => {
  test.slow()
  await enterDemo(page)
})

test('each card of the dashboard opens the rows of its figure', async ({ page }) => {
  const openCard = async (label: string) => {
    const link = card(page, 'Key figures', label)
    const text = (await link.locator('p').nth(1).innerText()).trim()
    return { text, ...(await open(page, () => link.click())) }
  }

  const revenue = await openCard('Total Revenue')
  expect(sumOf(revenue.rows)).toBe(moneyIn(revenue.text))
  const payments = await openCard('Transactions')
  expect(payments.rows).toHaveLength(count(payments.text))
  const active = await openCard('Active Customers')
  expect(active.href).toContain('/customers?status=active')
  expect(active.rows).toHaveLength(count(active.text))
  const rate = await openCard('Success Rate')
  expect(rateOf(rate.rows)).toBe(rate.text)
  const waiting = payments.rows.filter(({ status }) => status === 'pending')
  expect(waiting.length).toBeGreaterThan(2)
  expect(rate.rows).toHaveLength(payments.rows.length - waiting.length)

  const others = region(page, 'Key figures').getByRole('link', { name: /^(?:EUR|GBP)$/ })
  await expect(others).toHaveCount(2)
  for (const other of await others.all()) {
    const text = await other.innerText()
    const { href, rows } = await open(page, () => other.click())
    expect(href).toContain(`currency=${text}`)
    expect(rows.length).toBeGreaterThan(0)
  }
})

const DAY_MS = 86_400_000

test('the figures of today and the last 30 days are the sums of the rows that they open', async ({
  page,
}) => {
  const today = region(page, 'Today')
  const hrefs: string[] = []
  const takings = today.getByRole('listitem').getByRole('link', { name: money })
  await expect(takings).not.toHaveCount(0)
  for (const takingsLink of await takings.all()) {
    const text = await takingsLink.innerText()
    const { href, rows } = await open(page, () => takingsLink.click())
    expect(sumOf(rows), href).toBe(moneyIn(text))
    hrefs.push(href)
  }
  const pending = today.getByRole('link', { name: /pending/ })
  const pendingText = await pending.innerText()
  expect((await open(page, () => pending.click())).rows).toHaveLength(count(pendingText))
  const failed = today.getByRole('link', { name: /failed today/ })
  const failedText = await failed.innerText()
  expect((await open(page, () => failed.click())).rows).toHaveLength(count(failedText))

  const to = new URL(hrefs[0] ?? '').searchParams.get('to') ?? ''
  const from = new Date(Date.parse(to) - 29 * DAY_MS).toISOString().slice(0, 10)
  const fetchRecentRows = (more: string) =>
    fetchRows(page, `/transactions?from=${from}&to=${to}&currency=${more}`)
  const line = async (label: string) => {
    const trend = card(page, 'Key figures', label).locator(
      'xpath=following-sibling::*[@data-trend]',
    )
    const text = await trend.getByText('Last 30 days: ').innerText()
    return text.replace('Last 30 days: ', '')
  }
  expect(sumOf(await fetchRecentRows('USD&status=success'))).toBe(
    cents(await line('Total Revenue')),
  )
  const all = (await Promise.all(['USD', 'EUR', 'GBP'].map(fetchRecentRows))).flat()
  expect(all).toHaveLength(count(await line('Transactions')))
  expect(rateOf(all.filter(({ settledAt }) => settledAt !== null))).toBe(await line('Success Rate'))
})

/** Clicks a day's column of the volume chart: `xShare` is 0 for the first day and 1 for the last. */
async function clickColumn(page: Page, xShare: number): Promise<void> {
  const drawing = region(page, 'Transaction Volume').locator('[data-chart]').first()
  await drawing.scrollIntoViewIfNeeded()
  const [all, plot] = [
    await drawing.boundingBox(),
    await drawing.locator('[data-plot]').boundingBox(),
  ]
  if (!all || !plot) throw new Error('the volume is not drawn')
  // The last day lies on the very edge of the drawing.
  const x = Math.min(plot.x - all.x + plot.width * xShare, all.width - 4)
  await drawing.click({ position: { x, y: all.height / 2 } })
}

test('each day and each slice of the dashboard opens its payments', async ({ page }) => {
  const volume = region(page, 'Transaction Volume')
  await expect(volume.locator('tbody td')).toHaveCount(30)
  const days = await volume.locator('tbody td').allInnerTexts()
  const links = await linksIn(volume.getByRole('table'))
  for (const { text, href } of links) {
    expect([href, (await fetchRows(page, href)).length]).toEqual([href, count(text)])
  }
  // The table links to every day; the drawing must open the same lists.
  for (const index of [0, 7, 14, 22, 29]) {
    const { href, rows } = await open(page, () => clickColumn(page, index / (days.length - 1)))
    expect([index, href, rows.length]).toEqual([index, href, count(days[index] ?? '')])
  }

  const methods = region(page, 'Payment Methods')
  const legend = await linksIn(methods.getByRole('table'))
  expect(legend).toHaveLength(4)
  for (const { text, href } of legend) {
    expect([href, (await fetchRows(page, href)).length]).toEqual([href, count(text)])
  }
  const sectors = methods.locator('[data-slice]')
  await expect(sectors).toHaveCount(3)
  for (const [index, { text }] of legend.slice(0, 3).entries()) {
    const { rows } = await open(page, () => sectors.nth(index).dispatchEvent('click'))
    expect(rows).toHaveLength(count(text))
  }
  const ring = methods.locator('[data-chart]').first()
  const allMethods = await open(page, () => clickMiddle(page, ring))
  expect(allMethods.rows).toHaveLength(count(legend[3]?.text ?? ''))
})

const reports = [
  { name: 'Revenue Trends', shapes: '[data-bar]' },
  { name: 'Transaction Success Rate', shapes: '[data-dot]' },
]

const figureOf = (rows: Row[], text: string) =>
  text.endsWith('%') ? rateOf(rows) : String(sumOf(rows))
const asFigure = (text: string) => (text.endsWith('%') ? text : String(cents(text)))

async function tableOf(page: Page, name: string): Promise<FigureLink[]> {
  const button = region(page, name).getByRole('button', { name: 'Table' })
  await button.click()
  const links = await linksIn(region(page, name).getByRole('table'))
  await button.click()
  return links
}

for (const search of ['', '?range=30d&compare=true', '?range=12m&compare=true&currency=EUR']) {
  test(`each figure of the reports opens its payments, at /analytics${search}`, async ({
    page,
  }) => {
    await visit(page, `/analytics${search}`)
    for (const { name } of reports) {
      const figures = await tableOf(page, name)
      expect(figures.length).toBeGreaterThan(2)
      for (const { text, href } of figures) {
        const rows = await fetchRows(page, href)
        expect([name, href, figureOf(rows, text)]).toEqual([name, href, asFigure(text)])
      }
    }
  })
}

for (const { name, shapes } of reports) {
  test(`each mark drawn in ${name} opens its payments, also for the period before`, async ({
    page,
  }) => {
    await visit(page, '/analytics?range=7d&compare=true')
    const figures = new Map((await tableOf(page, name)).map(({ text, href }) => [href, text]))
    const drawn = region(page, name).locator(shapes)
    await expect(drawn).toHaveCount(figures.size)
    const openedUrls = new Set<string>()
    for (let index = 0; index < figures.size; index++) {
      const { href, rows } = await open(page, () => clickMiddle(page, drawn.nth(index)))
      const { pathname, search } = new URL(href)
      const text = figures.get(pathname + search) ?? 'no figure of the table'
      expect([name, href, figureOf(rows, text)]).toEqual([name, href, asFigure(text)])
      openedUrls.add(pathname + search)
      await expect(drawn).toHaveCount(figures.size)
    }
    // Two lines can meet, and then one dot covers the other.
    expect(openedUrls.size).toBeGreaterThanOrEqual(figures.size - 2)
  })
}

test('each card of the range opens the rows of its figure', async ({ page }) => {
  await visit(page, '/analytics')
  const month = region(page, 'Key figures')
  const openCard = async (label: string) => {
    const link = card(page, 'Key figures', label)
    const text = (await link.innerText()).replace(label, '').trim()
    return { text, ...(await open(page, () => link.click())) }
  }

  const average = await openCard('Average Transaction Value')
  expect(Math.round(sumOf(average.rows) / average.rows.length)).toBe(moneyIn(average.text))
  const time = await openCard('Average Processing Time')
  expect(meanSecondsOf(time.rows)).toBe(time.text)
  rateOf(time.rows)

  const retention = await openCard('Customer Retention')
  const returnedLink = month.getByRole('link', { name: /and again this month$/ })
  const paidLink = month.getByRole('link', { name: /who paid last month$/ })
  const [returnedText, paidText] = [await returnedLink.innerText(), await paidLink.innerText()]
  const [returningPayers, lastMonthPayers] = [
    await open(page, () => returnedLink.click()),
    await open(page, () => paidLink.click()),
  ]
  expect(retention.rows).toEqual(returningPayers.rows)
  expect(returningPayers.rows).toHaveLength(count(returnedText))
  expect(lastMonthPayers.rows).toHaveLength(count(paidText))
  const share = Math.round((returningPayers.rows.length / lastMonthPayers.rows.length) * 1000) / 10
  expect(retention.text).toBe(`${share.toFixed(1)}%`)
})

test('the best periods open the payments that rank them first', async ({ page }) => {
  await visit(page, '/analytics')
  const links = region(page, 'Top Performing Periods').getByRole('link')
  await expect(links).toHaveCount(3)
  for (const link of await links.all()) {
    const text = await link.innerText()
    expect(sumOf((await open(page, () => link.click())).rows)).toBe(moneyIn(text))
  }
})

test('the filter set by a figure shows above the list and can be removed', async ({ page }) => {
  await card(page, 'Key figures', 'Success Rate').click()
  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByRole('combobox', { name: 'Status' }).selectOption('Pending')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await filters.getByRole('button', { name: 'Remove filter Final only' }).click()
  await expect(page).toHaveURL(/\/transactions\?status=pending$/)
  const waiting = await fetchRows(page, page.url())
  expect(waiting.length).toBeGreaterThan(2)
  await expect(page.getByText(`of ${waiting.length} results`)).toBeVisible()

  await visit(page, '/analytics')
  await card(page, 'Key figures', 'Customer Retention').click()
  await expect(page.getByText(/^Paid in \w+ \d{4}$/)).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter Also paid in/ }).click()
  await expect(page).toHaveURL(/\/customers\?paidIn=\d{4}-\d\d$/)
  await page.getByRole('button', { name: /^Remove filter Paid in/ }).click()
  await expect(page).toHaveURL(/\/customers$/)
})
