import { takeOnePayment } from '#tests/e2e/support/account.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { choose, figure, region, toast } from './support/screens.ts'

const save = (page: Page) =>
  page.getByRole('form', { name: 'Business' }).getByRole('button', { name: 'Save' })

const readProfile = async (page: Page) =>
  (await (await page.request.get('/api/merchant/profile')).json()) as Record<string, unknown>

async function chooseZone(page: Page, typed: string, zone: string) {
  await page.getByRole('combobox', { name: 'Time zone' }).fill(typed)
  await page.getByRole('option', { name: zone, exact: true }).click()
}

test('the menu and the palette open the settings', async ({ page, account: _ }) => {
  await page.goto('/customers')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page).toHaveTitle('Settings · Incasso')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.getByRole('tab', { name: 'Team' }).click()
  await expect(page).toHaveURL(/\/settings\?tab=team$/)

  await page.goto('/customers')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page
    .getByRole('combobox', { name: 'Search payments, customers and pages' })
    .fill('settings')
  await page.getByRole('option', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('the profile is saved, with help for phone and website', async ({ page, account }) => {
  await page.goto('/settings')
  await expect(page.getByLabel('Business name')).toHaveValue(account.businessName)
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('Business name').fill('Bar Centrale')
  await choose(page, 'Type of business', 'Services')
  await page.getByLabel('Phone').fill('+390612345678')
  await page.getByLabel('Website').fill('bar.example')
  await expect(page.getByLabel('Phone')).toHaveValue('+39 06 1234 5678')
  await page.getByLabel('Address').fill('Via Roma 1')
  await expect(page.getByLabel('Website')).toHaveValue('https://bar.example')
  await page.getByLabel('Description').fill('Caffè,\ne cornetti')
  await choose(page, 'Estimated monthly volume', '€1,000 – €5,000')
  await save(page).click()

  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  expect(await readProfile(page)).toMatchObject({
    businessName: 'Bar Centrale',
    businessType: 'services',
    businessPhone: '+39 06 1234 5678',
    businessWebsite: 'https://bar.example',
    businessAddress: 'Via Roma 1',
    businessDescription: 'Caffè, e cornetti',
    estimatedVolume: '1000-5000',
    currency: 'USD',
    timezone: 'Europe/Rome',
  })
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('Caffè, e cornetti')
})

test('tax numbers are checked in Italy, saved and kept', async ({ page, account: _ }) => {
  await page.goto('/settings')
  await page.getByLabel('VAT number').fill('12345678901')
  await page.getByLabel('Tax code').fill('rssmra85t10a562s')
  await save(page).click()
  await expect(page.getByText('Enter a valid Italian VAT number: 11 digits.')).toBeVisible()

  await page.getByLabel('VAT number').fill('12345678903')
  await save(page).click()

  await expect(toast(page, 'Settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('VAT number')).toHaveValue('12345678903')
  await expect(page.getByLabel('Tax code')).toHaveValue('RSSMRA85T10A562S')
})

test('missing or refused values show at their field, and nothing is saved', async ({
  page,
  account,
}) => {
  await page.goto('/settings')
  const name = page.getByLabel('Business name')
  await name.fill(' ')
  await save(page).click()
  await expect(page.getByText('Enter the name of your business.')).toBeVisible()
  await expect(name).toBeFocused()

  await name.fill('4242 4242 4242 4242')
  await save(page).click()

  await expect(page.getByText(/^The .* must not hold a card number\.$/)).toBeVisible()
  await expect(toast(page, 'Not saved')).toBeVisible()
  expect(await readProfile(page)).toMatchObject({ businessName: account.businessName })
})

test('a change of time zone or currency shows a warning, and then all figures are recounted', async ({
  page,
  account: _,
}) => {
  await takeOnePayment(page)
  await page.goto('/dashboard')
  await expect(figure(page, 'Total Revenue')).toContainText('$12.34')
  await page.goto('/settings')
  await chooseZone(page, 'new york', 'America/New York')
  await expect(page.getByText(/It is .+ there now\./)).toBeVisible()
  await choose(page, 'Reporting currency', 'Euro (EUR)')
  await save(page).click()

  const dialog = page.getByRole('dialog', { name: 'Save and recalculate?' })
  await expect(dialog).toContainText('Days and totals are recalculated.')
  await expect(dialog).toContainText('Europe/Rome to America/New_York')
  await expect(dialog).toContainText('USD to EUR')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await readProfile(page)).toMatchObject({ currency: 'USD', timezone: 'Europe/Rome' })

  await save(page).click()
  await dialog.getByRole('button', { name: 'Save and recalculate' }).click()

  await expect(toast(page, 'Settings saved')).toBeVisible()
  expect(await readProfile(page)).toMatchObject({ currency: 'EUR', timezone: 'America/New_York' })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(figure(page, 'Total Revenue')).toContainText('€0.00')
})

test('currencies are found by name and code, offered once they are saved, and removed', async ({
  page,
  account: _,
}) => {
  const otherCurrencies = page.getByRole('combobox', { name: 'Other currencies' })
  const saveButton = region(page, 'Currencies').getByRole('button', { name: 'Save' })
  await page.goto('/settings')
  await expect(saveButton).toBeDisabled()

  await otherCurrencies.fill('japanese')
  await page.getByRole('listbox').getByRole('option', { name: 'Japanese Yen (JPY)' }).click()
  await otherCurrencies.fill('kwd')
  await page.getByRole('listbox').getByRole('option', { name: 'Kuwaiti Dinar (KWD)' }).click()
  await saveButton.click()
  await expect(toast(page, 'Currencies saved')).toBeVisible()
  await expect(saveButton).toBeDisabled()

  await page.goto('/payments')
  await expect(page.getByLabel('Currency').getByRole('option')).toHaveText([
    'USD',
    'EUR',
    'GBP',
    'JPY',
    'KWD',
  ])
  await page.goto('/transactions')
  await page.getByRole('button', { name: '+ Currency' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'JPY' })).toBeVisible()
})

test('totals can be shown in any currency', async ({ page, account: _ }) => {
  await page.goto('/settings')
  await choose(page, 'Reporting currency', 'JPY')
  await save(page).click()
  await page.getByRole('button', { name: 'Save and recalculate' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()

  await page.goto('/dashboard')
  await expect(figure(page, 'Total Revenue')).toContainText('¥0')
})

test('the index of the business settings moves the focus to each section, and keeps the URL', async ({
  page,
  account: _,
}) => {
  await page.goto('/settings')
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await expect(links).toHaveCount(8)

  for (const link of await links.all()) {
    await link.click()
    await expect(region(page, await link.innerText())).toBeFocused()
  }

  await expect(page).toHaveURL(/\/settings$/)
})
