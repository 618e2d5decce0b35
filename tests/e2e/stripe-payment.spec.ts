import type { Page } from '@playwright/test'
import { fillPayment, submitPayment, toast } from './support/screens.ts'
import { bank, expect, stripeField, test, typeCard } from './support/stripe.ts'

const GOOD = '4242424242424242'
const DECLINED = '4000000000000002'
const ASKS = '4000002760003184'

const result = (page: Page) => page.getByRole('region', { name: 'Last payment' })

/** Everything that the page sends to our own server. */
function watchSent(page: Page, ownUrl: string): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(ownUrl)) return
    sent.push(
      [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join(' '),
    )
  })
  return sent
}

const open = async (page: Page) => {
  await page.goto('/payments')
  await expect(stripeField(page, 'number')).toBeVisible()
}

const fill = (page: Page, amount: string) => fillPayment(page, { amount, card: false })

test('a card pays with a token, and its number comes to no server of ours', async ({
  page,
  server,
  stripe,
  stripeAccount,
  violations,
}) => {
  const sent = watchSent(page, server.url)
  await open(page)
  await fill(page, '12.34')
  await typeCard(page, GOOD)
  await page.getByRole('button', { name: 'Process Payment' }).dblclick()

  await expect(toast(page, 'Payment Successful')).toBeVisible()
  await expect(result(page)).toContainText('$12.34')
  await expect(result(page)).toContainText('Success')
  await expect(stripeField(page, 'number')).toHaveValue('')
  expect(stripe.movedBy(stripeAccount)).toEqual({ captured: 1234, refunded: 0 })
  const payments = sent.filter((text) => text.includes('transactions.create'))
  expect(payments).toHaveLength(1)
  expect(payments[0]).toMatch(/"paymentToken":"pm_\w+"/)
  for (const text of sent) {
    expect(text).not.toMatch(/4242 ?4242 ?4242 ?4242|12 ?\/ ?40|"cvc"|cardNumber/)
  }
  expect(violations).toEqual([])
})

test('a declined card says so, keeps what was typed, and another pays', async ({
  page,
  stripe,
  stripeAccount,
  violations,
}) => {
  await open(page)
  await fill(page, '20.00')
  await typeCard(page, DECLINED)
  await submitPayment(page)

  await expect(toast(page, 'Payment Failed')).toBeVisible()
  await expect(result(page)).toContainText('Failed')
  await expect(page.getByLabel('Customer Name')).toHaveValue('Grace Hopper')
  await expect(page.getByRole('spinbutton', { name: 'Amount' })).toHaveValue('20.00')

  await typeCard(page, GOOD)
  await submitPayment(page)
  await expect(toast(page, 'Payment Successful')).toBeVisible()
  expect(stripe.movedBy(stripeAccount)).toEqual({ captured: 2000, refunded: 0 })
  expect(violations).toEqual([])
})

for (const [button, status, words] of [
  ['Approve', 'Success', 'Payment Successful'],
  ['Refuse', 'Failed', 'Payment Failed'],
] as const) {
  test(`the bank asks the customer at the page: ${button}`, async ({
    page,
    server,
    stripe,
    stripeAccount,
    violations,
  }) => {
    await open(page)
    await fill(page, '30.00')
    await typeCard(page, ASKS)
    await submitPayment(page)

    await bank(page).getByRole('button', { name: button }).click()

    await expect(toast(page, words)).toBeVisible()
    await expect(result(page)).toContainText(status)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const captured = button === 'Approve' ? 3000 : 0
    expect(stripe.movedBy(stripeAccount)).toEqual({ captured, refunded: 0 })
    expect(server.output()).not.toContain('_secret_')
    expect(violations).toEqual([])
  })
}
