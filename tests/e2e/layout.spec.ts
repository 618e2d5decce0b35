import type { Page } from '@playwright/test'
import { refundPart, takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { busyElements, expectNoSidewaysScroll, region, visit } from './support/screens.ts'
import { findCutTexts } from './support/widths.ts'

// Pending payments stay pending, so that both chips of the dashboard show.
test.use({ settlementMs: 3_600_000 })

test.beforeEach(async ({ context, server, account: _ }) => {
  // Italian texts are the longest.
  await context.addCookies([{ name: 'incasso-language', value: 'it', url: server.url }])
})

const CURRENCIES = ['USD', 'EUR', 'GBP'] as const
const LONG_CUSTOMER = {
  customerName: 'Maria Alessandra Federica Bonaventura von Hohenstein-Wittels',
  customerEmail: `maria.alessandra.federica@${'hohenstein-wittelsbach.'.repeat(4)}example.com`,
}
const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

/** Takes a successful, a pending and a failed payment in each currency, and refunds part of the first. */
async function takeInAllCurrencies(page: Page): Promise<void> {
  for (const currency of CURRENCIES) {
    const paid = await takePayment(page, { ...LONG_CUSTOMER, amount: '7051.60', currency })
    await refundPart(page, ((await paid.json()) as { id: string }).id, '1051.60')
    await takePayment(page, { ...GRACE, amount: '9.03', paymentMethod: 'bank', currency })
    await takePayment(page, { ...GRACE, amount: '9.01', currency })
  }
}

const CHART = 'Volume delle transazioni'
const CHART_TOP = 700
const FIGURES = 9

async function expectChartInView(page: Page, state: string): Promise<void> {
  await expect(region(page, CHART)).toBeVisible()
  await expect(busyElements(page)).toHaveCount(0)
  const top = (await region(page, CHART).boundingBox())?.y
  expect(top, state).toBeLessThanOrEqual(CHART_TOP)
}

/** Counts the amounts, numbers and rates above the charts. Changes, dates and times are not figures. */
const countFigures = (page: Page): Promise<number> =>
  page.evaluate((chart) => {
    const isAbove = (part: Element): boolean =>
      part.compareDocumentPosition(document.querySelector(`[aria-label="${chart}"]`) ?? part) ===
      Node.DOCUMENT_POSITION_FOLLOWING
    let figures = 0
    for (const label of ['Oggi', 'Dati principali']) {
      const part = document.querySelector(`main [aria-label="${label}"]`)
      if (!part || !isAbove(part)) throw new Error(`${label} is not above the charts`)
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { parentElement, textContent } = texts.currentNode
        const isFigure = parentElement?.closest('a') || /[€$£]/.test(textContent ?? '')
        const isLeftOut =
          parentElement?.closest('[data-direction]') ||
          (parentElement && getComputedStyle(parentElement).position === 'absolute')
        if (isFigure && !isLeftOut) figures += textContent?.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0
      }
    }
    return figures
  }, CHART)

test('the first chart of the dashboard starts within 700 px, below at most nine figures', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/dashboard')
  await expect(region(page, 'Per iniziare')).toBeVisible()
  // Without a payment both charts would be empty.
  await expect(region(page, CHART)).toHaveCount(0)
  const items = page.getByRole('navigation', { name: 'Navigazione principale' }).getByRole('link')
  await expect(items.last()).toBeInViewport({ ratio: 1 })

  await takePayment(page, { ...GRACE, amount: '12.34' })
  await page.reload()
  await expect(region(page, 'Per iniziare')).toContainText('1 di 5')
  await expectChartInView(page, 'first payment')

  await takeInAllCurrencies(page)
  await page.reload()
  await expect(region(page, 'Dati principali')).toContainText('Dopo i rimborsi')
  await expectChartInView(page, 'three currencies, refunds, first steps')
  expect(await countFigures(page)).toBe(FIGURES)

  await page.request.post('/trpc/merchant.goLive', { data: {} })
  await context.addCookies([{ name: 'incasso-book', value: 'live', url: server.url }])
  await page.reload()
  await expect(region(page, 'Incassa il primo pagamento reale')).toBeVisible()
  await expect(busyElements(page)).toHaveCount(0)
  await expect(region(page, CHART)).toHaveCount(0)
})

const WIDTHS = [320, 360, 390, 414, 768, 1024, 1280, 1440, 1920]

test('no screen cuts its texts or scrolls sideways at nine widths', async ({ page }) => {
  test.slow()
  await takeInAllCurrencies(page)
  const link = await page.request.post('/api/payment-links', {
    data: {
      title: 'Acconto per la festa di Maria Alessandra',
      amount: '99999.00',
      currency: 'EUR',
    },
  })
  const { id: linkId } = (await link.json()) as { id: string }
  const [payment] = (await (await page.request.get('/api/transactions')).json()) as {
    transactionId: string
    customerId: string
  }[]
  for (const path of [
    '/dashboard',
    '/payments',
    '/links',
    `/links/${linkId}`,
    '/transactions',
    `/transactions/${payment?.transactionId}`,
    '/refunds',
    '/disputes',
    '/money',
    '/money/entries',
    '/money/months',
    '/notices',
    '/customers',
    `/customers/${payment?.customerId}`,
    '/analytics',
    '/integration',
    '/integration?tab=keys',
    '/settings',
    '/settings?tab=team',
    '/settings?tab=payments',
    '/settings?tab=look',
    '/audit-log',
    '/profile',
    '/environment-status',
  ]) {
    await visit(page, path)
    await expect(busyElements(page)).toHaveCount(0)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      await expect
        .poll(() => findCutTexts(page), { message: `cut off on ${path} at ${width} px` })
        .toEqual([])
    }
  }
})
