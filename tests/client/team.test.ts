import { expect, test } from './support/fixtures.ts'
import { region, toast } from './support/screens.ts'

test('the only owner must add another owner before leaving or changing role', async ({
  page,
  account: _,
}) => {
  await page.goto('/settings?tab=team')

  const members = region(page, 'Members')
  await expect(members).toContainText(
    'The only owner. Make another member an owner before you leave.',
  )
  for (const name of ['Leave: Ada Rossi', 'Make staff: Ada Rossi']) {
    const button = members.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/^The only owner/)
  }
})

test('an owner makes a member an accountant after a confirmation that says what it means', async ({
  page,
  server,
  account: _,
}) => {
  const grace = await server.person({ isOnboarded: false, name: 'Grace Hopper' })
  const owner = await server.db.selectFrom('merchantMembers').selectAll().executeTakeFirstOrThrow()
  await server.db
    .insertInto('merchantMembers')
    .values({ ...owner, subject: grace.id, role: 'staff' })
    .execute()
  await page.goto('/settings?tab=team')
  const members = region(page, 'Members')

  await members.getByRole('button', { name: 'Make accountant: Grace Hopper' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Make Grace Hopper an accountant?')
  await expect(dialog).toContainText('They change nothing else.')
  await dialog.getByRole('button', { name: 'Make accountant' }).click()

  await expect(toast(page, 'Role changed')).toContainText('Grace Hopper is an accountant now.')
  await expect(members).toContainText('Accountant')
  await expect(members.getByRole('button', { name: 'Make accountant' })).toHaveCount(0)
  await expect(members.getByRole('button', { name: 'Make staff: Grace Hopper' })).toBeVisible()
})

test('an invalid e-mail address is refused in the form', async ({ page, account: _ }) => {
  await page.goto('/settings?tab=team')
  await page.getByRole('button', { name: 'Invite a team member' }).click()
  await page.getByLabel('Email').fill('grace')
  await page.getByRole('button', { name: 'Create invitation' }).click()

  await expect(page.getByText('Enter a complete email address')).toBeVisible()
})
