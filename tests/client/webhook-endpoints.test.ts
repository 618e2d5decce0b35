import { restWith } from '#tests/support/key.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { toast } from './support/screens.ts'

const URL_A = 'https://shop.example/hook'

type Endpoint = { id: string; url: string; events: string[]; version: string; status: string }

const readEndpoints = async (page: Page): Promise<Endpoint[]> => {
  const response = await page.request.get('/api/webhook-endpoints')
  return (await response.json()) as Endpoint[]
}

const chooseAction = async (page: Page, url: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${url}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function addEndpoint(page: Page, url = URL_A) {
  await page.goto('/integration?tab=events')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('textbox', { name: 'URL' }).fill(url)
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByRole('dialog', { name: 'The endpoint’s signing secret' })).toBeVisible()
  await page.getByRole('button', { name: 'I have stored it' }).click()
}

test('an owner adds an endpoint with chosen events, and edits it', async ({ page, account: _ }) => {
  await page.goto('/integration?tab=events')
  await expect(page.getByText('No webhook endpoints')).toBeVisible()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/hook')
  await page.getByRole('checkbox', { name: /^All events/ }).click()
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' })
  await submit.click()
  await expect(page.getByText('Choose at least one event.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'A payment failed' }).click()
  await submit.click()
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveAttribute('aria-invalid', 'true')
  expect(await readEndpoints(page)).toEqual([])

  await page.getByRole('textbox', { name: 'URL' }).fill(URL_A)
  await submit.click()
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText('1 event')).toBeVisible()

  await chooseAction(page, URL_A, 'Edit')
  await page.getByRole('checkbox', { name: /^All events/ }).click()
  await page.getByRole('combobox', { name: 'API Version' }).selectOption('v1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Endpoint saved')).toBeVisible()
  expect(await readEndpoints(page)).toMatchObject([{ url: URL_A, events: ['*'], version: 'v1' }])
})

test('an owner disables, enables and deletes an endpoint', async ({ page, account: _ }) => {
  await addEndpoint(page)

  await chooseAction(page, URL_A, 'Disable')
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('Disabled by hand.')).toBeVisible()
  expect((await readEndpoints(page))[0]?.status).toBe('disabled')

  await chooseAction(page, URL_A, 'Enable')
  await expect(toast(page, 'Endpoint enabled')).toBeVisible()
  expect((await readEndpoints(page))[0]?.status).toBe('enabled')

  await chooseAction(page, URL_A, 'Delete')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await readEndpoints(page)).toHaveLength(1)
  await chooseAction(page, URL_A, 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Endpoint deleted')).toBeVisible()
  expect(await readEndpoints(page)).toEqual([])
})

test('the page says which key made an endpoint of a shop, and that the key was revoked', async ({
  page,
  server,
  account: _,
}) => {
  const made = await page.request.post('/api/api-keys', {
    data: { name: 'Web shop', scopes: ['shop'] },
  })
  const { id, secret } = (await made.json()) as { id: string; secret: string }
  const created = await restWith(server, secret)('POST', '/api/webhook-endpoints', { url: URL_A })
  expect(created.status).toBe(201)

  await page.goto('/integration?tab=events')

  await expect(
    page.getByText(/made by the key Web shop, only for the payments of this shop/),
  ).toBeVisible()
  await expect(page.getByText('Key not valid')).toHaveCount(0)

  await page.request.delete(`/api/api-keys/${id}`)
  await page.goto('/integration?tab=events')

  await expect(page.getByText('Key not valid')).toBeVisible()
  await chooseAction(page, URL_A, 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Endpoint deleted')).toBeVisible()
})

test('an owner rotates the secret of an endpoint', async ({ page, account: _ }) => {
  await addEndpoint(page)

  await chooseAction(page, URL_A, 'Rotate secret')
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click()

  await expect(
    page.getByRole('dialog', { name: 'The endpoint’s new signing secret' }),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_/)
})

test('the events of each endpoint are listed by themselves', async ({ page, account: _ }) => {
  await addEndpoint(page)
  await chooseAction(page, URL_A, 'Send test event')
  await expect(toast(page, 'Test event sent')).toBeVisible()
  const events = page.getByRole('list', { name: 'Webhook events' })
  await expect(events).toHaveCount(0)

  await page.getByRole('link', { name: `Deliveries to ${URL_A}` }).click()

  await expect(events.getByText('integration.test')).toBeVisible()
  await events.getByRole('link', { name: 'integration.test' }).click()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeEnabled()
})
