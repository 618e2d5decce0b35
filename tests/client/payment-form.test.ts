import { takePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import {
  amountField,
  choose,
  fillPayment,
  submitPayment,
  TEST_CARD,
  toast,
} from './support/screens.ts'

async function chooseCurrencies(page: Page, currencies: readonly string[]): Promise<void> {
  const response = await page.request.post('/trpc/merchant.chooseCurrencies', {
    data: { currencies },
  })
  expect(response.ok()).toBe(true)
  // Leaves the form, because it reads the offered currencies only when it mounts.
  await page.goto('/customers')
}

const cardFields = ['Card Number', 'Expiry', 'CVC']

test.beforeEach(async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await page.goto('/payments')
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
})

test('missing fields and missing card details have different messages', async ({ page }) => {
  await submitPayment(page)
  await expect(toast(page, 'Please fill in all required fields')).toContainText('Validation Error')

  await fillPayment(page, { amount: '5.00', card: { number: '', expiry: '', cvc: '' } })
  await submitPayment(page)
  await expect(toast(page, 'Please fill in all card details')).toContainText('Validation Error')
  await expect(toast(page, 'Validation Error')).toHaveCount(1)
})

test('card fields appear for a card only', async ({ page }) => {
  for (const label of cardFields) await expect(page.getByLabel(label)).toBeVisible()

  await page.getByRole('radio', { name: 'PayPal' }).check()

  for (const label of cardFields) await expect(page.getByLabel(label)).toBeHidden()
})

test('Clear empties the form', async ({ page }) => {
  await fillPayment(page, { amount: '5.00', method: 'PayPal' })

  await page.getByRole('button', { name: 'Clear' }).click()

  await expect(amountField(page)).toHaveValue('')
  await expect(page.getByLabel('Customer Name')).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'Credit Card' })).toBeChecked()
})

test('an amount with three decimals or of zero is not sent', async ({ page }) => {
  const requests: string[] = []
  page.network.onSent(({ method, url }) => {
    if (method === 'POST') requests.push(url.href)
  })

  for (const amount of ['0', '1.234', '-3']) {
    await fillPayment(page, { amount, method: 'PayPal' })
    await submitPayment(page)
  }

  await expect(toast(page, 'Validation Error').last()).toBeVisible()
  expect(requests.filter((url) => !url.includes('/api/auth/'))).toEqual([])
})

test('card details never leave the browser', async ({ page }) => {
  const requests: string[] = []
  page.network.onSent(({ url, body = '', headers }) => {
    requests.push([url.href, body, JSON.stringify(headers)].join(' '))
  })

  await fillPayment(page, { amount: '12.34' })
  await submitPayment(page)
  await expect(toast(page, 'Payment Successful')).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '12.34' })).toBeVisible()

  const spaced = TEST_CARD.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  const payments = requests.filter((text) => text.includes('grace@example.com'))
  expect(payments.length).toBeGreaterThan(0)
  for (const text of requests) {
    expect(text).not.toContain(TEST_CARD.number)
    expect(text).not.toContain(spaced)
    expect(text).not.toContain(TEST_CARD.expiry)
    expect(text).not.toMatch(/cvc|expiry|cardNumber/i)
  }
  const storedData = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  expect(storedData).not.toContain(TEST_CARD.number)
})

test('the form shows the amount to charge next to the field', async ({ page }) => {
  await amountField(page).fill('1234.5')
  await expect(page.getByText('Charges $1,234.50', { exact: true })).toBeVisible()
  await choose(page, 'Currency', 'EUR')
  await expect(page.getByText('Charges €1,234.50', { exact: true })).toBeVisible()
  await amountField(page).fill('1.234')
  await expect(page.getByText(/^Charges/)).toBeHidden()
})

test('a customer with earlier payments is suggested by name and by e-mail address', async ({
  page,
}) => {
  const customerEmail = 'barbara@example.com'
  await takePayment(page, { amount: '5.00', customerName: 'Barbara Liskov', customerEmail })
  const name = page.getByRole('combobox', { name: 'Customer Name' })
  const email = page.getByRole('combobox', { name: 'Customer Email' })

  await name.fill('bar')
  await page.getByRole('option', { name: 'Barbara Liskov' }).click()
  await expect(name).toHaveValue('Barbara Liskov')
  await expect(email).toHaveValue(customerEmail)

  await page.getByRole('button', { name: 'Clear' }).click()
  await email.fill('barbara@')
  await expect(page.getByRole('option', { name: 'Barbara Liskov' })).toBeVisible()
  await email.press('ArrowDown')
  await email.press('Enter')
  await expect(name).toHaveValue('Barbara Liskov')
  await expect(email).toHaveValue(customerEmail)
})

test('a point groups thousands in yen, and a fraction is refused at the field', async ({
  page,
}) => {
  await chooseCurrencies(page, ['JPY', 'KWD'])
  await page.goto('/payments')
  await choose(page, 'Currency', 'JPY')
  await expect(page.getByText('A whole amount, without decimals.')).toBeVisible()
  await amountField(page).fill('1.200')
  await expect(page.getByText('Charges ¥1,200', { exact: true })).toBeVisible()
  await amountField(page).fill('1,200.00')
  await expect(page.getByText('Charges ¥1,200', { exact: true })).toBeVisible()
  await amountField(page).press('ArrowUp')
  await expect(page.getByText('Charges ¥1,201', { exact: true })).toBeVisible()

  await fillPayment(page, { amount: '1.20', method: 'PayPal' })
  await submitPayment(page)
  await expect(
    page.getByText('JPY has no decimals. Enter a whole amount, such as 1,200.'),
  ).toBeVisible()

  await fillPayment(page, { amount: '1.200', method: 'PayPal' })
  await submitPayment(page)
  await expect(toast(page, 'Payment Successful')).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '¥1,200' })).toBeVisible()
})

test('dinars are printed with three decimals, and an ambiguous amount needs a choice', async ({
  page,
}) => {
  await chooseCurrencies(page, ['KWD'])
  await page.goto('/payments')
  await choose(page, 'Currency', 'KWD')
  await amountField(page).fill('1.23')
  await expect(page.getByText(/^Charges KWD.1\.230$/)).toBeVisible()
  await amountField(page).fill('1.230')
  await page.getByRole('button', { name: /^KWD.1\.230$/ }).click()
  await expect(page.getByText(/^Charges KWD.1\.230$/)).toBeVisible()
  await amountField(page).fill('1234.567')
  await submitPayment(page)
  await expect(page.getByText(/third decimal of this currency can only be 0/)).toBeVisible()
})

test('the form offers the first currencies, and no other that the merchant has not chosen', async ({
  page,
}) => {
  const select = page.getByLabel('Currency')
  await expect(select.getByRole('option')).toHaveText(['USD', 'EUR', 'GBP'])
})

test('a tile names its processor, and the chosen one the next step', async ({ page }) => {
  const methods = page.getByRole('group', { name: 'Payment Method' })
  await expect(methods).toContainText('the sandbox decides')

  const response = await page.request.post('/trpc/processorAccounts.connectTransfer', {
    data: { iban: 'IT60X0542811101000000123456', holder: 'Panificio' },
  })
  expect(response.ok(), await response.text()).toBe(true)
  await page.goto('/customers')
  await page.goto('/payments')

  await expect(methods).toContainText('Your IBAN')
  await page.getByRole('radio', { name: 'Bank Transfer' }).check()
  await expect(methods).toContainText('mark the payment as paid')
  await expect(page.getByRole('columnheader', { name: 'Bank Transfer' })).toHaveCount(0)

  await fillPayment(page, { amount: '5.00', method: 'Bank Transfer' })
  await submitPayment(page)
  await expect(page.getByRole('region', { name: 'Last payment' })).toContainText(
    'The payment waits for the bank transfer.',
  )
})

test('a payment that its customer has to approve offers the page and its link', async ({
  page,
}) => {
  await fillPayment(page, { amount: '5.06', method: 'PayPal' })
  await submitPayment(page)

  const result = page.getByRole('region', { name: 'Last payment' })
  await expect(result).toContainText('The customer has yet to approve this payment.')
  const link = result.getByRole('link', { name: /^Open the payment page/ })
  await expect(link).toHaveAttribute('href', /^http.+\/sandbox\//)
  await expect(result.getByRole('button', { name: 'Copy the link' })).toBeVisible()
  await expect(result).toContainText('Pending')
})
