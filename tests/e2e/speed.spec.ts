import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'

const TRIES = 3

test('the sign-in page asks for at most 200 kB of JavaScript', async ({ page }) => {
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
  })
  await page.goto('/sign-in', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Accedi', exact: true })).toBeVisible()
  const sizes = await Promise.all(
    [...scripts.values()].map(async (body) => gzipSync(await body).length),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(0)
  expect(total, `${Math.round(total / 1000)} kB in ${sizes.length} files`).toBeLessThanOrEqual(
    200_000,
  )
})

const cumulativeShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Two frames later the buffered entries have been handed over.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords())
            resolve(sum)
          }),
        )
      }),
  )

test.describe('nothing jumps while a page loads', () => {
  for (const path of ['/', '/transactions']) {
    test(path, async ({ page, account: _ }) => {
      for (const amount of ['10.00', '20.00', '30.00']) {
        await takePayment(page, {
          amount,
          customerName: 'Grace Hopper',
          customerEmail: 'grace@example.com',
        })
      }
      await page.goto(path)
      await expect(page.getByText('Grace Hopper').first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await cumulativeShift(page)).toBeLessThan(0.05)
    })
  }
})

test('a hundred rows are sorted without a task over 100 ms', async ({ page, account: _ }) => {
  for (let number = 1; number <= 100; number += 1) {
    await takePayment(page, {
      amount: `${number}.00`,
      customerName: `Customer ${number}`,
      customerEmail: `customer-${number}@example.com`,
    })
  }
  // Other tests share the processor, so the best of three tries counts: noise only ever adds.
  const longest: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt += 1) longest.push(await longestTask(page))
  expect(Math.min(...longest), `longest tasks: ${longest.join(', ')} ms`).toBeLessThanOrEqual(100)
})

/** The longest stretch in which the page could not answer, while its list appears and is sorted. */
async function longestTask(page: Page): Promise<number> {
  await page.goto('/transactions?limit=100')
  await expect(page.getByRole('row')).toHaveCount(101)
  // Found by its place: to find rows by their role costs more of the page's time than to sort them.
  const firstRow = page.locator('tbody > tr:first-child')
  const order = page.getByRole('button', { name: 'Amount', exact: true })
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(globalThis, { durations })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration)
    }).observe({ type: 'longtask', buffered: false })
  })
  for (const first of ['$100.00', '$1.00']) {
    await order.click()
    await expect(firstRow).toContainText(first)
  }
  return page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { durations: number[] }).durations),
  )
}
