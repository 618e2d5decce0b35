import type { Locator, Page } from '@playwright/test'
import { newAccount } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { stopClock, waitForTasks } from './support/clock.ts'
import { expect, test } from './support/fixtures.ts'
import { signInOnScreen } from './support/screens.ts'
import { codeNow, enableSecondStep, nextCode } from './support/second-step.ts'

test.use({ hasShellDelay: true })

const REFUSED_ERROR = /Failed to load resource.*api\/auth/

const codeField = (page: Page): Locator => page.getByLabel('Codice', { exact: true })
const verify = (page: Page) => page.getByRole('button', { name: 'Verifica' }).click()

const hints = [
  {
    path: '/sign-in',
    title: 'Accedi a Incasso',
    subtitle: 'Il tuo gateway per i pagamenti digitali',
    tone: 'yellow',
    text: "Se l'autenticazione Google non funziona, prova con email e password o contatta il supporto.",
  },
  {
    path: '/sign-up',
    title: 'Registrati su Incasso',
    subtitle: 'Crea il tuo account merchant',
    tone: 'blue',
    text: "Per una registrazione rapida, usa email e password. L'autenticazione Google sarà disponibile presto.",
  },
]

for (const { path, title, subtitle, tone, text } of hints) {
  test(`${path} shows its ${tone} hint after exactly five seconds`, async ({ page }) => {
    await stopClock(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByText(subtitle)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continua con Google' })).toHaveCount(0)

    await waitForTasks(page)
    await page.clock.runFor(4999)
    await expect(page.getByText(text)).toHaveCount(0)
    await page.clock.runFor(1)

    await expect(page.getByText(text)).toBeVisible()
    const [colour, expectedColour] = await page
      .getByRole('alert')
      .filter({ hasText: text })
      .evaluate((alert, name) => {
        const style = getComputedStyle(alert)
        return ['--alert-bg', name].map((variable) => style.getPropertyValue(variable))
      }, `--mantine-color-${tone}-light`)
    expect(colour).toBeTruthy()
    expect(colour).toBe(expectedColour)
  })
}

test('the links between the pages keep the requested page', async ({ page }) => {
  await page.goto('/sign-in?redirect=%2Fcustomers')
  await page.getByRole('link', { name: 'Registrati' }).click()
  await expect(page).toHaveURL(/\/sign-up\?redirect=%2Fcustomers$/)
  await page.getByRole('link', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fcustomers$/)
  await page.getByRole('link', { name: 'Password dimenticata?' }).click()
  await expect(page).toHaveURL(/\/forgot-password\?redirect=%2Fcustomers$/)
  await page.getByRole('link', { name: 'Torna all’accesso' }).click()
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fcustomers$/)
})

test('signing in works with the keyboard alone, and password managers know the fields', async ({
  page,
  account,
}) => {
  await page.context().clearCookies()
  await page.goto('/sign-in?redirect=%2Fcustomers')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')

  await email.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Scrivi il tuo indirizzo email.')).toBeVisible()
  await expect(email).toBeFocused()
  await page.keyboard.type(account.email)
  await page.keyboard.press('Tab')
  await expect(password).toBeFocused()
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/customers$/)
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
})

test('an easily guessed password is refused with a reason', async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED_ERROR)
  const { name, email } = newAccount()
  await page.goto('/sign-up')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await page.getByLabel('Nome e cognome').fill(name)
  await page.getByLabel('Email').fill(email)

  await password.fill('short')
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByText('La password deve avere almeno 8 caratteri.')).toBeVisible()
  await password.fill('password1')
  await page.getByRole('button', { name: 'Registrati' }).click()
  await expect(page.getByText('Questa password è facile da indovinare.')).toBeVisible()
  await password.fill('una frase che nessuno indovina')
  await page.getByRole('button', { name: 'Registrati' }).click()

  await expect(page).toHaveURL(/\/onboarding$/)
})

const refuseSignIn = (page: Page, headers: Record<string, string>) =>
  page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({ status: 429, headers, json: { code: 'TOO_MANY_ATTEMPTS', message: '' } }),
  )

const waits = [
  { wait: '1', text: 'Troppi tentativi. Riprova tra un secondo.', isLocked: false },
  { wait: '8', text: 'Troppi tentativi. Riprova tra 8 secondi.', isLocked: false },
  { wait: '1790', text: 'Troppi tentativi. Riprova tra 30 minuti.', isLocked: true },
]

for (const { wait, text, isLocked } of waits) {
  test(`the page shows a wait of ${wait} seconds in words`, async ({ page, expectedErrors }) => {
    expectedErrors.push(REFUSED_ERROR)
    await refuseSignIn(page, { 'Retry-After': wait })
    await page.goto('/sign-in?redirect=%2Fcustomers')

    await signInOnScreen(page, newAccount())

    const alert = page.getByRole('alert').filter({ hasText: text })
    await expect(alert).toBeVisible()
    const resetLink = alert.getByRole('link', { name: 'Scegli una nuova password' })
    if (isLocked) {
      await resetLink.click()
      await expect(page).toHaveURL(/\/forgot-password\?redirect=%2Fcustomers$/)
    } else await expect(resetLink).toHaveCount(0)
  })
}

test('the page shows an error without a server', async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED_ERROR)
  await page.goto('/sign-in')
  await page.route('**/api/auth/sign-in/email', (route) => route.abort())

  await signInOnScreen(page, newAccount())

  await expect(page.getByText('Il server non risponde.')).toBeVisible()
})

test('the link that confirms an e-mail address shows when it has expired', async ({ page }) => {
  await page.goto('/onboarding?error=TOKEN_EXPIRED')

  await expect(page.getByText('Il link è scaduto. Accedi per riceverne uno nuovo.')).toBeVisible()
})

test.describe('when mail confirms e-mail addresses', () => {
  const unconfirmedResponse = { status: 403, json: { code: 'EMAIL_NOT_VERIFIED', message: '' } }

  test('signing up requires opening the mail, which can be sent again', async ({ page }) => {
    const { name, email, password } = newAccount()
    await page.route('**/api/auth/sign-up/email', (route) =>
      route.fulfill({ json: { token: null, user: {} } }),
    )
    const resent: unknown[] = []
    await page.route('**/api/auth/send-verification-email', (route) => {
      resent.push(route.request().postDataJSON())
      return route.fulfill({ json: { status: true } })
    })
    await page.goto('/sign-up')
    await page.getByLabel('Nome e cognome').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Registrati' }).click()

    await expect(page.getByRole('heading', { name: 'Controlla la tua email' })).toBeFocused()
    await expect(page.getByText(`Abbiamo inviato un link a ${email}.`)).toBeVisible()
    await expectAccessible(page, 'check the mail')
    await page.getByRole('button', { name: 'Invia di nuovo' }).click()

    await expect(page.getByText('Inviato di nuovo.')).toBeVisible()
    expect(resent).toEqual([{ email, callbackURL: '/onboarding' }])
  })

  test('signing in before the mail is opened requires it too', async ({ page, expectedErrors }) => {
    expectedErrors.push(REFUSED_ERROR)
    await page.route('**/api/auth/sign-in/email', (route) => route.fulfill(unconfirmedResponse))
    await page.goto('/sign-in')

    await signInOnScreen(page, newAccount())

    await expect(page.getByRole('heading', { name: 'Controlla la tua email' })).toBeVisible()
    await page.getByRole('button', { name: 'Torna all’accesso' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
  })
})

test.describe('with two-factor authentication', () => {
  const leavePage = async (page: Page) => {
    // Ends the remaining requests of the page, which would be refused.
    await page.goto('about:blank')
    const response = await page.request.post('/api/auth/sign-out', { data: {} })
    expect(response.status()).toBe(200)
  }

  test('a code from the app completes the sign-in; a wrong one does not', async ({
    page,
    account,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED_ERROR)
    const { uri } = await enableSecondStep(page, account)
    await leavePage(page)
    await page.goto('/sign-in?redirect=%2Fcustomers')
    await signInOnScreen(page, account)

    await expect(page.getByRole('heading', { name: 'Verifica in due passaggi' })).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
    await expectAccessible(page, 'the second step')
    await codeField(page).fill('12')
    await verify(page)
    await expect(page.getByText('Scrivi le 6 cifre del codice.')).toBeVisible()
    await codeField(page).fill(wrongCode(uri))
    await verify(page)
    await expect(page.getByText('Il codice non è corretto.')).toBeVisible()

    const code = nextCode(uri)
    await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(/\/customers$/)
    await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
  })

  test('a recovery code works once, and a trusted device needs no second code', async ({
    page,
    account,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED_ERROR)
    const { recoveryCodes } = await enableSecondStep(page, account)
    const [used = '', other = ''] = recoveryCodes
    const useRecoveryCode = async (code: string) => {
      await page.getByRole('button', { name: 'Usa un codice di recupero' }).click()
      await expect(page.getByLabel('Codice di recupero')).toBeFocused()
      await page.getByLabel('Codice di recupero').fill(code)
    }
    await leavePage(page)
    await page.goto('/sign-in')
    await signInOnScreen(page, account)
    await useRecoveryCode(used)
    await verify(page)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

    await leavePage(page)
    await page.goto('/sign-in')
    await signInOnScreen(page, account)
    await useRecoveryCode(used)
    await verify(page)
    await expect(page.getByText('non è corretto o è già stato usato.')).toBeVisible()
    await page.getByLabel('Codice di recupero').fill(other)
    await page.getByLabel(/per 30 giorni/).check()
    await verify(page)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

    await leavePage(page)
    await page.goto('/sign-in')
    await signInOnScreen(page, account)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  test('five wrong codes lead back to the password', async ({ page, account, expectedErrors }) => {
    expectedErrors.push(REFUSED_ERROR)
    const { uri } = await enableSecondStep(page, account)
    await leavePage(page)
    await page.goto('/sign-in')
    await signInOnScreen(page, account)

    const password = page.getByLabel('Password', { exact: true })
    await expect(codeField(page)).toBeVisible()
    for (let tries = 0; tries < 6 && (await password.count()) === 0; tries += 1) {
      const verifyResponse = page.waitForResponse(/verify-totp/)
      await codeField(page).fill(wrongCode(uri))
      await verify(page)
      await verifyResponse
      await expect(page.getByText(/Il codice non è corretto|Troppi codici sbagliati/)).toBeVisible()
    }

    await expect(password).toBeVisible()
    await expect(page.getByText('Troppi codici sbagliati. Accedi di nuovo.')).toBeVisible()
  })

  test('the dialog of the header requires a code too, and the page stays', async ({
    page,
    account,
    server,
  }) => {
    const { uri } = await enableSecondStep(page, account)
    // The browser has no session under this host name, so the server opens its pages to visitors.
    const address = `${server.url.replace('127.0.0.1', 'localhost')}/customers?status=active`
    await page.goto(address)
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Accedi', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Accedi a Incasso' })
    await dialog.getByLabel('Email').fill(account.email)
    await dialog.getByLabel('Password', { exact: true }).fill(account.password)
    await dialog.getByRole('button', { name: 'Accedi', exact: true }).click()
    await dialog.getByLabel('Codice', { exact: true }).fill(nextCode(uri))
    await dialog.getByRole('button', { name: 'Verifica' }).click()

    await expect(page.getByText('Ciao, Ada')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(address)
  })
})

/** Returns a code that is valid neither now nor in the next step. */
const wrongCode = (uri: string): string => {
  const validCodes = new Set([codeNow(uri), nextCode(uri)])
  return ['000000', '111111', '222222'].find((code) => !validCodes.has(code)) ?? '333333'
}
