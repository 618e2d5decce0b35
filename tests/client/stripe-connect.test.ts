import { newAccount, signUp } from '#tests/e2e/support/account.ts'
import { payWith, stripeClientOf } from '#tests/support/stripe/stripe-client.ts'
import { type StripeStandIn, startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import { recordRequests } from './support/calls.ts'
import { test as base, expect } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'

type StripeTest = { stripe: StripeStandIn; environment: Record<string, string> }

const test = base.extend<StripeTest>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from the pattern
  stripe: async ({}, use) => {
    await using stripe = await startStripeStandIn()
    await use(stripe)
  },
  environment: async ({ stripe }, use) => {
    await use({ STRIPE_API_URL: stripe.url })
  },
})

const PATH = '/settings?tab=payments'

const section = (page: Page) => region(page, 'Cards by Stripe')
const dialog = (page: Page, name = 'Connect Stripe') => page.getByRole('dialog', { name })
const keyField = (page: Page) => dialog(page).getByLabel('Restricted key')
const publishableKeyField = (page: Page) => dialog(page).getByLabel('Publishable key')
const press = (page: Page, name: string, within = dialog(page)) =>
  within.getByRole('button', { name, exact: true }).click()

async function openDialog(page: Page): Promise<void> {
  await page.goto(PATH)
  await press(page, 'Connect Stripe', section(page))
  await expect(keyField(page)).toBeFocused()
}

async function fillKeys(page: Page, keys: { key: string; publishableKey: string }) {
  await keyField(page).fill(keys.key)
  await publishableKeyField(page).fill(keys.publishableKey)
}

/** Connects a Stripe account through the API, without the screen. */
async function connect(
  page: Page,
  { key, publishableKey }: { key: string; publishableKey: string },
) {
  const response = await page.request.post('/api/processor-accounts', {
    data: { processor: 'stripe', secretKey: key, publishableKey, makeWebhook: false },
  })
  expect(response.status(), await response.text()).toBe(201)
}

const readAccounts = async (page: Page) =>
  (await (await page.request.get('/api/processor-accounts')).json()) as Record<string, unknown>[]

test('an owner connects Stripe once, despite repeated clicks', async ({
  page,
  account: _,
  stripe,
}) => {
  const shop = stripe.addAccount()
  await openDialog(page)
  const requests = recordRequests(page.network, 'processorAccounts.connect')

  await fillKeys(page, shop)
  await Promise.all([press(page, 'Connect'), press(page, 'Connect')])

  await expect(toast(page, 'Stripe connected')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(requests).toHaveLength(1)
  await expect(section(page)).toContainText(`rk_test_…${shop.key.slice(-4)}`)
  await expect(section(page)).toContainText(shop.publishableKey)
  await expect(section(page)).not.toContainText(shop.key)
  await expect(page.getByRole('button', { name: 'Test permissions' })).toBeFocused()
  expect(await readAccounts(page)).toMatchObject([{ webhook: 'made' }])
  expect(shop.endpoints.size).toBe(1)
})

test('the permissions of a key are shown before it is stored', async ({
  page,
  account: _,
  stripe,
}) => {
  const limitedAccount = stripe.addAccount({ permissions: { refunds: 'read', disputes: 'none' } })
  await openDialog(page)
  await expect(dialog(page)).toContainText('PaymentIntents, Checkout Sessions, Refunds')
  await fillKeys(page, limitedAccount)

  await press(page, 'Check key')

  await expect(dialog(page)).toContainText('1 permission needed for payments is missing.')
  const row = dialog(page).getByRole('row').nth(1)
  await expect(row).toContainText('Refunds')
  await expect(row).toContainText('Write, needed')
  await expect(row).toContainText('Missing')
  await expect(dialog(page).getByRole('row').nth(2)).toContainText('rak_refund_write')
  await expect(dialog(page).getByRole('row').nth(3)).toContainText('Write, optional')
  expect(await readAccounts(page)).toEqual([])
})

test('a key without a permission is refused in Stripe’s words, and the typed values stay', async ({
  page,
  account: _,
  stripe,
}) => {
  const limitedAccount = stripe.addAccount({ permissions: { refunds: 'read' } })
  await openDialog(page)
  await fillKeys(page, limitedAccount)

  await press(page, 'Connect')

  await expect(dialog(page)).toContainText('Payments cannot be taken with this key.')
  await expect(dialog(page).getByRole('note')).toContainText('rak_refund_write')
  await expect(keyField(page)).toBeFocused()
  await expect(keyField(page)).toHaveValue(limitedAccount.key)
  await expect(publishableKeyField(page)).toHaveValue(limitedAccount.publishableKey)
  expect(await readAccounts(page)).toEqual([])
})

test('missing, malformed or other-mode keys show an error at their field and are not sent', async ({
  page,
  account: _,
  stripe,
}) => {
  const live = stripe.addAccount({ isLive: true })
  await openDialog(page)
  const requests = recordRequests(page.network, 'processorAccounts.connect')

  await press(page, 'Connect')
  await expect(dialog(page)).toContainText('Enter the restricted key.')
  await expect(dialog(page)).toContainText('Enter the publishable key.')

  await fillKeys(page, { key: 'hello', publishableKey: 'rk_test_0123456789' })
  await press(page, 'Connect')
  await expect(dialog(page)).toContainText('it begins with rk_test_.')
  await expect(dialog(page)).toContainText('it begins with pk_test_.')

  await fillKeys(page, live)
  await press(page, 'Connect')
  await expect(page.getByText('This key is of Stripe’s live mode.')).toHaveCount(2)
  await expect(keyField(page)).toHaveValue(live.key)
  expect(requests).toEqual([])
})

test('a key unknown to Stripe shows one error, and a full secret key shows a warning', async ({
  page,
  account: _,
  stripe,
}) => {
  await openDialog(page)
  await fillKeys(page, { ...stripe.addAccount(), key: 'sk_test_00000000000000000000' })
  await expect(dialog(page)).toContainText('A full secret key can do everything')

  await press(page, 'Check key')

  await expect(dialog(page)).toContainText('Stripe does not accept this key.')
  await expect(dialog(page).getByRole('note')).toContainText('Invalid API Key provided')
  await expect(dialog(page).getByRole('table')).toHaveCount(0)
})

test('the typed values stay while Stripe does not respond, and a retry works', async ({
  page,
  account: _,
  stripe,
  expectedErrors,
}) => {
  expectedErrors.push(/503/)
  const shop = stripe.addAccount()
  await openDialog(page)
  await fillKeys(page, shop)
  stripe.fail({ kind: '503', when: 'before', call: /./, times: 100 })

  await press(page, 'Connect')
  await expect(dialog(page).getByRole('alert')).toContainText('Stripe does not respond.')
  stripe.recover()
  await press(page, 'Connect')

  await expect(toast(page, 'Stripe connected')).toBeVisible()
})

test('the URL for a merchant’s own webhook endpoint is shown after connecting', async ({
  page,
  account: _,
  stripe,
}) => {
  await openDialog(page)
  await fillKeys(page, stripe.addAccount())
  await dialog(page).getByLabel('Receive outcomes at once (recommended)').click()
  await expect(dialog(page).getByLabel('Webhook secret')).toBeVisible()

  await press(page, 'Connect')

  await expect(toast(page, 'Stripe connected')).toBeVisible()
  const [{ id } = { id: '' }] = await readAccounts(page)
  await expect(section(page).getByLabel('Webhook URL', { exact: true })).toHaveValue(
    `${location.origin}/hooks/${id}`,
  )
  await expect(section(page)).toContainText('By polling')
})

test('keys can be replaced only for the same account', async ({ page, account: _, stripe }) => {
  const [shop, other] = [stripe.addAccount(), stripe.addAccount()]
  // Makes an event before the connection: by it, Incasso recognizes the account when keys change.
  await payWith(stripeClientOf(stripe, shop.key), 'pm_card_visa')
  await connect(page, shop)
  await page.goto(PATH)
  await press(page, 'Change keys', section(page))
  const change = dialog(page, 'Change keys')

  await press(page, 'Save keys', change)
  await expect(change).toContainText('Enter at least one new key.')
  await change.getByLabel('Restricted key').fill(other.key)
  await press(page, 'Save keys', change)
  await expect(change).toContainText('This key belongs to a different Stripe account.')
  await change.getByLabel('Restricted key').fill('')
  await change.getByLabel('Publishable key').fill('pk_test_00000000000000000000')
  await press(page, 'Save keys', change)

  await expect(toast(page, 'Keys saved')).toBeVisible()
  await expect(section(page)).toContainText('pk_test_00000000000000000000')
  await expect(page.getByRole('button', { name: 'Change keys' })).toBeFocused()
})

test('the permissions of a stored key are tested, and Stripe is disconnected', async ({
  page,
  account: _,
  stripe,
}) => {
  await connect(page, stripe.addAccount())
  await page.goto(PATH)
  await expect(page.getByRole('list', { name: 'Payment methods' })).toContainText('Stripe')

  await press(page, 'Test permissions', section(page))
  const permissions = dialog(page, 'Permissions of the key')
  await expect(permissions).toContainText('The key has every permission.')
  await expect(permissions.getByRole('row')).toHaveCount(0)
  await permissions.getByText('Show the 13 permissions').click()
  await expect(permissions.getByRole('row')).toHaveCount(14)
  await press(page, 'Close', permissions)

  await press(page, 'Disconnect', section(page))
  const question = dialog(page, 'Disconnect Stripe?')
  await expect(question).toContainText('Earlier payments can still be refunded')
  await press(page, 'Disconnect', question)

  await expect(toast(page, 'Stripe disconnected')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Connect Stripe' })).toBeFocused()
  expect(await readAccounts(page)).toEqual([])
})

test('staff see the connection and cannot change it', async ({ page, account: _, stripe }) => {
  const shop = stripe.addAccount()
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

  await expect(section(page)).toContainText(shop.publishableKey)
  await expect(section(page)).toContainText('Only owners can change or disconnect this account.')
  await expect(section(page).getByRole('button', { name: /Change|Disconnect|Test/ })).toHaveCount(0)
})

test('staff cannot connect', async ({ page, account: _, server }) => {
  await server.db.updateTable('merchantMembers').set({ role: 'staff' }).execute()

  await page.goto(PATH)

  await expect(section(page)).toContainText('Only owners can connect Stripe.')
  await expect(page.getByRole('button', { name: 'Connect Stripe' })).toHaveCount(0)
})

test('the status page shows how outcomes arrive from Stripe, once it is connected', async ({
  page,
  account: _,
  stripe,
}) => {
  await page.goto('/environment-status')
  await expect(region(page, 'Details')).toContainText('Version')
  await expect(region(page, 'Details')).not.toContainText('Stripe')

  await connect(page, stripe.addAccount())
  await page.goto('/environment-status')

  await expect(region(page, 'Details')).toContainText('StripeBy polling, not checked yet')
})
