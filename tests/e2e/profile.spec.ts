import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { encode } from 'uqr'
import { type Account, takeOnePayment } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { region, signInOnScreen, toast } from './support/screens.ts'
import { codeNow, nextCode } from './support/second-step.ts'
import type { Server } from './support/server.ts'

const REFUSED_ERROR = /Failed to load resource.*(?:api\/auth|trpc)/

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

const signInWith = (page: Page, { email, password }: Pick<Account, 'email' | 'password'>) =>
  page.request.post('/api/auth/sign-in/email', { data: { email, password } })

async function openOtherDevice(browser: Browser, server: Server, account: Account) {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
  const context = await browser.newContext({ baseURL: server.url, userAgent })
  const page = await context.newPage()
  expect((await signInWith(page, account)).status()).toBe(200)
  return page
}

const isSignedIn = async (page: Page): Promise<boolean> =>
  (await page.request.get('/api/merchants')).status() === 200

test('a visitor of the development app must sign in', async ({ page, server }) => {
  await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/profile`)

  await expect(page.getByText('Sign in to see your profile.')).toBeVisible()
})

test('changing the password requires the old one, and ends the other sessions', async ({
  page,
  account,
  browser,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_ERROR)
  const other = await openOtherDevice(browser, server, account)
  await page.goto('/profile')
  const current = page.getByLabel('Current password', { exact: true })
  const next = page.getByLabel('New password', { exact: true })
  const change = () => page.getByRole('button', { name: 'Change password' }).click()
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await expect(next).toHaveAttribute('autocomplete', 'new-password')

  await current.fill('not the password')
  await next.fill('a phrase nobody knows')
  await change()
  await expect(page.getByText('This password is not right.')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(account.password)
  await next.fill('password1')
  await change()
  await expect(page.getByText('This password is easy to guess.')).toBeVisible()
  expect(await isSignedIn(other)).toBe(true)
  await next.fill('a phrase nobody knows')
  await change()

  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(current).toHaveValue('')
  expect(await isSignedIn(page)).toBe(true)
  expect(await isSignedIn(other)).toBe(false)
  expect((await signInWith(other, account)).status()).toBe(401)
  const changed = { email: account.email, password: 'a phrase nobody knows' }
  expect((await signInWith(other, changed)).status()).toBe(200)
  await other.context().close()
})

test('two-factor authentication is turned on with an app, and its recovery codes are kept', async ({
  page,
  account,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_ERROR)
  await page.goto('/profile')
  const section = region(page, 'Two-step verification')
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: 'Turn on' }).click()
  const setupDialog = dialog(page, 'Turn on two-step verification')
  await expect(setupDialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(setupDialog.getByText('This password is not right.')).toBeVisible()
  const enableResponse = page.waitForResponse(
    (response) => response.url().endsWith('/two-factor/enable') && response.ok(),
  )
  await setupDialog.getByLabel('Password', { exact: true }).fill(account.password)
  await setupDialog.getByRole('button', { name: 'Continue' }).click()
  const { totpURI: uri } = (await (await enableResponse).json()) as { totpURI: string }

  const darkModules = encode(uri, { ecc: 'M' }).data.flat().filter(Boolean).length
  const qrImage = setupDialog.getByRole('img', { name: 'QR code for your authenticator app' })
  const path = await qrImage.locator('path').getAttribute('d')
  expect(path?.split('M')).toHaveLength(darkModules + 1)
  const key = new URL(uri).searchParams.get('secret') ?? ''
  expect((await setupDialog.locator('code').textContent())?.replaceAll(' ', '')).toBe(key)
  await expectAccessible(page, 'the QR code')
  await setupDialog.getByLabel('Code', { exact: true }).fill('000')
  await setupDialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(setupDialog.getByText('Enter the 6 digits of the code.')).toBeVisible()
  await setupDialog.getByLabel('Code', { exact: true }).fill(codeNow(uri))
  await setupDialog.getByRole('button', { name: 'Turn on' }).click()

  const codesDialog = dialog(page, 'Your recovery codes')
  await expect(codesDialog.getByRole('listitem')).toHaveCount(10)
  const codes = await codesDialog.getByRole('listitem').allTextContents()
  await expectAccessible(page, 'the recovery codes')
  await page.keyboard.press('Escape')
  await expect(codesDialog).toBeVisible()
  const download = page.waitForEvent('download')
  await codesDialog.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('incasso-recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await codesDialog.getByRole('button', { name: 'Copy codes' }).click()
  await expect(codesDialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  await codesDialog.getByRole('button', { name: 'I have saved them' }).click()

  await expect(codesDialog).toHaveCount(0)
  await expect(section.getByText('On', { exact: true })).toBeVisible()
  await expect(section.getByRole('button', { name: 'Turn off' })).toBeFocused()
  await page.context().clearCookies()
  await page.goto('/sign-in?redirect=%2Fprofile')
  await signInOnScreen(page, account)
  await page.getByLabel('Codice', { exact: true }).fill(nextCode(uri))
  await page.getByRole('button', { name: 'Verifica' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('sessions are listed, and ended one by one or all at once', async ({
  page,
  account,
  browser,
  server,
}) => {
  const [second, third, fourth] = [
    await openOtherDevice(browser, server, account),
    await openOtherDevice(browser, server, account),
    await openOtherDevice(browser, server, account),
  ]
  await page.goto('/profile')
  const section = region(page, 'Where you are signed in')
  const items = section.getByRole('listitem')
  await expect(items).toHaveCount(4)
  await expect(items.first()).toContainText('This device')
  await expect(items.first().getByRole('button')).toHaveCount(0)
  await expect(items.nth(1)).toContainText('Safari on iPhone')
  await expect(items.nth(1)).toContainText('127.0.0.1')
  await expect(items.nth(1)).toContainText('Last seen')

  await items.nth(1).getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(toast(page, 'Signed out')).toContainText('Safari on iPhone')
  await expect(items).toHaveCount(3)
  const signedInStates = [
    await isSignedIn(second),
    await isSignedIn(third),
    await isSignedIn(fourth),
  ]
  expect(signedInStates.filter(Boolean)).toHaveLength(2)

  const signOutEverywhere = section.getByRole('button', { name: 'Sign out everywhere else' })
  await signOutEverywhere.click()
  await dialog(page, 'Sign out everywhere else?')
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click()

  await expect(toast(page, 'Signed out everywhere else')).toContainText('2 sessions have ended.')
  await expect(section.getByText('You are signed in here and nowhere else.')).toBeVisible()
  for (const device of [second, third, fourth]) {
    expect(await isSignedIn(device)).toBe(false)
    await device.context().close()
  }
  expect(await isSignedIn(page)).toBe(true)
})

/** Makes all sessions eleven minutes old, without a later confirmation. */
function ageSessions({ databaseFile }: Server) {
  const database = new Database(databaseFile)
  database.pragma('busy_timeout = 5000')
  const at = new Date(Date.now() - 11 * 60_000).toISOString()
  database.prepare('update auth_sessions set created_at = ?, confirmed_at = null').run(at)
  database.close()
}

test('an irreversible action requires the password again, and then continues by itself', async ({
  page,
  account,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_ERROR)
  const { customerId } = await takeOnePayment(page)
  ageSessions(server)
  await page.goto(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const eraseDialog = dialog(page, 'Erase Grace Hopper?')
  const confirmDialog = dialog(page, 'Confirm that it is you')
  const password = confirmDialog.getByLabel('Password', { exact: true })
  await eraseDialog.getByRole('button', { name: 'Erase customer' }).click()

  await expect(password).toBeFocused()
  await expectAccessible(page, 'asking for the password')
  await page.keyboard.press('Escape')
  await expect(confirmDialog).toHaveCount(0)
  await expect(eraseDialog).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Grace Hopper', exact: true })).toBeVisible()

  await eraseDialog.getByRole('button', { name: 'Erase customer' }).click()
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmDialog.getByText('Enter your password.')).toBeVisible()
  await password.fill('not the password')
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmDialog.getByText('This password is not right.')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill(account.password)
  await page.keyboard.press('Enter')

  await expect(toast(page, 'Customer erased')).toBeVisible()
  await expect(confirmDialog).toHaveCount(0)
  await expect(eraseDialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Grace Hopper', exact: true })).toHaveCount(0)
})

test('a person without a password must sign in again', async ({
  page,
  account: _,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_ERROR)
  const { customerId } = await takeOnePayment(page)
  const database = new Database(server.databaseFile)
  database.prepare('update auth_accounts set password = null').run()
  database.close()
  ageSessions(server)
  await page.goto(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await dialog(page, 'Erase Grace Hopper?').getByRole('button', { name: 'Erase customer' }).click()
  const confirmDialog = dialog(page, 'Confirm that it is you')
  await expect(confirmDialog.getByText('you have no password here')).toBeVisible()
  await confirmDialog.getByRole('button', { name: 'Sign in again' }).click()

  await expect(page).toHaveURL(
    new RegExp(`/sign-in\\?redirect=${encodeURIComponent(`/customers/${customerId}`)}$`),
  )
})
