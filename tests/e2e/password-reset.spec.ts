import type { Page } from '@playwright/test'
import type { Account } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { signInOnScreen } from './support/screens.ts'
import type { Server } from './support/server.ts'

const REFUSED_ERROR = /Failed to load resource.*api\/auth/

async function requestReset(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await expect(page.getByRole('heading', { name: 'Controlla la tua email' })).toBeVisible()
  await expect(page.getByText(`Se esiste un account con ${email},`)).toBeVisible()
}

/** Returns the link in the newest mail to the person. In development, mails are printed. */
async function waitForResetLink(server: Server, { email }: Account): Promise<string> {
  let link: string | undefined
  await expect
    .poll(() => {
      const mail = server.output().split(`Mail to ${email}:`).at(-1) ?? ''
      link = /http:\S+\/reset-password\?token=\S+/.exec(mail)?.[0]
      return link
    })
    .toBeDefined()
  return link ?? ''
}

const choosePassword = async (page: Page, password: string) => {
  await page.getByLabel('Nuova password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Salva la password' }).click()
}

test('a link sent by mail sets a new password, once', async ({
  page,
  account,
  server,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_ERROR)
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  await visitor.goto('/sign-in')
  await visitor.getByRole('link', { name: 'Password dimenticata?' }).click()
  await requestReset(visitor, account.email)
  const link = await waitForResetLink(server, account)

  await visitor.goto(link)
  await expect(visitor.getByLabel('Nuova password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'new-password',
  )
  await choosePassword(visitor, 'short')
  await expect(visitor.getByText('La password deve avere almeno 8 caratteri.')).toBeVisible()
  await choosePassword(visitor, 'password1')
  await expect(visitor.getByText('Questa password è facile da indovinare.')).toBeVisible()
  await choosePassword(visitor, 'tutta un’altra frase')
  await expect(visitor.getByText('La password è cambiata. Ora puoi accedere.')).toBeVisible()
  await expectAccessible(visitor, 'after the change')

  await page.goto('/customers')
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fcustomers/)
  await signInOnScreen(page, account)
  await expect(page.getByText('Email o password non corrette.')).toBeVisible()
  await signInOnScreen(page, { email: account.email, password: 'tutta un’altra frase' })
  await expect(page).toHaveURL(/\/customers$/)

  await visitor.goto(link)
  await choosePassword(visitor, 'una terza frase ancora')
  await expect(visitor.getByText('Questo link non è valido, è scaduto')).toBeVisible()
  await expectAccessible(visitor, 'with a used link')
  await visitor.getByRole('link', { name: 'Chiedi un nuovo link' }).click()
  await expect(visitor).toHaveURL(/\/forgot-password$/)
  await visitor.context().close()
})

test('an e-mail address without an account gets the same response', async ({ page }) => {
  await requestReset(page, 'nobody-at-all@example.com')

  await expectAccessible(page, 'after asking')
  await page.getByRole('button', { name: 'Usa un altro indirizzo' }).click()
  await page.getByLabel('Email').fill('half an address')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Scrivi un indirizzo email completo')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('the page requests the e-mail address without a link', async ({ page }) => {
  await page.goto('/reset-password')

  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('too many requests show how long to wait', async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED_ERROR)
  await page.route('**/api/auth/request-password-reset', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '600' },
      json: { code: 'TOO_MANY_ATTEMPTS' },
    }),
  )
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Invia il link' }).click()

  await expect(page.getByRole('alert')).toHaveText('Troppi tentativi. Riprova tra 10 minuti.')
})
