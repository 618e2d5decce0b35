import type { Browser, Page } from '@playwright/test'
import { type Account, newAccount, onboard, signUp } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { choose, region, signInOnScreen, toast } from './support/screens.ts'
import type { Server } from './support/server.ts'

/** Opens a page for a person at another computer. */
async function openOtherBrowser(browser: Browser, server: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' })
  return context.newPage()
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Invites through the screen. Returns the link. */
async function invite(page: Page, { role = 'Staff', email = '' } = {}): Promise<string> {
  await page.goto('/settings?tab=team')
  await page.getByRole('button', { name: 'Invite a team member' }).click()
  await choose(page, 'Role', role)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = await page.getByLabel('Invitation link').inputValue()
  expect(new URL(link).pathname).toBe('/join')
  return link
}

/** Invites any person who opens the link, and closes the dialog. */
async function inviteAndClose(page: Page): Promise<string> {
  const link = await invite(page)
  await closeDialog(page)
  return link
}

const closeDialog = (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).click()

/** Signs up without the screens and accepts the invitation. */
async function joinTeam(
  page: Page,
  link: string,
  account: Account = newAccount(),
): Promise<Account> {
  await signUp(page, account)
  await page.goto(link)
  await page.getByRole('button', { name: 'Accetta l’invito' }).click()
  await expect(page.getByRole('region', { name: 'Key figures' })).toBeVisible()
  return account
}

async function signUpOnScreen(page: Page, { name, email, password }: Account) {
  await page.getByLabel('Nome e cognome').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrati', exact: true }).click()
}

test('an owner invites staff, who join by the link and lose access when they are removed', async ({
  page,
  account,
  browser,
  server,
}) => {
  const link = await invite(page)
  await expect(dialog(page, 'Invitation ready')).toContainText('works once')
  await closeDialog(page)
  await expect(region(page, 'Open invitations')).toContainText('Anyone with the link')

  const staff = await openOtherBrowser(browser, server)
  const urls: string[] = []
  staff.on('request', (request) => urls.push(request.url()))
  await staff.goto(link)
  await expect(staff).toHaveURL(/\/join$/)
  await expect(staff.getByRole('heading', { name: account.businessName })).toBeVisible()
  await staff.getByRole('link', { name: 'Registrati per accettare' }).click()
  const grace = { ...newAccount(), name: 'Grace Hopper' }
  await signUpOnScreen(staff, grace)
  await expect(staff).toHaveURL(/\/join$/)
  await expect(staff.getByText(`Hai effettuato l’accesso come ${grace.email}.`)).toBeVisible()
  await staff.getByRole('button', { name: 'Accetta l’invito' }).click()
  await expect(toast(staff, 'Invito accettato')).toContainText(account.businessName)
  await expect(staff).toHaveURL(/\/$/)
  // The browser itself sees the fragment of the first URL; no request of the page may contain it.
  const token = new URL(link).hash.slice(1)
  expect(urls.filter((address) => new URL(address).href.split('#')[0]?.includes(token))).toEqual([])

  await staff.goto('/settings')
  await expect(staff.getByText('Only owners can change these settings.')).toBeVisible()
  await expect(staff.getByText(account.businessName)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await staff.getByRole('tab', { name: 'Team' }).click()
  await expect(region(staff, 'Members')).toContainText('Grace Hopper')
  await expect(staff.getByRole('button', { name: 'Invite a team member' })).toHaveCount(0)
  await expect(staff.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await staff.goto('/integration?tab=keys')
  await expect(staff.getByRole('button', { name: 'Create API key' })).toHaveCount(0)
  await expect(staff.getByText(/owner/i).first()).toBeVisible()

  await expect(region(page, 'Members')).toContainText('Grace Hopper')
  await expect(region(page, 'Open invitations')).toContainText('No open invitations.')
  await page.getByRole('button', { name: 'Remove: Grace Hopper' }).click()
  await dialog(page, 'Remove Grace Hopper from the team?')
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  await expect(toast(page, 'Removed')).toContainText('Grace Hopper no longer has access.')

  await expect(staff).toHaveURL(/\/onboarding$/)
  await staff.goto('/customers')
  await expect(staff).toHaveURL(/\/onboarding$/)
})

test('a removed member loses access at the next click when no live stream reports it', async ({
  page,
  account: _,
  browser,
  server,
}) => {
  const link = await invite(page)
  await closeDialog(page)
  const staff = await openOtherBrowser(browser, server)
  // A stream that sends nothing: it is neither refused nor ended.
  await staff.route('**/trpc/events.changes**', () => {})
  await joinTeam(staff, link)
  await page.getByRole('button', { name: /^Remove: / }).click()
  await dialog(page, 'Remove Ada Rossi from the team?')
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  await expect(toast(page, 'Removed')).toBeVisible()
  await expect(staff.getByRole('region', { name: 'Key figures' })).toBeVisible()

  await staff.getByRole('link', { name: 'Analytics', exact: true }).click()

  await expect(staff).toHaveURL(/\/onboarding$/)
})

test('a role is changed, and a member who leaves loses access', async ({
  page,
  account,
  browser,
  server,
}) => {
  const link = await invite(page)
  await closeDialog(page)
  const other = await openOtherBrowser(browser, server)
  await joinTeam(other, link, { ...newAccount(), name: 'Grace Hopper' })

  await page.getByRole('button', { name: 'Make owner: Grace Hopper' }).click()
  await dialog(page, 'Make Grace Hopper an owner?')
    .getByRole('button', { name: 'Make owner' })
    .click()
  await expect(toast(page, 'Role changed')).toContainText('Grace Hopper is an owner now.')
  await other.goto('/settings')
  await expect(other.getByLabel('Business name')).toHaveValue(account.businessName)

  await page.getByRole('button', { name: 'Leave: Ada Rossi' }).click()
  const leaveDialog = dialog(page, `Leave ${account.businessName}?`)
  await leaveDialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave: Ada Rossi' }).click()
  await leaveDialog.getByRole('button', { name: 'Leave', exact: true }).click()

  await expect(page).toHaveURL(/\/onboarding$/)
})

test('an owner who became the last one unnoticed can neither leave nor become staff', async ({
  page,
  account: _,
  browser,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*409/)
  const link = await invite(page, { role: 'Owner' })
  await closeDialog(page)
  const grace = await openOtherBrowser(browser, server)
  await joinTeam(grace, link, { ...newAccount(), name: 'Grace Hopper' })
  // A stream that sends nothing, so that this page still shows two owners.
  await page.route('**/trpc/events.changes**', () => {})
  await page.goto('/settings?tab=team')
  await expect(page.getByRole('button', { name: 'Make staff: Grace Hopper' })).toBeVisible()
  await grace.goto('/settings?tab=team')
  await grace.getByRole('button', { name: 'Leave: Grace Hopper' }).click()
  await grace.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(grace).toHaveURL(/\/onboarding$/)

  await page.getByRole('button', { name: 'Leave: Ada Rossi' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()

  await expect(toast(page, 'The change was not made')).toContainText(
    'Make another member an owner first.',
  )
  await page.reload()
  await expect(region(page, 'Members')).toContainText('The only owner.')
})

test('an invitation for one e-mail address is logged by a server without mail, and works for that address only', async ({
  page,
  account: _,
  browser,
  server,
}) => {
  const grace = newAccount()
  const link = await invite(page, { email: grace.email })
  await expect(dialog(page, 'Invitation ready')).toContainText(
    `Not emailed: this server has no mail server, so the email is in its log. Send the link to ${grace.email} yourself`,
  )
  await expect.poll(() => server.output()).toContain(link)
  await closeDialog(page)

  const other = await openOtherBrowser(browser, server)
  await signUp(other, newAccount())
  await other.goto(link)
  await other.getByRole('button', { name: 'Accetta l’invito' }).click()
  await expect(other.getByText('L’invito è per un altro indirizzo email')).toBeVisible()
  await signUp(await openOtherBrowser(browser, server), grace)
  await other.getByRole('button', { name: 'Usa un altro account' }).click()
  await expect(other.getByRole('heading', { name: 'Accedi a Incasso' })).toBeVisible()
  await signInOnScreen(other, grace)
  await expect(other).toHaveURL(/\/join$/)
  await other.getByRole('button', { name: 'Accetta l’invito' }).click()
  await expect(other.getByRole('region', { name: 'Key figures' })).toBeVisible()
})

test('a member of another business sees a message, and a revoked link no longer works', async ({
  page,
  account: _,
  browser,
  server,
}) => {
  const link = await invite(page)
  await closeDialog(page)
  const other = await openOtherBrowser(browser, server)
  const otherAccount = newAccount()
  await signUp(other, otherAccount)
  await onboard(other, otherAccount)
  await other.goto(link)
  await other.getByRole('button', { name: 'Accetta l’invito' }).click()
  await expect(other.getByText('Fai già parte di un’attività')).toBeVisible()

  await page.getByRole('button', { name: 'Revoke: Anyone with the link' }).click()
  await expect(toast(page, 'Invitation revoked')).toBeVisible()
  await other.goto('/')
  await other.goto(link)
  await expect(other.getByText('Questo invito non vale più')).toBeVisible()
  await other.getByRole('link', { name: 'Vai a Incasso' }).click()
  await expect(other.getByRole('region', { name: 'Key figures' })).toBeVisible()
})

test('an invited person who lands in the onboarding is led back, unless they decline', async ({
  page,
  account: _,
  browser,
  server,
}) => {
  const link = await invite(page)
  const other = await openOtherBrowser(browser, server)
  await signUp(other, newAccount())
  await other.goto(link)
  await expect(other.getByRole('button', { name: 'Accetta l’invito' })).toBeVisible()

  await other.goto('/onboarding')
  await expect(other).toHaveURL(/\/join$/)
  await other.getByRole('button', { name: 'Non ora' }).click()

  await expect(other).toHaveURL(/\/onboarding$/)
  await expect(other.getByText('Benvenuto, Ada!')).toBeVisible()
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    const look = { viewport: { width, height: 900 } }
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } })

    test('axe finds no violations on the team', async ({ page, account: _, browser, server }) => {
      await invite(page, { email: 'grace.hopper@example.com' })
      await expectOpenedAccessible(page, 'with the link shown')
      await closeDialog(page)
      await expect(region(page, 'Open invitations')).toContainText('grace.hopper@example.com')
      await expectAccessible(page, 'with an open invitation')
      await joinTeam(await openOtherBrowser(browser, server), await inviteAndClose(page), {
        ...newAccount(),
        name: 'Grace Hopper',
      })
      await page.getByRole('button', { name: 'Remove: Grace Hopper' }).click()
      await expectOpenedAccessible(page, 'with a question open')
    })

    test('axe finds no violations on an invitation', async ({
      page,
      account: _,
      browser,
      server,
    }) => {
      const link = await invite(page, { email: 'grace.hopper@example.com' })
      const context = await browser.newContext({ baseURL: server.url, ...look })
      const visitor = await context.newPage()
      await visitor.goto(link)
      await expect(visitor.getByRole('link', { name: 'Accedi per accettare' })).toBeVisible()
      await expectAccessible(visitor, 'with an invitation')
      await context.close()
    })
  })
}
