import { abortCall, recordRequests } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

const PATH = '/settings?tab=payments'
const IBAN = 'DE89 3704 0044 0532 0130 00'

const section = (page: Page) => region(page, 'Bank transfers')
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string, within = dialog(page)) =>
  within.getByRole('button', { name, exact: true }).click()

async function fill(page: Page, iban: string, holder: string) {
  await dialog(page).getByLabel('IBAN').fill(iban)
  await dialog(page).getByLabel('Account holder').fill(holder)
}

test('an owner enters the account, changes it and removes it', async ({ page, account: _ }) => {
  await page.goto(PATH)
  await expect(section(page)).toContainText('Bank transfers go to the sandbox')
  const requests = recordRequests(page.network, 'processorAccounts.connectTransfer')

  await press(page, 'Enter account', section(page))
  await fill(page, IBAN, 'Ada Rossi')
  await Promise.all([press(page, 'Save account'), press(page, 'Save account')])

  await expect(toast(page, 'Account saved')).toBeVisible()
  await expect(section(page)).toContainText(IBAN)
  expect(requests).toHaveLength(1)
  await expect(page.getByRole('list', { name: 'Payment methods' })).toContainText('Your account')

  await press(page, 'Change account', section(page))
  await expect(dialog(page).getByLabel('IBAN')).toHaveValue(IBAN)
  await fill(page, 'IT60 X054 2811 1010 0000 0123 456', 'Ada Rossi Srl')
  await press(page, 'Save account')
  await expect(section(page)).toContainText('Ada Rossi Srl')

  await press(page, 'Remove account', section(page))
  await press(page, 'Remove account')
  await expect(toast(page, 'Account removed')).toBeVisible()
  await expect(section(page)).toContainText('Bank transfers go to the sandbox')
})

test('missing or mistyped values show at their field and are not sent', async ({
  page,
  account: _,
}) => {
  await page.goto(PATH)
  await press(page, 'Enter account', section(page))
  const requests = recordRequests(page.network, 'processorAccounts.connectTransfer')

  await press(page, 'Save account')
  await expect(dialog(page)).toContainText('Enter the IBAN.')
  await expect(dialog(page)).toContainText('Enter the account holder.')
  await fill(page, 'DE88 3704 0044 0532 0130 00', 'Ada Rossi')
  await press(page, 'Save account')
  await expect(dialog(page)).toContainText('This is not a valid IBAN')
  await expect(dialog(page).getByLabel('IBAN')).toBeFocused()

  expect(requests).toEqual([])
})

test('the typed values stay without a response, and can be sent again', async ({
  page,
  account: _,
}) => {
  await page.goto(PATH)
  await press(page, 'Enter account', section(page))
  await fill(page, IBAN, 'Ada Rossi')
  await abortCall(page, 'processorAccounts.connectTransfer')
  await press(page, 'Save account')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByLabel('IBAN')).toHaveValue(IBAN)
})
