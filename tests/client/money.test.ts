import { takePayment } from '#tests/e2e/support/account.ts'
import { READ_AFTER_MS, readBalances } from '#tests/support/balances.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { refuseCall } from './support/calls.ts'
import { test as base, expect } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, rowWith, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

// Money is available at once, so that it can be paid out without waiting.
const test = base.extend<{ environment: Record<string, string> }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from the pattern
  environment: async ({}, use) => {
    await use({ SANDBOX_SETTLEMENT_MS: '1' })
  },
})

type PaymentIds = { id: string; transactionId: string; customerId: string }

/** Takes payments, and lets the job read them as it does some seconds later. */
async function takeReadPayments(page: Page, server: TestApp, amounts: readonly string[]) {
  const paid: PaymentIds[] = []
  for (const amount of amounts) {
    const response = await takePayment(page, { ...GRACE, amount })
    paid.push((await response.json()) as PaymentIds)
  }
  server.clock.advance(READ_AFTER_MS)
  await readBalances(server)
  return paid
}

const dialog = (page: Page) => page.getByRole('dialog')

test('without a balance the page offers a test payment', async ({ page, account: _ }) => {
  await page.goto('/money')
  await expect(page.getByText('No balance yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Process a payment' })).toBeVisible()
  await expect(page.getByText('No payouts yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay out now' })).toHaveCount(0)
})

test('a permission that an account lacks is named, also before its first entry', async ({
  page,
  server,
  account: _,
}) => {
  const { id: merchantId } = await server.db
    .selectFrom('merchants')
    .select('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('balanceAccounts')
    .values({
      merchantId,
      id: 'bal_1',
      processor: 'paypal',
      accountKey: 'PAYER1',
      accountId: 'pac_1',
      missingPermission: 'Transaction Search',
      dueAt: null,
      createdAt: new Date(server.clock.now()).toISOString(),
    })
    .execute()

  await page.goto('/money')

  await expect(page.getByRole('alert')).toContainText(
    'PayPal does not show the balance to Incasso: the permission “Transaction Search” is missing.',
  )
})

test('ten payments of 100.00 leave 983.50, whose entries add up to it', async ({
  page,
  server,
  account: _,
}) => {
  await takeReadPayments(page, server, Array<string>(10).fill('100.00'))
  await page.goto('/money')
  const balances = region(page, 'Balances')
  await expect(balances).toContainText(/Available\s*\$983\.50/)
  await expect(balances).toContainText('Next payout on')

  await balances.getByRole('link', { name: '$983.50' }).click()

  await expect(page).toHaveURL(/\/money\/entries\?.*part=available/)
  await expect(page.getByText('Available, in no payout')).toBeVisible()
  const entries = region(page, 'Balance entries')
  await expect(entries).toContainText('10 entries')
  await expect(entries).toContainText('Fees $16.50')
  await expect(entries).toContainText('Net $983.50')
  await expect(entries.getByRole('row').nth(1)).toContainText('$100.00-$1.65$98.35')
})

test('the net of the dashboard opens its parts, and each part opens its rows', async ({
  page,
  server,
  account: _,
}) => {
  await takeReadPayments(page, server, ['100.00', '50.00'])
  await takePayment(page, { ...GRACE, amount: '20.00' })
  await page.goto('/dashboard')
  const figures = region(page, 'Key figures')
  await expect(figures).toContainText(/Net\s*\$167\.40 · Before the fee of 1 payment/)

  await figures.getByRole('button', { name: /^Net \$167\.40/ }).click()

  const parts = dialog(page)
  await expect(parts).toContainText(
    /Taken\s*\$170\.00\s*Refunded\s*\$0\.00\s*Disputed\s*\$0\.00\s*Fees\s*-\$2\.60\s*Net\s*\$167\.40/,
  )
  await parts.getByRole('link', { name: '-$2.60' }).click()
  await expect(page).toHaveURL(/\/money\/entries\?currency=USD/)
  await expect(region(page, 'Balance entries')).toContainText('Fees $2.60')
})

test('a payout is confirmed once, and its lines add up to it', async ({
  page,
  server,
  account: _,
}) => {
  const [paid] = await takeReadPayments(page, server, ['100.00', '50.00'])
  await page.goto('/money')
  await page.getByRole('button', { name: 'Pay out now' }).click()
  await expect(dialog(page)).toContainText('Pay out $147.40?')

  await dialog(page).getByRole('button', { name: 'Pay out' }).click()

  await expect(toast(page, 'Payout requested')).toContainText('$147.40 is on its way.')
  const balances = region(page, 'Balances')
  await expect(balances).toContainText(/Available\s*\$0\.00/)
  await expect(balances).toContainText(/In transit to the bank\s*\$147\.40/)
  await expect(balances).toContainText(/\$147\.40 arriving on/)
  await expect(page.getByRole('button', { name: 'Pay out now' })).toHaveCount(0)
  await expect(region(page, 'Payouts')).toContainText('$147.40 in transit')
  const calendar = region(page, 'Arrivals')
  const day = calendar.getByRole('link', { name: '$147.40, In transit' })
  // It arrives tomorrow, which may be in another month.
  const [, month] = /arriving on ([A-Z][a-z]{2})/.exec(await balances.innerText()) ?? []
  if (!(await calendar.innerText()).includes(String(month))) {
    await calendar.getByRole('button', { name: 'Month after' }).click()
  }
  await expect(day).toHaveCount(1)

  await balances.getByRole('link', { name: '$147.40', exact: true }).click()
  await expect(page).toHaveURL(/part=inTransit/)
  await expect(page.getByText('Requested or sent, not arrived')).toBeVisible()
  await rowWith(page, '$147.40').getByRole('link').click()

  const contents = region(page, 'What it contains')
  await expect(contents).toContainText(/Payment\s*2\s*\$150\.00\s*-\$2\.60\s*\$147\.40/)
  await expect(contents).toContainText(/Total\s*\$150\.00\s*-\$2\.60\s*\$147\.40/)
  await expect(region(page, 'Details')).toContainText('By hand')

  await page.goto(`/transactions/${paid?.transactionId}`)
  const fees = region(page, 'Fees and payout')
  await expect(fees).toContainText(/Payment\s*Open payout\s*\$100\.00\s*-\$1\.65\s*\$98\.35/)
})

test('a refused payout leaves the dialog open with the reason', async ({
  page,
  server,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await takeReadPayments(page, server, ['100.00'])
  await page.goto('/money')
  await page.getByRole('button', { name: 'Pay out now' }).click()
  await refuseCall(page, 'payouts.create', {
    code: 'conflict',
    status: 409,
    detail: 'Another payout is being made.',
    requestId: 'req-1',
  })
  await dialog(page).getByRole('button', { name: 'Pay out' }).click()
  await expect(dialog(page)).toContainText('Not paid out')
  await expect(dialog(page)).toContainText('Another payout is being made.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(region(page, 'Balances')).toContainText(/Available\s*\$98\.35/)
})

test('a payment shows no fees before its entry is read', async ({ page, server, account: _ }) => {
  const [read] = await takeReadPayments(page, server, ['100.00'])
  const unread = (await (
    await takePayment(page, { ...GRACE, amount: '30.00' })
  ).json()) as PaymentIds
  await page.goto(`/transactions/${read?.transactionId}`)
  await expect(region(page, 'Fees and payout')).toContainText('Not paid out yet')
  await page.goto(`/transactions/${unread.transactionId}`)
  await expect(region(page, 'Amounts')).toBeVisible()
  await expect(region(page, 'Fees and payout')).toHaveCount(0)
})

test('entries are filtered by type, and the view is saved for this list alone', async ({
  page,
  server,
  account: _,
}) => {
  await takeReadPayments(page, server, ['100.00'])
  await page.goto('/money/entries?type=refund')
  await expect(page.getByText('No balance entries match these filters.')).toBeVisible()
  await page.goto('/money/entries?type=charge')
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('button', { name: 'Save view' }).click()
  await dialog(page).getByLabel('Name').fill('Takings')
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(toast(page, 'View saved')).toBeVisible()
  await expect(views.getByRole('link', { name: 'Takings' })).toBeVisible()
  await page.goto('/money')
  await expect(views.getByRole('link', { name: 'Takings' })).toHaveCount(0)
})

test('an unknown payout is named as such', async ({ page, account: _ }) => {
  await page.goto('/money/payouts/pyo_missing')
  await expect(page.getByText('No such payout')).toBeVisible()
})

test('costs by method and the fees of a customer open their rows', async ({
  page,
  server,
  account: _,
}) => {
  await page.goto('/analytics?range=7d')
  const costs = region(page, 'Cost by method')
  await expect(costs).toContainText('No payment of these days has a fee yet.')
  const [paid] = await takeReadPayments(page, server, ['100.00', '50.00'])

  await page.goto('/analytics?range=7d')
  await expect(costs).toContainText(/Credit Card\s*2\s*\$150\.00\s*\$2\.60\s*1\.7%/)
  await costs.getByRole('link', { name: '$150.00' }).click()
  await expect(page).toHaveURL(/\/transactions\?.*paymentMethod=card/)
  await expect(rowWith(page, '$100.00')).toHaveCount(1)

  await page.goto(`/customers/${paid?.customerId}`)
  const fees = region(page, 'Fees and net')
  await expect(fees).toContainText(/Booked in USD\s*\$150\.00/)
  await expect(fees).toContainText(/Fees in USD\s*\$2\.60/)
  await fees.getByRole('link', { name: '$147.40' }).click()
  await expect(page).toHaveURL(/\/money\/entries\?.*customerId=cus_/)
  await expect(rowWith(page, '$49.05')).toHaveCount(1)
})
