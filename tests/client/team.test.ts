import { expect, test } from './support/fixtures.ts'
import { region } from './support/screens.ts'

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

test('an invalid e-mail address is refused in the form', async ({ page, account: _ }) => {
  await page.goto('/settings?tab=team')
  await page.getByRole('button', { name: 'Invite a team member' }).click()
  await page.getByLabel('Email').fill('grace')
  await page.getByRole('button', { name: 'Create invitation' }).click()

  await expect(page.getByText('Enter a complete email address')).toBeVisible()
})
