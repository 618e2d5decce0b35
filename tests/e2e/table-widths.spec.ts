import type { Locator, Page } from '@playwright/test'
import { type ApiPayment, refundPart, takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, rowWith } from './support/screens.ts'
import { findCutOff, findOverflowing, findShortenedNotes, widths } from './support/widths.ts'

// Pending payments stay pending, because their rows have the most buttons.
test.use({ settlementMs: 3_600_000 })

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
const LONG_CUSTOMER = {
  customerName: 'Maria Alessandra Federica Bonaventura von Hohenstein-Wittels',
  customerEmail: `maria.alessandra.federica.bonaventura@${'hohenstein-wittelsbach.'.repeat(4)}example.com`,
}

const payments: ApiPayment[] = [
  { ...LONG_CUSTOMER, amount: '99999999.99', paymentMethod: 'bank', currency: 'EUR' },
  { ...LONG_CUSTOMER, amount: '12.03', currency: 'GBP' },
  { ...LONG_CUSTOMER, amount: '640.02' },
  { ...GRACE, amount: '54.30' },
  { ...GRACE, amount: '10.01', paymentMethod: 'paypal' },
  { ...GRACE, amount: '75.00', paymentMethod: 'bank' },
]

/** Payments that wait for the payer and for their capture; a transfer to the own account waits for its arrival. */
const waiting: ApiPayment[] = [
  { ...GRACE, amount: '10.06' },
  { ...GRACE, amount: '80.00', captureMethod: 'manual' },
]
const OWN_ACCOUNT = { iban: 'DE89370400440532013000', holder: 'Ada Rossi' }

const idLinks = (scope: Page | Locator): Locator => scope.getByRole('link', { name: /^#TXN-/ })

for (const language of ['spec', 'it'] as const) {
  test(`the list cuts nothing off at any width (${language})`, async ({
    page,
    context,
    server,
    account: _,
  }) => {
    await context.addCookies([{ name: 'incasso-language', value: language, url: server.url }])
    await page.request.post('/trpc/processorAccounts.connectTransfer', { data: OWN_ACCOUNT })
    for (const payment of [...payments, ...waiting]) await takePayment(page, payment)
    await page.goto('/transactions')
    const section = page.locator('section', { has: page.locator('[data-opens-row]') })
    await expect(section.locator('[data-opens-row]')).toHaveCount(payments.length + waiting.length)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect(section.getByRole('table')).toHaveCount(width < 1200 ? 0 : 1)
      const mark = section.locator('[data-mark] svg').first()
      await expect(mark).toBeVisible({ visible: width >= 1600 })
      await expectNoSidewaysScroll(page)
      expect(await findCutOff(section), `cut off at ${width}`).toEqual([])
      expect(await findOverflowing(section), `too wide at ${width}`).toEqual([])
      expect(await findShortenedNotes(section), `shortened at ${width}`).toEqual([])
    }
  })
}

test('the list of refunds cuts nothing off at any width', async ({ page, account: _ }) => {
  for (const payment of [LONG_CUSTOMER, GRACE]) {
    const paid = await takePayment(page, { ...payment, amount: '99999.00', currency: 'EUR' })
    const { id } = (await paid.json()) as { id: string }
    for (const amount of ['12345.00', '1.08', '1.10']) await refundPart(page, id, amount)
  }
  await page.goto('/refunds')
  const section = page.getByRole('region', { name: 'Refunds' })
  await expect(section.locator('[data-opens-row]')).toHaveCount(6)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect(section.getByRole('table')).toHaveCount(width < 1200 ? 0 : 1)
    await expectNoSidewaysScroll(page)
    expect(await findOverflowing(section), `too wide at ${width}`).toEqual([])
  }
})

test('the list of links cuts nothing off at any width', async ({ page, account: _ }) => {
  const title = 'Deposit for the birthday party of Maria Alessandra, large room, 12 December'
  const ids: string[] = []
  for (const data of [
    { title, amount: '99999999.00', currency: 'EUR', maxUses: 1 },
    { title, amountKind: 'chosen', minAmount: '1000.00', maxAmount: '99999.00', currency: 'EUR' },
    { title: 'Tip', amountKind: 'chosen' },
  ]) {
    const response = await page.request.post('/api/payment-links', { data })
    ids.push(((await response.json()) as { id: string }).id)
  }
  await page.request.post(`/api/payment-links/${ids[0]}/pause`, { data: {} })
  await page.goto('/links')
  const section = page.getByRole('region', { name: 'Payment links' })
  await expect(section.locator('[data-opens-row]')).toHaveCount(3)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect(section.getByRole('table')).toHaveCount(width < 1200 ? 0 : 1)
    await expectNoSidewaysScroll(page)
    expect(await findOverflowing(section), `too wide at ${width}`).toEqual([])
  }
})

test('rows are 44 px high, compact ones 32 px, and the choice is remembered', async ({
  page,
  account: _,
}) => {
  for (const payment of payments) await takePayment(page, payment)
  await page.goto('/transactions')
  await expect(idLinks(page)).toHaveCount(payments.length)
  // The line between two rows belongs to one row, above or below it.
  const haveHeight = (height: number) => async () => {
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    return rows.length === payments.length && rows.every((each) => Math.abs(each - height) <= 1)
  }
  await expect(page.getByText('Insufficient funds')).toBeVisible()
  expect(await haveHeight(44)()).toBe(true)

  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(haveHeight(32)).toBe(true)
  await page.reload()
  await expect(idLinks(page)).toHaveCount(payments.length)
  await expect(page.getByRole('button', { name: 'Compact rows', pressed: true })).toBeVisible()
  expect(await haveHeight(32)()).toBe(true)
})

test('the head of a long list stays visible', async ({ page, account: _ }) => {
  await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      takePayment(page, { ...GRACE, amount: `${index + 1}.00` }),
    ),
  )
  await page.goto('/transactions?limit=25')
  await expect(idLinks(page)).toHaveCount(25)
  await idLinks(page).last().scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 600)
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeInViewport({ ratio: 1 })
  await expect(idLinks(page).first()).not.toBeInViewport()
})

test('the pager fits on one line on a phone, with finger-sized buttons', async ({
  page,
  account: _,
}) => {
  await Promise.all(
    Array.from({ length: 61 }, (_, index) =>
      takePayment(page, { ...GRACE, amount: `${index + 1}.00` }),
    ),
  )
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/transactions?page=4')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await expect(pager.getByRole('button', { name: 'Page 4' })).toBeVisible()
  for (const name of ['Previous', 'Next']) {
    await expect(pager.getByRole('button', { name, exact: true })).toBeEnabled()
  }
  const boxes = await pager.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { top, height, right } = button.getBoundingClientRect()
      return { top: Math.round(top), height, right }
    }),
  )
  expect(boxes).toHaveLength(5)
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  for (const { height, right } of boxes) {
    expect(height).toBeGreaterThanOrEqual(44)
    expect(right).toBeLessThanOrEqual(320)
  }
  await expectNoSidewaysScroll(page)
})

test('a click anywhere in a row opens its payment, except on another control', async ({
  page,
  context,
  account: _,
}) => {
  for (const payment of payments) await takePayment(page, payment)
  await page.goto('/transactions')
  const row = rowWith(page, '$54.30')
  const reference = (await idLinks(row).textContent())?.slice(1) ?? ''
  const method = row.getByText('Credit Card', { exact: true })

  for (const gesture of [
    { modifiers: ['ControlOrMeta'] },
    { modifiers: ['Shift'] },
    { button: 'middle' },
  ] as const) {
    const newPage = context.waitForEvent('page')
    await method.click(gesture as Parameters<Locator['click']>[0])
    const tab = await newPage
    await expect(tab).toHaveURL(new RegExp(`/transactions/${reference}$`))
    await tab.close()
  }
  await expect(page).toHaveURL(/\/transactions$/)

  await row.getByRole('button', { name: /^Copy transaction ID/ }).click()
  await rowWith(page, '$75.00')
    .getByRole('button', { name: /^More actions/ })
    .click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await method.selectText()
  await method.dispatchEvent('click')
  await expect(page).toHaveURL(/\/transactions$/)
  await page.evaluate(() => getSelection()?.removeAllRanges())

  await row.getByRole('link', { name: 'Grace Hopper' }).click()
  await expect(page).toHaveURL(/\/customers\/cus_/)
  await page.getByRole('region', { name: 'Latest payments' }).getByText('Bank Transfer').click()
  await expect(page).toHaveURL(/\/transactions\/TXN-/)

  await page.goto('/dashboard')
  await rowWith(page, '$54.30').getByText('Success').click()
  await expect(page).toHaveURL(`/transactions/${reference}`)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/transactions')
  await page.getByRole('listitem').filter({ hasText: '$54.30' }).getByText('Success').click()
  await expect(page).toHaveURL(`/transactions/${reference}`)
})

test('a payment page has links to the next payment of its list, and back to the list', async ({
  page,
  account: _,
}) => {
  for (let index = 1; index <= 12; index += 1) {
    await takePayment(page, { ...GRACE, amount: `${index}.00` })
  }
  await takePayment(page, { ...GRACE, amount: '99.01' })
  const neighbours = page.getByRole('navigation', { name: 'Payments of the list' })
  const step = (name: string) => neighbours.getByLabel(name)
  const amountText = (amount: string) =>
    page.getByRole('main').getByText(amount, { exact: true }).first()

  await page.goto('/transactions?status=success&sort=amount')
  await expect(idLinks(page)).toHaveCount(10)
  await rowWith(page, '$10.00').getByText('Credit Card').click()
  await expect(neighbours).toContainText('10 of 12')
  await page.reload()
  await expect(neighbours).toContainText('10 of 12')
  await step('Next payment').click()
  await expect(amountText('$11.00')).toBeVisible()
  await expect(neighbours).toContainText('11 of 12')
  await page.keyboard.press('j')
  await expect(neighbours).toContainText('12 of 12')
  await expect(step('Next payment')).toBeDisabled()
  await expect(step('Next payment')).toHaveAccessibleDescription(
    'This is the last payment of the list.',
  )
  await page.keyboard.press('k')
  await expect(neighbours).toContainText('11 of 12')

  await page.getByRole('link', { name: 'All transactions' }).click()
  await expect(page).toHaveURL(/\/transactions\?/)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({ status: 'success', sort: 'amount', page: '2' })
  await expect(idLinks(page)).toHaveCount(2)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/transactions\?status=success&sort=amount$/)

  // A payment that was not opened from a list has no neighbours.
  await page.goto('/dashboard')
  await rowWith(page, '$99.01').getByText('Failed').click()
  await expect(page.getByRole('button', { name: 'Print payment record' })).toBeVisible()
  await expect(neighbours).toHaveCount(0)
})
