import { abortCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import { region, toast } from './support/screens.ts'

test('an owner lets assistants read, or forbids it, and the choice stays', async ({
  page,
  account: _,
}) => {
  await page.goto('/settings')
  const section = region(page, 'Assistants')
  const access = section.getByRole('switch', { name: 'Let assistants read with API keys' })
  await expect(access).toBeChecked()
  await expect(section).toContainText('They connect to http://127.0.0.1:3000/mcp.')

  await access.click()

  await expect(toast(page, 'Assistants saved')).toBeVisible()
  await expect(access).not.toBeChecked()
  await page.goto('/settings')
  await expect(access).not.toBeChecked()
})

test('a choice that the server refuses is not shown as made', async ({ page, account: _ }) => {
  await page.goto('/settings')
  const access = page.getByRole('switch', { name: 'Let assistants read with API keys' })
  await expect(access).toBeChecked()
  await abortCall(page, 'merchant.changeAssistantAccess')

  await access.click()

  await expect(toast(page, 'Not saved')).toBeVisible()
  await expect(access).toBeChecked()
})
