import { newAccount } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import {
  amountField,
  choose,
  figure,
  fillPayment,
  rowWith,
  submitPayment,
  toast,
} from './support/screens.ts'

test('a merchant signs up, completes the five steps and takes the first payments', async ({
  page,
}) => {
  const account = newAccount()

  await test.step('sign up', async () => {
    await page.goto('/sign-up')
    await page.getByLabel('Nome e cognome').fill(account.name)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Registrati' }).click()
    await expect(page).toHaveURL(/\/onboarding$/)
  })

  await test.step('five steps of onboarding', async () => {
    const nextButton = page.getByRole('button', { name: 'Continua' })
    const backButton = page.getByRole('button', { name: 'Indietro' })

    await expect(page.getByText('Benvenuto, Ada!')).toBeVisible()
    await expect(backButton).toBeDisabled()
    await nextButton.click()

    await expect(nextButton).toBeDisabled()
    await page.getByLabel('Nome Attività').fill(account.businessName)
    await choose(page, /Tipo di Attività/, 'Negozio al dettaglio')
    await page.getByLabel('Telefono').fill('+39 06 1234567')
    await page.getByLabel('Indirizzo').fill('Via Roma 1, Roma')
    await nextButton.click()

    await page.getByLabel('Sito web').fill('www.example.it')
    await page.getByLabel('Descrizione').fill('Pane e dolci')
    await choose(page, /Volume mensile stimato/, '1.000 – 5.000 €')
    await backButton.click()
    await expect(page.getByLabel('Nome Attività')).toHaveValue(account.businessName)
    await nextButton.click()
    await expect(page.getByLabel('Sito web')).toHaveValue('www.example.it')
    await nextButton.click()

    await expect(page.getByText(account.businessName)).toBeVisible()
    await expect(page.getByText(account.email)).toBeVisible()
    await page.getByRole('button', { name: 'Completa Configurazione' }).click()
    await expect(
      page.getByText('Devi accettare i termini e condizioni e la privacy policy'),
    ).toBeVisible()
    await page.getByLabel('Accetto i termini e condizioni').check()
    await page.getByLabel('Accetto la privacy policy').check()
    await page.getByRole('button', { name: 'Completa Configurazione' }).click()

    await expect(toast(page, 'Onboarding Completato')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  await test.step('a card payment succeeds', async () => {
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await fillPayment(page, { amount: '12.34' })
    await submitPayment(page)
    await expect(toast(page, 'Payment Successful')).toBeVisible()
    await expect(amountField(page)).toHaveValue('')
  })

  await test.step('the history and the dashboard show the payment', async () => {
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await expect(rowWith(page, '12.34')).toContainText('Success')
    await expect(rowWith(page, '12.34')).toContainText('Grace Hopper')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(figure(page, 'Total Revenue')).toContainText('€12.34')
    await expect(rowWith(page, '12.34')).toContainText('Success')
  })

  await test.step('a declined card leaves the form unchanged', async () => {
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await fillPayment(page, { amount: '10.01' })
    await submitPayment(page)
    await expect(toast(page, 'Payment Failed')).toBeVisible()
    await expect(amountField(page)).toHaveValue(/10\.01/)
    await expect(page.getByLabel('Customer Name')).toHaveValue('Grace Hopper')
  })

  await test.step('the declined payment does not count as revenue', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(figure(page, 'Total Revenue')).toContainText('€12.34')
    await expect(figure(page, 'Success Rate')).toContainText('50.0%')
  })
})

test('a bank transfer is pending and then settles by itself', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await page.goto('/payments')
  await fillPayment(page, { amount: '20.00', method: 'Bank Transfer' })
  await submitPayment(page)
  await expect(toast(page, 'Payment Pending')).toBeVisible()

  await page.getByRole('link', { name: 'Transactions', exact: true }).click()

  await expect(rowWith(page, '20.00')).toContainText('Success', { timeout: 60_000 })
})
