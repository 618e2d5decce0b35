import { vi } from 'vitest'
import { newAccount, onboard, signUp } from '#tests/e2e/support/account.ts'
import { delayCall, recordRequests, refuseCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { toast } from './support/screens.ts'

const nextButton = (page: Page) => page.getByRole('button', { name: 'Continua' })
const backButton = (page: Page) => page.getByRole('button', { name: 'Indietro' })
const completeButton = (page: Page) => page.getByRole('button', { name: 'Completa Configurazione' })
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

async function acceptTerms(page: Page) {
  await page.getByLabel('Accetto i termini e condizioni').check()
  await page.getByLabel('Accetto la privacy policy').check()
}

async function open(page: Page) {
  await signUp(page, newAccount())
  await page.goto('/onboarding')
  await expect(step(page, 'Benvenuto, Ada!')).toBeVisible()
}

async function fillBusiness(page: Page) {
  await page.getByLabel('Nome Attività').fill('Panificio Rossi')
  await page.getByLabel('Tipo di Attività').selectOption({ label: 'Negozio al dettaglio' })
  await page.getByLabel('Telefono').fill('+39 06 1234 5678')
  await page.getByLabel('Indirizzo').fill('Via Roma 1, 00184 Roma')
}

async function goToReview(page: Page) {
  await open(page)
  await nextButton(page).click()
  await fillBusiness(page)
  await nextButton(page).click()
  await nextButton(page).click()
  await expect(step(page, 'Verifica e Conferma')).toBeVisible()
}

test('the wizard has five steps with their order and their buttons', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configurazione Account')
  await expect(page.getByRole('group', { name: 'Passo 1 di 5' })).toBeVisible()
  await expect(page.getByText('Prova: nessun addebito reale')).toBeVisible()
  for (const name of [
    'Benvenuto',
    'Informazioni Business',
    'Dettagli Aggiuntivi',
    'Verifica e Conferma',
    'Completato',
  ]) {
    await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible()
  }
  await expect(page.getByRole('main').getByText('Incassa subito')).toBeVisible()
  await expect(page.getByRole('main').getByText('Tutto sotto controllo')).toBeVisible()
  await expect(page.getByRole('main').getByText('I tuoi dati al sicuro')).toBeVisible()
  await expect(backButton(page)).toBeDisabled()
  await expect(completeButton(page)).toHaveCount(0)

  await nextButton(page).click()
  await expect(step(page, 'Informazioni Business')).toBeFocused()
  await expect(backButton(page)).toBeEnabled()
  await backButton(page).click()
  await expect(step(page, 'Benvenuto, Ada!')).toBeVisible()
})

test('Continua stays disabled until name, type and phone are filled in', async ({ page }) => {
  await open(page)
  await nextButton(page).click()
  await expect(nextButton(page)).toBeDisabled()
  await page.getByLabel('Nome Attività').fill('Panificio Rossi')
  await page.getByLabel('Telefono').fill('+39 06 1234 5678')
  await expect(nextButton(page)).toBeDisabled()
  await page.getByLabel('Tipo di Attività').selectOption({ label: 'Servizi' })
  await expect(nextButton(page)).toBeEnabled()
  await page.getByLabel('Nome Attività').fill('   ')
  await expect(nextButton(page)).toBeDisabled()
})

test('the wizard offers all options', async ({ page }) => {
  await open(page)
  await nextButton(page).click()
  const valuesOf = async (label: string) => {
    const options = await page.getByLabel(label).getByRole('option').all()
    return Promise.all(options.map((option) => option.getAttribute('value')))
  }
  expect(await valuesOf('Tipo di Attività')).toEqual([
    '',
    'ecommerce',
    'retail',
    'services',
    'software',
    'nonprofit',
    'other',
  ])
  await fillBusiness(page)
  await nextButton(page).click()
  expect(await valuesOf('Volume mensile stimato')).toEqual([
    '',
    '0-1000',
    '1000-5000',
    '5000-10000',
    '10000-50000',
    '50000+',
  ])
})

test('phone and website get formatting help and are never refused', async ({ page }) => {
  await open(page)
  await nextButton(page).click()
  await fillBusiness(page)
  const phone = page.getByLabel('Telefono')
  await phone.fill('+390612345678')
  await page.getByLabel('Indirizzo').focus()
  await expect(phone).toHaveValue('+390612345678')
  await page.getByRole('button', { name: 'Usa +39 06 1234 5678' }).click()
  await expect(phone).toHaveValue('+39 06 1234 5678')
  await phone.fill('chiedere di Rita')
  await page.getByLabel('Indirizzo').focus()
  await nextButton(page).click()

  const website = page.getByLabel('Sito web')
  await website.fill('panificio.example')
  await page.getByLabel('Descrizione').focus()
  await page.getByRole('button', { name: 'Usa https://panificio.example' }).click()
  await expect(website).toHaveValue('https://panificio.example')
  await website.fill('solo in negozio')
  await nextButton(page).click()
  await expect(page.getByText('chiedere di Rita')).toBeVisible()
})

test('the first step offers the language, which all later steps and pages keep', async ({
  page,
}) => {
  await open(page)
  const choice = page.getByRole('radiogroup', { name: 'Lingua' })
  await expect(choice.getByRole('radio', { name: 'Italiano + English' })).toBeChecked()
  const requests = recordRequests(page.network, 'preferences.save')

  await choice.getByRole('radio', { name: 'English', exact: true }).check()

  await expect.poll(() => requests.length).toBe(1)
  await expect.poll(() => document.cookie).toContain('incasso-language=en')
  await nextButton(page).click()
  await expect(choice).toHaveCount(0)
})

test('an Italian browser’s language is saved at once, although a button of the last step leads on', async ({
  page,
}) => {
  const browserLanguage = vi.spyOn(navigator, 'language', 'get').mockReturnValue('it-IT')
  const requests = recordRequests(page.network, 'preferences.save')
  await goToReview(page)
  await acceptTerms(page)

  await completeButton(page).click()
  await page.getByRole('link', { name: 'Vai alla dashboard' }).click()

  await expect
    .poll(() => requests.map(({ body }) => body))
    .toEqual([expect.stringContaining('"it"')])
  await expect.poll(() => document.cookie).toContain('incasso-language=it')
  browserLanguage.mockRestore()
})

test('half-filled fields survive a reload', async ({ page }) => {
  await open(page)
  await nextButton(page).click()
  await fillBusiness(page)
  await nextButton(page).click()
  await page.getByLabel('Descrizione').fill('Pane e focacce')

  await page.reload()

  await expect(page.getByLabel('Descrizione')).toHaveValue('Pane e focacce')
  await backButton(page).click()
  await expect(page.getByLabel('Nome Attività')).toHaveValue('Panificio Rossi')
})

test('the review shows the entered values and requires both acceptances', async ({ page }) => {
  const requests = recordRequests(page.network, 'merchant.onboard')
  await goToReview(page)
  const review = page.getByRole('main')
  for (const text of [
    'Panificio Rossi',
    'Negozio al dettaglio',
    '+39 06 1234 5678',
    'Via Roma 1, 00184 Roma',
  ]) {
    await expect(review.getByText(text)).toBeVisible()
  }
  await expect(review.getByText(/ada-.*@example\.com/)).toBeVisible()

  const termsError = page.getByText('Devi accettare i termini e condizioni e la privacy policy')
  await completeButton(page).click()
  await expect(termsError).toBeVisible()
  await page.getByLabel('Accetto i termini e condizioni').check()
  await expect(termsError).toBeVisible()
  await completeButton(page).click()
  await expect(termsError).toBeVisible()
  expect(requests).toEqual([])
  await page.getByLabel('Accetto la privacy policy').check()
  await expect(termsError).toBeHidden()
})

test('submitting jumps to the last step, which stays three seconds and opens the dashboard', async ({
  page,
}) => {
  await goToReview(page)
  await page.getByLabel('Accetto i termini e condizioni').check()
  await page.getByLabel('Accetto la privacy policy').check()
  const release = await delayCall(page, 'merchant.onboard')

  await completeButton(page).click()
  await expect(page.getByRole('button', { name: 'Completamento...' })).toBeDisabled()
  await expect(backButton(page)).toBeDisabled()
  release()

  await expect(toast(page, 'Onboarding Completato')).toContainText(
    'Il tuo account merchant è stato configurato con successo.',
  )
  await expect(page.getByRole('link', { name: 'Elabora un pagamento' })).toHaveAttribute(
    'href',
    '/payments',
  )
  await expect(page.getByRole('link', { name: 'Configura le API' })).toHaveAttribute(
    'href',
    '/integration',
  )
  await expect(page.getByRole('link', { name: 'Vai alla dashboard' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('region', { name: 'Key figures' })).toBeVisible()
})

test('a failure returns to the review, shows an error and keeps the entered values', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*500/)
  await goToReview(page)
  await refuseCall(page, 'merchant.onboard', {
    code: 'internal',
    status: 500,
    detail: 'Something failed.',
    requestId: 'req_test',
  })
  await page.getByLabel('Accetto i termini e condizioni').check()
  await page.getByLabel('Accetto la privacy policy').check()
  await completeButton(page).click()

  await expect(toast(page, 'Errore')).toContainText(
    'Si è verificato un errore durante la configurazione.',
  )
  await expect(step(page, 'Verifica e Conferma')).toBeVisible()
  await expect(page.getByText('Panificio Rossi')).toBeVisible()
})

test('a refusal by the server is shown in the words of the form', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*400/)
  await open(page)
  await nextButton(page).click()
  await fillBusiness(page)
  await page.getByLabel('Nome Attività').fill('4242 4242 4242 4242')
  await nextButton(page).click()
  await nextButton(page).click()
  await page.getByLabel('Accetto i termini e condizioni').check()
  await page.getByLabel('Accetto la privacy policy').check()
  await completeButton(page).click()

  await expect(
    page.getByText('Il campo «Nome Attività» non può contenere un numero di carta.'),
  ).toBeVisible()
})

test('a person who has already finished is redirected', async ({ page }) => {
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
  await page.goto('/onboarding')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('another currency can be chosen, and survives a reload', async ({ page }) => {
  await goToReview(page)
  await backButton(page).click()
  await page.getByLabel('Valuta').selectOption({ label: 'Sterlina britannica (GBP)' })
  await page.reload()
  await expect(page.getByLabel('Valuta')).toHaveValue('GBP')
  await nextButton(page).click()
  await expect(page.getByRole('main').getByText('Sterlina britannica (GBP)')).toBeVisible()
  await acceptTerms(page)
  await completeButton(page).click()
  await expect(step(page, 'Configurazione completata')).toBeVisible()
  const merchant = await page.request.get('/api/merchants')
  expect(await merchant.json()).toMatchObject({ currency: 'GBP', timezone: 'Europe/Rome' })
})

test('a merchant set to pending finds its values in the wizard, and can leave it', async ({
  page,
  server,
}) => {
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
  await server.db
    .updateTable('merchants')
    .set({ verificationStatus: 'pending' })
    .where('email', '=', account.email)
    .execute()

  await page.goto('/')
  await expect(page).toHaveURL(/\/onboarding$/)
  await nextButton(page).click()
  await expect(page.getByLabel('Nome Attività')).toHaveValue(account.businessName)
  await expect(page.getByLabel('Tipo di Attività')).toHaveValue('retail')
  await expect(page.getByLabel('Telefono')).toHaveValue('+39 06 1234567')
  await page.getByLabel('Indirizzo').fill('Via Roma 1, Roma')
  await nextButton(page).click()
  await expect(page.getByLabel('Valuta')).toHaveValue('USD')
  await nextButton(page).click()
  await acceptTerms(page)
  await completeButton(page).click()

  await expect(toast(page, 'Onboarding Completato')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('region', { name: 'Key figures' })).toBeVisible()
  const merchant = await page.request.get('/api/merchants')
  expect(await merchant.json()).toMatchObject({
    businessAddress: 'Via Roma 1, Roma',
    verificationStatus: 'verified',
  })
})

test('an account that cannot be loaded shows an Italian message, marked as Italian', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*503/)
  await signUp(page, newAccount())
  await refuseCall(page, 'merchant.current', {
    code: 'unavailable',
    status: 503,
    detail: 'The database does not respond.',
    requestId: 'req_test',
  })
  await page.goto('/onboarding')

  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Non è stato possibile caricare il tuo account')
  await expect(alert).toContainText('503: Il server non è disponibile in questo momento.')
  await expect(alert.getByRole('button', { name: 'Riprova' })).toBeVisible()
  await expect(alert).not.toContainText(/database|Retry|Request ID|Copy/)
  await expect(alert).toHaveAttribute('lang', 'it')
})
