import { newAccount, signUp } from '#tests/e2e/support/account.ts'
import type { PayPalAccount } from '#tests/support/paypal/account.ts'
import { type PayPalStandIn, startPayPalStandIn } from '#tests/support/paypal/paypal-stand-in.ts'
import { recordRequests } from './support/calls.ts'
import { test as base, expect } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

type PayPalTest = { paypal: PayPalStandIn; environment: Record<string, string> }

const test = base.extend<PayPalTest>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from the pattern
  paypal: async ({}, use) => {
    await using paypal = await startPayPalStandIn()
    await use(paypal)
  },
  environment: async ({ paypal }, use) => {
    await use({ PAYPAL_API_URL: paypal.url })
  },
})

const PATH = '/settings?tab=payments'

const section = (page: Page) => region(page, 'PayPal')
const dialog = (page: Page, name = 'Connect PayPal') => page.getByRole('dialog', { name })
const clientIdField = (page: Page) => dialog(page).getByLabel('Client ID')
const secretField = (page: Page) => dialog(page).getByLabel('Secret key', { exact: true })
const press = (page: Page, name: string, within = dialog(page)) =>
  within.getByRole('button', { name, exact: true }).click()

type Keys = Pick<PayPalAccount, 'clientId' | 'secret'>

async function openDialog(page: Page): Promise<void> {
  await page.goto(PATH)
  await press(page, 'Connect PayPal', section(page))
  await expect(clientIdField(page)).toBeFocused()
}

async function fillKeys(page: Page, { clientId, secret }: Keys, within = dialog(page)) {
  await within.getByLabel('Client ID').fill(clientId)
  await within.getByLabel('Secret key', { exact: true }).fill(secret)
}

/** Connects a PayPal account through the API, without the screen. */
async function connect(page: Page, { key }: PayPalAccount) {
  const response = await page.request.post('/api/processor-accounts', {
    data: { processor: 'paypal', secretKey: key, makeWebhook: false },
  })
  expect(response.status(), await response.text()).toBe(201)
}

const readAccounts = async (page: Page) =>
  (await (await page.request.get('/api/processor-accounts')).json()) as Record<string, unknown>[]

test('an owner connects PayPal once, despite repeated clicks', async ({
  page,
  account: _,
  paypal,
}) => {
  const shop = paypal.addAccount()
  await openDialog(page)
  const requests = recordRequests(page.network, 'processorAccounts.connect')

  await fillKeys(page, shop)
  await Promise.all([press(page, 'Connect'), press(page, 'Connect')])

  await expect(toast(page, 'PayPal connected')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(requests).toHaveLength(1)
  await expect(section(page)).toContainText(shop.clientId.slice(-4))
  await expect(section(page)).not.toContainText(shop.secret)
  await expect(section(page)).toContainText('PayPal sandbox')
  await expect(page.getByRole('list', { name: 'Payment methods' })).toContainText(
    'PayPalYour account',
  )
})

test('a site that PayPal cannot reach offers polling only, with the reason', async ({
  page,
  account: _,
  paypal,
}) => {
  await openDialog(page)
  const choice = dialog(page).getByRole('switch', { name: /Get results at once/ })
  await expect(choice).toBeDisabled()
  await expect(choice).not.toBeChecked()
  await expect(dialog(page)).toContainText('PayPal can only reach public sites with https')
  await expect(dialog(page)).toContainText(location.origin)

  await fillKeys(page, paypal.addAccount())
  await press(page, 'Connect')

  await expect(toast(page, 'PayPal connected')).toBeVisible()
  await expect(section(page)).toContainText('By polling')
  await expect(section(page)).toContainText('only send results at once to public sites')
  expect(await readAccounts(page)).toMatchObject([{ processor: 'paypal', webhook: 'none' }])
})

test('a wrong key is refused in PayPal’s words, and the typed values stay', async ({
  page,
  account: _,
  paypal,
}) => {
  const { clientId, secret } = paypal.addAccount()
  const wrongSecret = `${secret.slice(0, -4)}0000`
  await openDialog(page)
  await fillKeys(page, { clientId, secret: wrongSecret })

  await press(page, 'Connect')

  await expect(dialog(page)).toContainText('Payments cannot be taken with this key.')
  await expect(dialog(page).getByRole('note', { name: 'Message from PayPal' })).toContainText(
    'Client Authentication failed',
  )
  await expect(dialog(page)).toContainText('Test mode needs the keys of an app under Sandbox.')
  await expect(clientIdField(page)).toHaveValue(clientId)
  await expect(secretField(page)).toHaveValue(wrongSecret)
  expect(await readAccounts(page)).toEqual([])
})

test('missing and incomplete keys show an error at their field and are not sent', async ({
  page,
  account: _,
  paypal,
}) => {
  const { clientId } = paypal.addAccount()
  await openDialog(page)
  const requests = recordRequests(page.network, 'processorAccounts.connect')

  await press(page, 'Connect')
  await expect(dialog(page)).toContainText('Enter the client ID.')
  await expect(dialog(page)).toContainText('Enter the secret key.')

  await fillKeys(page, { clientId: 'hello', secret: 'two words' })
  await press(page, 'Connect')
  await expect(dialog(page)).toContainText('Enter the whole client ID')
  await expect(dialog(page)).toContainText('Enter the whole secret key')

  await fillKeys(page, { clientId, secret: clientId })
  await press(page, 'Connect')
  await expect(dialog(page)).toContainText('This is the client ID again.')
  expect(requests).toEqual([])
})

test('keys are replaced for the same account, and another account’s are refused', async ({
  page,
  account: _,
  paypal,
}) => {
  const [shop, other] = [paypal.addAccount(), paypal.addAccount()]
  await connect(page, shop)
  await page.goto(PATH)
  await press(page, 'Change keys', section(page))
  const change = dialog(page, 'Change keys')

  await fillKeys(page, other, change)
  await press(page, 'Save keys', change)
  await expect(change).toContainText('This key belongs to a different PayPal account.')
  await fillKeys(page, shop, change)
  await press(page, 'Save keys', change)

  await expect(toast(page, 'Keys saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change keys' })).toBeFocused()
})

test('a missing feature is named as PayPal names it, and PayPal is disconnected', async ({
  page,
  account: _,
  paypal,
}) => {
  await connect(page, paypal.addAccount({ missing: ['disputes'] }))
  await page.goto(PATH)

  await press(page, 'Test permissions', section(page))
  const permissions = dialog(page, 'Permissions of the key')
  await expect(permissions.getByRole('row').nth(1)).toContainText('Customer Disputes')
  await expect(permissions.getByRole('row').nth(1)).toContainText('Missing')
  await press(page, 'Close', permissions)

  await press(page, 'Disconnect', section(page))
  const question = dialog(page, 'Disconnect PayPal?')
  await expect(question).toContainText('New PayPal payments go to the sandbox again.')
  await press(page, 'Disconnect', question)

  await expect(toast(page, 'PayPal disconnected')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Connect PayPal' })).toBeFocused()
  expect(await readAccounts(page)).toEqual([])
})

test('staff see the connection and cannot change it', async ({ page, account: _, paypal }) => {
  const shop = paypal.addAccount()
  await connect(page, shop)
  const invited = await page.request.post('/trpc/team.invite', {
    data: { role: 'staff', email: null },
  })
  const { result } = (await invited.json()) as { result: { data: { link: string } } }
  page.network.forgetCookies()
  await signUp(page, newAccount())
  const token = result.data.link.split('#')[1]
  const response = await page.request.post('/trpc/team.accept', { data: { token } })
  expect(response.status(), await response.text()).toBe(200)

  await page.goto(PATH)

  await expect(section(page)).toContainText(shop.clientId.slice(-4))
  await expect(section(page)).toContainText('Only owners can change or disconnect this account.')
  await expect(section(page).getByRole('button', { name: /Change|Disconnect|Test/ })).toHaveCount(0)
})

test('the form names the account of PayPal and the next step', async ({
  page,
  account: _,
  paypal,
}) => {
  await connect(page, paypal.addAccount())
  await page.goto('/payments')
  const methods = page.getByRole('group', { name: 'Payment Method' })
  await expect(methods).toContainText('Your account')

  await page.getByRole('radio', { name: 'PayPal' }).check()

  await expect(methods).toContainText('open PayPal’s page or send its link')
  await expect(page.getByRole('columnheader', { name: 'Credit Card', exact: true })).toBeVisible()
})
