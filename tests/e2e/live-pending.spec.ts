import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { rowWith } from './support/screens.ts'

test.use({ hasShellDelay: true })

// Pending payments stay pending until the test settles them.
test.use({ settlementMs: 3_600_000 })

const STREAM = '**/trpc/events.changes**'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

test('a list with a pending payment does not poll while the stream is open, and its rows stay', async ({
  page,
  account: _,
}) => {
  await takePayment(page, { ...GRACE, amount: '10.00' })
  const created = await takePayment(page, { ...GRACE, amount: '30.00', paymentMethod: 'bank' })
  const { id } = (await created.json()) as { id: string }
  await page.clock.install()
  // The stream opens after the list has loaded, so the list loads once more, and never again.
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route(STREAM, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/transactions?sort=amount')
  await expect(rowWith(page, '$30.00')).toContainText('Pending')
  let isOpen = false
  page.on('response', (response) => {
    if (response.url().includes('events.changes')) isOpen = true
  })
  const reloadResponse = page.waitForResponse(
    (response) => isOpen && response.url().includes('transactions.rows'),
  )
  open()
  await (await reloadResponse).finished()
  await expect(page.getByText('Updating live', { exact: true })).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('transactions.rows')) requests.push(request.url())
  })

  await takePayment(page, { ...GRACE, amount: '20.00' })
  const notice = page.getByRole('button', { name: '1 new payment – show' })
  await expect(notice).toBeVisible()
  await page.clock.fastForward(10_000)
  await page.request.put(`/api/transactions/${id}`, { data: { status: 'success' } })

  // The payment settles in its row, while the new payment waits behind the notice.
  await expect(rowWith(page, '$30.00')).toContainText('Success')
  await expect(notice).toBeVisible()
  await expect(rowWith(page, '$20.00')).toHaveCount(0)
  expect(requests).toEqual([])
})
