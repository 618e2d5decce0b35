import type { Page, Request } from '@playwright/test'
import { newAccount, onboard, signUp, takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { figure, rowWith } from './support/screens.ts'

const STREAM = '/trpc/events.changes'

/** The streams that the tabs have requested and that have not ended. */
function watchStreams(...pages: Page[]): Set<Request> {
  const open = new Set<Request>()
  const isStream = (request: Request) => request.url().includes(STREAM)
  for (const page of pages) {
    page.on('request', (request) => {
      if (isStream(request)) open.add(request)
    })
    page.on('requestfinished', (request) => open.delete(request))
    page.on('requestfailed', (request) => open.delete(request))
    page.on('close', () => {
      for (const request of open) if (request.frame().page() === page) open.delete(request)
    })
  }
  return open
}

declare global {
  interface Window {
    followNow: () => void
  }
}

/**
 * Makes a tab follow the other tabs only once `followNow` is called there. Its messages state that delay in
 * `knownForMs`.
 */
const delayChannel = (page: Page) =>
  page.addInitScript(() => {
    const held: (() => void)[] = []
    let isHeld = true
    window.followNow = () => {
      isHeld = false
      for (const postNow of held.splice(0)) postNow()
    }
    const { prototype } = BroadcastChannel
    const post = prototype.postMessage
    prototype.postMessage = function (message) {
      const postNow = () => post.call(this, { ...message, knownForMs: performance.now() })
      if (isHeld) held.push(postNow)
      else post.call(this, message)
    }
    const listen = prototype.addEventListener
    prototype.addEventListener = function (
      this: BroadcastChannel,
      kind: string,
      listener: (event: never) => void,
    ) {
      listen.call(this, kind, (event) => {
        if (!isHeld) listener(event as never)
      })
    } as typeof listen
  })

const expectLive = (page: Page) =>
  expect(page.getByText('Updating live', { exact: true })).toBeVisible()

const payment = (amount: string, customerName: string) => ({
  amount,
  customerName,
  customerEmail: `${customerName.split(' ')[0]?.toLowerCase()}@example.com`,
})

test('a payment shows in every tab without a reload, over one stream', async ({
  page,
  context,
  account: _,
}) => {
  const second = await context.newPage()
  const streams = watchStreams(page, second)
  await page.goto('/transactions')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expectLive(page)
  await second.goto('/')
  await expect(figure(second, 'Transactions')).toContainText('0')
  await expectLive(second)

  await takePayment(page, payment('41.00', 'Grace Hopper'))
  await expect(rowWith(page, '$41.00')).toBeVisible()
  await expect(figure(second, 'Transactions')).toContainText('1')
  await expect(second.getByText('Grace Hopper')).toBeVisible()
  expect(streams.size).toBe(1)
})

test('a payment taken after a page read its figures and before it listens shows too', async ({
  page,
  account: _,
}) => {
  let open: () => void = () => undefined
  const held = new Promise<void>((resolve) => (open = resolve))
  await page.route(`**${STREAM}**`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(figure(page, 'Transactions')).toContainText('0')

  await takePayment(page, payment('41.00', 'Grace Hopper'))
  open()

  await expect(figure(page, 'Transactions')).toContainText('1')
  await expect(page.getByText('Grace Hopper')).toBeVisible()
})

test('a payment taken before a second tab follows the first shows there too', async ({
  page,
  context,
  account: _,
}) => {
  await page.goto('/dashboard')
  await expectLive(page)
  const second = await context.newPage()
  await delayChannel(second)
  await second.goto('/dashboard')
  await expect(figure(second, 'Transactions')).toContainText('0')

  await takePayment(page, payment('41.00', 'Grace Hopper'))
  await expect(figure(page, 'Transactions')).toContainText('1')
  await second.evaluate(() => window.followNow())

  await expect(figure(second, 'Transactions')).toContainText('1')
})

test('another tab takes over when the tab with the stream closes', async ({
  page,
  context,
  account: _,
}) => {
  const leader = await context.newPage()
  const streams = watchStreams(page, leader)
  await leader.goto('/')
  await expectLive(leader)
  await page.goto('/transactions')
  await expectLive(page)
  expect([...streams].map((request) => request.frame().page())).toEqual([leader])

  await leader.close()
  await expect.poll(() => streams.size).toBe(1)
  await expectLive(page)
  await takePayment(page, payment('42.00', 'Alan Turing'))
  await expect(rowWith(page, '$42.00')).toBeVisible()
})

test('a broken stream reconnects, and missed changes show', async ({
  page,
  server,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/)
  await page.goto('/transactions')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expectLive(page)
  await server.stop()
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await server.start()
  await takePayment(page, payment('43.00', 'Ada Lovelace'))
  await expect(rowWith(page, '$43.00')).toBeVisible({ timeout: 60_000 })
  await expectLive(page)
})

test('another merchant gets no event', async ({ page, browser, baseURL, account: _ }) => {
  const otherContext = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await otherContext.newPage()
  const account = newAccount()
  await signUp(other, account)
  await onboard(other, account)
  await other.goto('/transactions')
  await expect(other.getByText('No transactions found')).toBeVisible()
  await expectLive(other)
  const requestUrls: string[] = []
  other.on('request', (request) => requestUrls.push(request.url()))

  await page.goto('/transactions')
  await expectLive(page)
  await takePayment(page, payment('44.00', 'Edsger Dijkstra'))
  await expect(rowWith(page, '$44.00')).toBeVisible()

  // This payment is second: an event of the first one would have arrived before it.
  await takePayment(other, payment('45.00', 'Barbara Liskov'))
  await expect(rowWith(other, '$45.00')).toBeVisible()
  await expect(other.getByText('$44.00')).toHaveCount(0)
  expect(requestUrls.filter((url) => url.includes('transactions.rows')).length).toBeLessThanOrEqual(
    1,
  )
  await otherContext.close()
})

test('new rows wait behind a button when they would move the rows being read', async ({
  page,
  account: _,
}) => {
  await takePayment(page, payment('10.00', 'Ada Lovelace'))
  await takePayment(page, payment('30.00', 'Alan Turing'))
  await page.goto('/transactions?sort=amount')
  await expect(rowWith(page, '$10.00')).toBeVisible()
  await expectLive(page)

  await takePayment(page, payment('20.00', 'Grace Hopper'))
  await page.getByRole('button', { name: '1 new payment – show' }).click()

  await expect(rowWith(page, '$20.00')).toBeVisible()
  await expect(page).toHaveURL(/\/transactions$/)
  await expect(page.getByRole('button', { name: /new payment/ })).toHaveCount(0)
})

test('a list with a pending payment polls without a stream', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.route(`**${STREAM}*`, (route) => route.abort())
  await takePayment(page, payment('30.03', 'Alan Turing'))
  await page.goto('/transactions')
  await expect(rowWith(page, '$30.03')).toContainText('Success', { timeout: 60_000 })
})
