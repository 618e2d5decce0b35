import { fireEvent } from '@testing-library/dom'
import { jpeg, png } from '../support/pictures.ts'
import { delayCall, recordRequests } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { toast } from './support/screens.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

const fileOf = (bytes: Buffer, name: string, type: string) =>
  new File([new Uint8Array(bytes)], name, { type })

const chooseFile = (page: Page, file: File) =>
  fireEvent.change(page.locator('input[type=file]').one(), { target: { files: [file] } })

const dropFile = (page: Page, file: File) =>
  fireEvent.drop(page.getByRole('group', { name: 'Logo' }).one(), {
    dataTransfer: { files: [file] },
  })

const readBranding = async (page: Page) => {
  const body = (await (await page.request.get('/trpc/look.get')).json()) as {
    result: { data: Record<string, string | null> }
  }
  return body.result.data
}

async function openBrandingTab(page: Page) {
  await page.goto('/settings?tab=look')
  await expect(page.getByLabel('Accent colour', { exact: true })).toBeVisible()
}

test('an owner chooses the branding, previews it in light and dark before saving, and removes the logo', async ({
  page,
  account,
}) => {
  await openBrandingTab(page)
  await expect(save(page)).toBeDisabled()
  const figures = ['Light', 'Dark'].map((name) => page.getByRole('figure', { name }))

  chooseFile(page, fileOf(png(), 'logo.png', 'image/png'))
  await page.getByLabel('Accent colour', { exact: true }).fill('#ffd43b')
  await page.getByLabel('Email for questions').fill('help@example.com')
  await page.getByLabel('URL of your terms').fill('https://shop.example/terms')
  for (const figure of figures) {
    await expect(figure).toContainText(account.businessName)
    await expect(figure).toContainText('Pay by card')
    await expect(figure).toContainText('Questions? Write to help@example.com')
    await expect(figure).toContainText('Terms')
    expect(await figure.locator('img').getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  }
  await expect(page.getByText(/black text on it, with a contrast of 14\.\d to 1/)).toBeVisible()
  await save(page).click()

  await expect(toast(page, 'Branding saved')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  expect(await readBranding(page)).toMatchObject({
    accent: '#ffd43b',
    supportEmail: 'help@example.com',
    termsUrl: 'https://shop.example/terms',
    privacyUrl: null,
    logoUrl: expect.stringMatching(/^\/pay\/logo\//),
  })
  await page.reload()
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await save(page).click()
  await expect(save(page)).toBeDisabled()
  expect(await readBranding(page)).toMatchObject({ accent: '#ffd43b', logoUrl: null })
})

test('each error shows at its field, the typed values stay, and nothing is sent', async ({
  page,
  account: _,
}) => {
  await openBrandingTab(page)
  const requests = recordRequests(page.network, 'look.update')

  dropFile(page, fileOf(Buffer.from('<svg/>'), 'logo.svg', 'image/svg+xml'))
  await expect(page.getByText('Other formats, such as SVG, are not accepted.')).toBeVisible()
  chooseFile(page, fileOf(Buffer.alloc(200_001), 'logo.png', 'image/png'))
  await expect(page.getByText('This picture is larger than 200 kB.')).toBeVisible()
  await page.getByLabel('Accent colour', { exact: true }).fill('red')
  await page.getByLabel('Email for questions').fill('call us')
  await page.getByLabel('URL of your terms').fill('http://shop.example')
  await save(page).click()

  await expect(
    page.getByText('Enter a colour such as #2f53cc, or leave the field empty.'),
  ).toBeVisible()
  await expect(page.getByText('Enter an email address, or leave the field empty.')).toBeVisible()
  await expect(page.getByText('Enter a URL that begins with https://')).toBeVisible()
  await expect(page.getByLabel('Accent colour', { exact: true })).toHaveValue('red')
  await expect(page.getByLabel('Email for questions')).toHaveValue('call us')
  expect(requests).toEqual([])
})

test('a picture that only the server detects as invalid is refused at its field', async ({
  page,
  account: _,
}) => {
  await openBrandingTab(page)

  dropFile(page, fileOf(jpeg({ after: Buffer.from('<script>') }), 'logo.jpg', 'image/jpeg'))
  await expect(save(page)).toBeEnabled()
  await save(page).click()

  await expect(page.getByText('The logo must hold nothing after the picture.')).toBeVisible()
  expect(await readBranding(page)).toMatchObject({ logoUrl: null })
})

test('a double click saves once', async ({ page, account: _ }) => {
  await openBrandingTab(page)
  await page.getByLabel('Accent colour', { exact: true }).fill('#112233')
  const requests = recordRequests(page.network, 'look.update')
  const release = await delayCall(page, 'look.update')
  await save(page).click()
  const form = page.locator('form').one()
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  release()

  await expect(toast(page, 'Branding saved')).toBeVisible()
  expect(requests).toHaveLength(1)
})
