import { expect, test } from './support/fixtures.ts'
import { amountField, fillPayment, submitPayment, TEST_CARD, toast } from './support/screens.ts'

const cardFields = ['Card Number', 'Expiry', 'CVC']

test.beforeEach(async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await page.goto('/payments')
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
})

test('missing fields and missing card details are told apart', async ({ page }) => {
  await submitPayment(page)
  await expect(toast(page, 'Please fill in all required fields')).toContainText('Validation Error')

  await fillPayment(page, { amount: '5.00', card: { number: '', expiry: '', cvc: '' } })
  await submitPayment(page)
  await expect(toast(page, 'Please fill in all card details')).toContainText('Validation Error')
  await expect(toast(page, 'Validation Error')).toHaveCount(1)
})

test('card fields are there for a card only', async ({ page }) => {
  for (const label of cardFields) await expect(page.getByLabel(label)).toBeVisible()

  await page.getByRole('radio', { name: 'PayPal' }).check({ force: true })

  for (const label of cardFields) await expect(page.getByLabel(label)).toBeHidden()
})

test('Clear empties the form', async ({ page }) => {
  await fillPayment(page, { amount: '5.00', method: 'PayPal' })

  await page.getByRole('button', { name: 'Clear' }).click()

  await expect(amountField(page)).toHaveValue('')
  await expect(page.getByLabel('Customer Name')).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'Credit Card' })).toBeChecked()
})

test('an amount with three decimals or of nothing is not sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })

  for (const amount of ['0', '1.234', '-3']) {
    await fillPayment(page, { amount, method: 'PayPal' })
    await submitPayment(page)
  }

  await expect(toast(page, 'Validation Error')).toBeVisible()
  expect(sent.filter((url) => !url.includes('/api/auth/'))).toEqual([])
})

test('card details never leave the browser', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    sent.push(
      [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join(' '),
    )
  })

  await fillPayment(page, { amount: '12.34' })
  await submitPayment(page)
  await expect(toast(page, 'Payment Successful')).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '12.34' })).toBeVisible()

  const spaced = TEST_CARD.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  const payments = sent.filter((text) => text.includes('grace@example.com'))
  expect(payments.length).toBeGreaterThan(0)
  for (const text of sent) {
    expect(text).not.toContain(TEST_CARD.number)
    expect(text).not.toContain(spaced)
    expect(text).not.toContain(TEST_CARD.expiry)
    expect(text).not.toMatch(/cvc|expiry|cardNumber/i)
  }
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toContain(TEST_CARD.number)
})
