import { submitPayment, toast } from './support/screens.ts'
import {
  AUTHENTICATION_CARD,
  bank,
  DECLINED_CARD,
  expect,
  fillAmount,
  openPayments,
  recordRequests,
  result,
  stripeField,
  test,
  typeCard,
  VALID_CARD,
} from './support/stripe.ts'

test('a card pays with a token, and its number reaches no server of the product', async ({
  page,
  server,
  stripe,
  stripeAccount,
  violations,
}) => {
  const requests = recordRequests(page, server.url)
  await openPayments(page)
  await fillAmount(page, '12.34')
  await typeCard(page, VALID_CARD)
  await page.getByRole('button', { name: 'Process Payment' }).dblclick()

  await expect(toast(page, 'Payment Successful')).toBeVisible()
  await expect(result(page)).toContainText('$12.34')
  await expect(result(page)).toContainText('Success')
  await expect(stripeField(page, 'number')).toHaveValue('')
  expect(stripe.movedBy(stripeAccount)).toEqual({ captured: 1234, refunded: 0 })
  const payments = requests.filter((text) => text.includes('transactions.create'))
  expect(payments).toHaveLength(1)
  expect(payments[0]).toMatch(/"paymentToken":"pm_\w+"/)
  for (const text of requests) {
    expect(text).not.toMatch(/4242 ?4242 ?4242 ?4242|12 ?\/ ?40|"cvc"|cardNumber/)
  }
  expect(violations).toEqual([])
})

test('a declined card shows an error, keeps the typed values, and another card pays', async ({
  page,
  stripe,
  stripeAccount,
  violations,
}) => {
  await openPayments(page)
  await fillAmount(page, '20.00')
  await typeCard(page, DECLINED_CARD)
  await submitPayment(page)

  await expect(toast(page, 'Payment Failed')).toBeVisible()
  await expect(result(page)).toContainText('Failed')
  await expect(page.getByLabel('Customer Name')).toHaveValue('Grace Hopper')
  await expect(page.getByRole('spinbutton', { name: 'Amount' })).toHaveValue('20.00')

  await typeCard(page, VALID_CARD)
  await submitPayment(page)
  await expect(toast(page, 'Payment Successful')).toBeVisible()
  expect(stripe.movedBy(stripeAccount)).toEqual({ captured: 2000, refunded: 0 })
  expect(violations).toEqual([])
})

for (const [button, status, words] of [
  ['Approve', 'Success', 'Payment Successful'],
  ['Refuse', 'Failed', 'Payment Failed'],
] as const) {
  test(`the bank authenticates the customer on the page: ${button}`, async ({
    page,
    server,
    stripe,
    stripeAccount,
    violations,
  }) => {
    await openPayments(page)
    await fillAmount(page, '30.00')
    await typeCard(page, AUTHENTICATION_CARD)
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
