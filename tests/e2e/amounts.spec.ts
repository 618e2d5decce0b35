import type { Page } from '@playwright/test'
import { takePayment } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import {
  amountField,
  choose,
  fillPayment,
  rowWith,
  submitPayment,
  toast,
} from './support/screens.ts'

const CREATE_URL = '**/trpc/transactions.create*'

/** Each way to write an amount, and the amount that the field shows in euro. */
const readings = [
  ['24,90', '€24.90'],
  ['24.9', '€24.90'],
  ['€ 24,90', '€24.90'],
  ['1.234,56', '€1,234.56'],
  ['1,234.56', '€1,234.56'],
  ['1 234,50', '€1,234.50'],
  ['1’234.50', '€1,234.50'],
] as const

async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await amountField(page).fill('')
  await amountField(page).press('ControlOrMeta+V')
}

async function type(page: Page, text: string) {
  await amountField(page).fill('')
  await amountField(page).pressSequentially(text)
}

for (const locale of ['it-IT', 'en-US']) {
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale, permissions: ['clipboard-read', 'clipboard-write'] })

    test.beforeEach(async ({ page, account }) => {
      expect(account.email).toBeTruthy()
      await page.goto('/payments')
      await choose(page, 'Currency', 'EUR')
    })

    test('an amount means the same typed or pasted, with either separator', async ({ page }) => {
      for (const enter of [type, paste]) {
        for (const [text, formatted] of readings) {
          await enter(page, text)
          await expect(page.getByText(`Charges ${formatted}`, { exact: true })).toBeVisible()
          await expect(amountField(page)).toHaveValue(text)
        }
      }
    })

    test('24,90 is charged as 24.90', async ({ page }) => {
      await fillPayment(page, { method: 'PayPal' })
      await type(page, '24,90')
      const response = page.waitForResponse(CREATE_URL)
      await submitPayment(page)

      expect((await (await response).json()).result.data).toMatchObject({
        amount: '24.90',
        currency: 'EUR',
      })
      await expect(toast(page, 'Payment Successful')).toBeVisible()
    })

    test('an ambiguous amount needs a choice and is not sent', async ({ page }) => {
      const requests: string[] = []
      await page.route(CREATE_URL, async (route) => {
        requests.push(route.request().postData() ?? '')
        await route.continue()
      })
      await fillPayment(page, { method: 'PayPal' })
      await paste(page, '1.234')
      const question = page.getByRole('group', { name: /can be read in two ways/ })
      await expect(question.getByRole('button')).toHaveText(['€1,234.00', '€1.23'])
      await expect(page.getByText(/^Charges/)).toBeHidden()

      await submitPayment(page)
      await expect(toast(page, 'Please correct the marked fields')).toBeVisible()
      await expect(page.getByText('Choose which amount you mean.')).toBeVisible()
      await expect(amountField(page)).toBeFocused()
      expect(requests).toEqual([])

      await question.getByRole('button', { name: '€1,234.00' }).click()
      await expect(page.getByText('Charges €1,234.00', { exact: true })).toBeVisible()
      await expect(amountField(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(toast(page, 'Payment Successful')).toBeVisible()
      expect(requests.map((body) => JSON.parse(body).amount)).toEqual(['1234.00'])
    })
  })
}

test.describe('an amount', () => {
  test.beforeEach(async ({ page, account }) => {
    expect(account.email).toBeTruthy()
    await page.goto('/payments')
  })

  test('an unreadable amount is refused with a message', async ({ page }) => {
    await fillPayment(page, { method: 'PayPal' })
    for (const [text, words] of [
      ['٢٤٫٩٠', 'Write the amount with the digits 0 to 9.'],
      ['twelve', 'Enter an amount with at most two decimals, such as 12.34.'],
      ['-3', 'Enter an amount above 0.'],
      ['100000000', 'The largest amount is $99,999,999.99.'],
      ['€ 24,90', 'The amount is in EUR, but USD is selected. Use the same currency.'],
    ] as const) {
      await amountField(page).fill(text)
      await submitPayment(page)
      await expect(page.getByText(words)).toBeVisible()
      await expect(toast(page, 'Please correct the marked fields').last()).toBeVisible()
    }
  })

  test('an amount is a number for assistive technology and the arrow keys, and never below 0', async ({
    page,
  }) => {
    const field = amountField(page)
    await expect(field).toHaveAttribute('inputmode', 'decimal')
    await expect(field).toHaveAttribute('step', '0.01')
    await expect(field).toHaveAttribute('min', '0')
    await field.press('ArrowDown')
    await expect(field).toHaveValue('0.00')
    await field.press('ArrowUp')
    await expect(field).toHaveValue('0.01')
    await field.fill('24,90')
    await expect(field).toHaveAttribute('aria-valuenow', '24.9')
    await field.press('ArrowUp')
    await expect(field).toHaveValue('24.91')
  })

  test('an amount is read the same way in the filter, in the search and in the palette', async ({
    page,
  }) => {
    const email = 'grace@example.com'
    await takePayment(page, { amount: '35.50', customerName: 'Grace', customerEmail: email })
    await takePayment(page, { amount: '3550.00', customerName: 'Ada', customerEmail: email })
    await page.goto('/transactions')
    await expect(rowWith(page, '$3,550.00')).toBeVisible()

    await page.getByRole('button', { name: '+ Amount' }).click()
    await page.getByLabel('At most').fill('1.234')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Choose which amount you mean.')).toBeVisible()
    await page.getByLabel('At most').fill('40,00')
    await expect(page.getByText('Means 40.00')).toBeVisible()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(rowWith(page, '$3,550.00')).toBeHidden()
    await expect(rowWith(page, '$35.50')).toBeVisible()
    await expect(page).toHaveURL(/maxAmount=%2240\.00%22/)

    await page.goto('/transactions?minAmount=1.234,50')
    await expect(rowWith(page, '$35.50')).toBeHidden()
    await expect(rowWith(page, '$3,550.00')).toBeVisible()

    await page.goto('/transactions')
    await page.getByRole('searchbox', { name: 'Search transactions' }).fill('35,50')
    await expect(rowWith(page, '$3,550.00')).toBeHidden()
    await expect(rowWith(page, '$35.50')).toBeVisible()

    await page.keyboard.press('ControlOrMeta+K')
    await expect(page.getByRole('combobox', { name: /^Search payments/ })).toBeFocused()
    await page.keyboard.type('3.550,00')
    await expect(page.getByRole('option', { name: /3,550\.00/ })).toBeVisible()
  })
})

test('the currency sign stays above the field while an amount is typed', async ({
  page,
  account: _,
}) => {
  await page.goto('/payments')
  await amountField(page).focus()

  const isAbove = await amountField(page).evaluate((input) => {
    const sign = input.parentElement?.querySelector('[data-position="left"]')
    const zIndexOf = (node: Element) => Number(getComputedStyle(node).zIndex)
    return sign && zIndexOf(sign) > zIndexOf(input)
  })
  expect(isAbove).toBe(true)
})
