import { routeStripeHosts } from '#tests/support/stripe/stripe-hosts.ts'
import { watch } from './support/fixtures.ts'
import { fillPayment, submitPayment, toast } from './support/screens.ts'
import {
  AUTHENTICATION_CARD,
  bank,
  connectStripe,
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

test('missing card details are marked, and nothing is sent', async ({
  page,
  server,
  stripeAccount: _,
}) => {
  await openPayments(page)
  const requests = recordRequests(page, server.url)
  await fillAmount(page, '5.00')
  await submitPayment(page)
  await expect(toast(page, 'Please fill in all card details')).toBeVisible()
  await expect(page.getByText('Enter the card number.')).toBeVisible()
  await expect(stripeField(page, 'number')).toBeFocused()

  await typeCard(page, '4242 4242', { expiry: '12 / 20' })
  await submitPayment(page)
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible()
  await expect(page.getByText("Your card's expiration year is in the past.")).toBeVisible()
  expect(requests.filter((text) => text.includes('transactions.create'))).toEqual([])
})

test('text in Stripe’s fields survives another method, and Clear empties it', async ({
  page,
  stripeAccount: _,
}) => {
  await openPayments(page)
  await typeCard(page, VALID_CARD)
  await page.getByRole('radio', { name: 'PayPal' }).check({ force: true })
  await expect(stripeField(page, 'number')).toBeHidden()
  await page.getByRole('radio', { name: 'Credit Card' }).check({ force: true })
  await expect(stripeField(page, 'number')).toHaveValue('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(stripeField(page, 'number')).toHaveValue('')
})

test('an operator leaves the authentication dialog, and the customer confirms at the URL', async ({
  page,
  context,
  browser,
  stripe,
  stripeAccount,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPayments(page)
  await fillAmount(page, '40.00')
  await typeCard(page, AUTHENTICATION_CARD)
  await submitPayment(page)
  await expect(bank(page).getByRole('button', { name: 'Approve' })).toBeVisible()
  // The bank's window covers our dialog until it is closed.
  await page.evaluate(() => document.querySelector('iframe[title="3D Secure challenge"]')?.remove())
  const dialog = page.getByRole('dialog', { name: 'The bank asks the customer' })
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  const payUrl = await page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: 'Leave it open' }).click()
  await expect(toast(page, 'Payment Pending')).toBeVisible()
  await expect(result(page)).toContainText('Pending')
  await expect(page.getByLabel('Customer Name')).toHaveValue('')

  const otherContext = await browser.newContext()
  await routeStripeHosts(otherContext, stripe)
  const customer = await otherContext.newPage()
  const pageErrors = watch(customer)
  await customer.goto(payUrl)
  await bank(customer).getByRole('button', { name: 'Approve' }).click()
  await expect(customer.getByText('Thank you. The payment is made.')).toBeVisible()
  await otherContext.close()

  await expect(result(page)).toContainText('Success')
  expect(stripe.movedBy(stripeAccount)).toEqual({ captured: 4000, refunded: 0 })
  expect(pageErrors).toEqual([])
})

test('a blocked Stripe script shows an error in time, other methods work, and Retry loads it', async ({
  page,
  stripeAccount: _,
  expectedErrors,
}) => {
  expectedErrors.push(/js\.stripe\.com/)
  const script = 'https://js.stripe.com/**'
  await page.route(script, (route) => route.abort())
  await page.goto('/payments')
  const notice = page.getByRole('alert').filter({ hasText: 'Stripe cannot be reached' })
  await expect(notice).toBeVisible({ timeout: 60_000 })

  await fillPayment(page, { amount: '7.00', method: 'PayPal' })
  await submitPayment(page)
  await expect(toast(page, 'Payment Successful')).toBeVisible()

  await page.getByRole('radio', { name: 'Credit Card' }).check({ force: true })
  await page.unroute(script)
  await notice.getByRole('button', { name: 'Retry' }).click()
  await expect(stripeField(page, 'number')).toBeVisible()
})

test('a hanging Stripe script shows an error within ten seconds too', async ({
  page,
  stripeAccount: _,
  expectedErrors,
}) => {
  expectedErrors.push(/js\.stripe\.com/)
  await page.route('https://js.stripe.com/**', () => new Promise(() => {}))
  await page.goto('/payments', { waitUntil: 'commit' })
  await expect(page.getByRole('radio', { name: 'Credit Card' })).toBeAttached()
  // The page gives up after eight seconds; a busy machine needs more time.
  await expect(page.getByText('Stripe cannot be reached from this browser')).toBeVisible({
    timeout: 60_000,
  })
})

test('links reload the page after Stripe is connected, and an open page requests a reload', async ({
  page,
  account: _,
  stripe,
}) => {
  await page.goto('/payments')
  await expect(page.getByLabel('Card Number')).toBeVisible()
  await connectStripe(page, stripe.addAccount())
  await expect(page.getByText('Load this page again to take cards')).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByText('Total Revenue')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await expect(page).toHaveURL(/\/payments$/)
  await expect.poll(() => page.evaluate(() => 'isSameDocument' in window)).toBe(false)
})

test('Stripe gets the language of an Italian page', async ({
  page,
  context,
  server,
  stripeAccount: _,
  violations,
}) => {
  await context.addCookies([{ name: 'incasso-language', value: 'it', url: server.url }])
  await openPayments(page)
  await page.getByLabel('Importo').fill('12,00')
  await page.getByLabel('Nome del cliente').fill('Grace Hopper')
  await page.getByLabel('Email del cliente').fill('grace@example.com')
  await typeCard(page, AUTHENTICATION_CARD)
  await page.getByRole('button', { name: 'Incassa', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('La banca interpella il cliente')
  await bank(page).getByRole('button', { name: 'Approve' }).click()
  await expect(toast(page, 'Pagamento riuscito')).toBeVisible()
  expect(violations).toEqual([])
})
