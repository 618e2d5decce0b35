import { newAccount, onboard, signUp, takePayment } from './support/account.ts'
import { expect, test, watch } from './support/fixtures.ts'
import { figure, rowWith, signInOnScreen } from './support/screens.ts'

test('signing out closes the pages, and signing in returns to the requested page', async ({
  page,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*401.*sign-in\/email/)
  // The menu preloads the profile when the pointer crosses its item before it reaches "Sign out".
  expectedErrors.push(/Failed to load resource.*401.*identity\.methods/)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(
    page
      .getByRole('link', { name: 'Accedi' })
      .or(page.getByRole('button', { name: 'Accedi' }))
      .first(),
  ).toBeVisible()

  await page.goto('/transactions?status=failed')
  await expect(page).toHaveURL(/\/sign-in/)

  await signInOnScreen(page, { email: account.email, password: 'not the password' })
  await expect(page.getByText('Email o password non corrette.')).toBeVisible()

  await signInOnScreen(page, account)
  await expect(page).toHaveURL(/\/transactions\?status=failed$/)
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible()
})

test('the return URL never leads to another site', async ({ page, account }) => {
  await page.context().clearCookies()
  for (const foreignUrl of ['https://example.org/', '//example.org/', '/\\example.org']) {
    await page.goto(`/sign-in?redirect=${encodeURIComponent(foreignUrl)}`)
    await signInOnScreen(page, account)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    // Ends the remaining requests of the dashboard: without a session they would be refused.
    await page.goto('about:blank')
    await page.context().clearCookies()
  }
})

test('a person without a merchant account is led to onboarding', async ({ page }) => {
  await signUp(page, newAccount())

  await page.goto('/transactions')

  await expect(page).toHaveURL(/\/onboarding$/)
})

test('two merchants do not see each other’s payments', async ({
  page,
  account,
  browser,
  server,
}) => {
  expect(account.email).toBeTruthy()
  await takePayment(page, {
    amount: '77.00',
    customerName: 'Alan',
    customerEmail: 'alan@example.com',
  })
  const context = await browser.newContext({ baseURL: server.url })
  const otherPage = await context.newPage()
  const pageErrors = watch(otherPage)
  const other = newAccount()
  await signUp(otherPage, other)
  await onboard(otherPage, other)

  await page.goto('/transactions')
  await otherPage.goto('/transactions')

  await expect(rowWith(page, '77.00')).toBeVisible()
  await expect(otherPage.getByText('No transactions found.')).toBeVisible()
  await expect(rowWith(otherPage, '77.00')).toHaveCount(0)
  await otherPage.goto('/dashboard')
  await expect(figure(otherPage, 'Total Revenue')).toContainText('$0.00')

  const payments = (await (await page.request.get('/api/transactions')).json()) as { id: string }[]
  const foreignPayment = await otherPage.request.get(`/api/transactions/${payments[0]?.id}`)
  expect(foreignPayment.status()).toBe(404)
  expect(pageErrors).toEqual([])
  await context.close()
})
