import { newAccount, signUp } from '#tests/e2e/support/account.ts'
import { enableSecondStep } from '#tests/e2e/support/second-step.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import { region, signInOnScreen, toast } from './support/screens.ts'

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

test('the menu opens the profile, also before the onboarding', async ({ page }) => {
  const account = newAccount()
  await signUp(page, account)
  await page.goto('/onboarding')
  await expect(page.getByText('Benvenuto, Ada!')).toBeVisible()
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()

  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page).toHaveTitle('Profile · Incasso')
})

test('a changed name shows in the greeting at once', async ({ page, account: _ }) => {
  await page.goto('/profile')
  const firstName = page.getByLabel('First name')
  await firstName.fill('')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Enter your first name.')).toBeVisible()
  await expect(firstName).toBeFocused()

  await firstName.fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByRole('button', { name: 'Save name' }).click()

  await expect(toast(page, 'Name saved')).toContainText('Grace Hopper')
  await expect(page.getByText('Ciao, Grace')).toBeVisible()
  await page.reload()
  await expect(firstName).toHaveValue('Grace')
})

test('recovery codes are regenerated, and two-factor authentication is turned off', async ({
  page,
  account,
}) => {
  const { recoveryCodes } = await enableSecondStep(page, account)
  await page.goto('/profile')
  const section = region(page, 'Two-step verification')
  await section.getByRole('button', { name: 'New recovery codes' }).click()
  const confirmDialog = dialog(page, 'Create new recovery codes?')
  await confirmDialog.getByLabel('Password', { exact: true }).fill(account.password)
  await confirmDialog.getByRole('button', { name: 'Create new codes' }).click()
  const codesDialog = dialog(page, 'Your recovery codes')
  await expect(codesDialog.getByRole('listitem')).toHaveCount(10)
  const codes = await codesDialog.getByRole('listitem').allTextContents()
  expect(codes.some((code) => recoveryCodes.includes(code))).toBe(false)
  await codesDialog.getByRole('button', { name: 'I have saved them' }).click()

  await section.getByRole('button', { name: 'Turn off' }).click()
  const turnOffDialog = dialog(page, 'Turn off two-step verification?')
  await turnOffDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(turnOffDialog).toHaveCount(0)
  await expect(section.getByText('On', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await turnOffDialog.getByLabel('Password', { exact: true }).fill(account.password)
  await turnOffDialog.getByRole('button', { name: 'Turn off' }).click()

  await expect(toast(page, 'Two-step verification turned off')).toBeVisible()
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
  page.network.forgetCookies()
  await page.goto('/sign-in')
  await signInOnScreen(page, account)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})
