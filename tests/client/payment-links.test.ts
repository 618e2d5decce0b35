import { vi } from 'vitest'
import { takePayment } from '#tests/e2e/support/account.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { abortCall, delayCall, recordRequests, refuseCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import { amountField, choose, region, rowWith, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

type LinkIds = { id: string; url: string }

const createLink = async (page: Page, more: object = {}): Promise<LinkIds> => {
  const data = { title: 'Dinner', amount: '40.00', currency: 'EUR', ...more }
  const response = await page.request.post('/api/payment-links', { data })
  if (!response.ok()) throw new Error(await response.text())
  return (await response.json()) as LinkIds
}

const chosenAmount = { amountKind: 'chosen', amount: null }

const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: true })

const dialogOf = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialogOf(page).getByRole('textbox', { name })
const list = (page: Page) => region(page, 'Payment links')

async function openNewLinkForm(page: Page) {
  await page.goto('/links')
  await button(page, 'Create a link').click()
  await expect(field(page, 'Title')).toBeFocused()
}

async function fillNewLink(page: Page, { title = 'Dinner', amount = '40' } = {}) {
  await field(page, 'Title').fill(title)
  await amountField(page).fill(amount)
  await choose(page, 'Currency', 'EUR')
}

const openMenu = async (page: Page, title: string, item: string) => {
  await button(page, `More about ${title}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('an empty list explains payment links and creates one', async ({ page, server }) => {
  await page.goto('/links')
  await expect(page.getByText('No payment links yet')).toBeVisible()
  await expect(list(page)).toContainText('customers pay you')
  await button(page, 'Create a link').click()
  await fillNewLink(page)
  await expect(dialogOf(page)).toContainText('Requests €40.00')
  await button(dialogOf(page), 'Create link').click()

  await expect(dialogOf(page)).toContainText('The link is ready')
  await expect(button(dialogOf(page), 'Copy link')).toBeFocused()
  const { url } = await readOnlyLink(page)
  await expect(dialogOf(page).getByLabel('Link')).toHaveValue(url)
  expect(dialogOf(page).getByRole('link', { name: 'Open' }).one().getAttribute('href')).toBe(url)
  await button(dialogOf(page), 'Copy link').click()
  await expect(button(dialogOf(page), 'Copied')).toBeVisible()
  expect(await page.clipboard()).toBe(url)
  const code = dialogOf(page).getByRole('img', { name: 'QR code that opens “Dinner”' })
  await expect(code).toBeVisible()
  await button(dialogOf(page), 'Close').click()

  await expect(rowWith(page, 'Dinner')).toContainText('€40.00')
  await expect(button(page, 'New link')).toBeFocused()
  expect(await server.count('paymentLinks')).toBe(1)
})

const readOnlyLink = async (page: Page): Promise<LinkIds> => {
  const [link] = (await (await page.request.get('/api/payment-links')).json()) as LinkIds[]
  if (!link) throw new Error('there is no link')
  return link
}

test('each error shows at its field, also in a collapsed section', async ({ page }) => {
  await openNewLinkForm(page)
  const requests = recordRequests(page.network, 'paymentLinks.create')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('Enter a title.')
  await expect(dialogOf(page)).toContainText('Enter an amount.')
  await expect(field(page, 'Title')).toBeFocused()

  await fillNewLink(page, { amount: '12,345' })
  await button(dialogOf(page), 'More options').click()
  await choose(page, 'Number of payments', 'A certain number of times')
  await choose(page, 'After the payment', 'Open my own page')
  await field(page, 'URL of your page').fill('http://shop.example')
  await dialogOf(page).getByLabel('Takes payments until').fill('2020-01-01T10:00')
  await button(dialogOf(page), 'Fewer options').click()
  await button(dialogOf(page), 'Create link').click()
  for (const words of [
    'Choose which amount you mean.',
    'Enter a whole number from 1 to 100,000.',
    'Choose a time in the future.',
    'Enter a URL that begins with https://.',
  ]) {
    await expect(dialogOf(page)).toContainText(words)
  }
  expect(requests).toEqual([])
})

test('a chosen amount, uses, an end, questions, texts and a language are sent as typed', async ({
  page,
}) => {
  await openNewLinkForm(page)
  await field(page, 'Title').fill('A tip')
  await dialogOf(page).getByRole('radio', { name: 'Payer chooses' }).click()
  await dialogOf(page).getByLabel('At least').fill('2')
  await dialogOf(page).getByLabel('At most').fill('1')
  await field(page, 'Suggested amounts').fill('2,50 5')
  await choose(page, 'Currency', 'EUR')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('This is below the minimum amount.')
  await dialogOf(page).getByLabel('At most').fill('50')
  await expect(dialogOf(page)).toContainText('Suggests €2.50, €5.00')

  await button(dialogOf(page), 'More options').click()
  await choose(page, 'Number of payments', 'A certain number of times')
  await field(page, 'Maximum number of payments').fill('12')
  await dialogOf(page).getByLabel('Takes payments until').fill('2099-07-01T10:00')
  await field(page, 'Question 1').fill('Which table?')
  await dialogOf(page).getByRole('checkbox', { name: 'Question 1 must be answered' }).click()
  await button(dialogOf(page), 'Add a question').click()
  await field(page, 'Question 2').fill('Which waiter?')
  await choose(page, 'After the payment', 'Show the thank-you page with my text')
  await field(page, 'Your text').fill('See you soon')
  await choose(page, 'Language of the payer', 'Italian')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')

  expect(await readOnlyLink(page)).toMatchObject({
    title: 'A tip',
    amount: null,
    minAmount: '2.00',
    maxAmount: '50.00',
    presets: ['2.50', '5.00'],
    maxUses: 12,
    // 10:00 in Rome, in summer time.
    expiresAt: '2099-07-01T08:00:00.000Z',
    questions: [
      { label: 'Which table?', isRequired: true },
      { label: 'Which waiter?', isRequired: false },
    ],
    afterMessage: 'See you soon',
    language: 'it',
  })
})

test('a double click creates one link', async ({ page, server }) => {
  await openNewLinkForm(page)
  await fillNewLink(page)
  const requests = recordRequests(page.network, 'paymentLinks.create')
  const release = await delayCall(page, 'paymentLinks.create')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('Creating…')
  const form = dialogOf(page).locator('form').one()
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  release()

  await expect(dialogOf(page)).toContainText('The link is ready')
  expect(requests).toHaveLength(1)
  expect(await server.count('paymentLinks')).toBe(1)
})

test('a lost response shows an error and keeps the typed values, and a retry creates one link', async ({
  page,
  server,
}) => {
  await openNewLinkForm(page)
  await fillNewLink(page)
  const requests = recordRequests(page.network, 'paymentLinks.create')
  const restoreCall = await abortCall(page, 'paymentLinks.create')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('Sending the same again cannot create a second one.')
  await expect(field(page, 'Title')).toHaveValue('Dinner')
  await expect(amountField(page)).toHaveValue('40')
  await restoreCall()
  // Closing the dialog must keep the Idempotency-Key of the request that was sent.
  await button(dialogOf(page), 'Close').click()
  await expect(dialogOf(page)).toHaveCount(0)
  await button(page, 'Create a link').click()
  await fillNewLink(page)
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')

  const keys = requests.map(({ headers }) => new Headers(headers).get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await server.count('paymentLinks')).toBe(1)
})

test('a refusal by the server shows at the field or above the buttons', async ({ page }) => {
  await openNewLinkForm(page)
  await fillNewLink(page, { title: 'card 4111 1111 1111 1111' })
  await button(dialogOf(page), 'Create link').click()
  await expect(field(page, 'Title')).toBeFocused()

  await field(page, 'Title').fill('Dinner')
  await refuseCall(page, 'paymentLinks.create', {
    code: 'limit',
    status: 429,
    detail: 'Too many calls.',
    requestId: 'req_1',
  })
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link was not created')
  await expect(dialogOf(page)).toContainText('Too many calls.')
  await expect(field(page, 'Title')).toHaveValue('Dinner')

  await page.keyboard.press('Escape')
  await expect(page.getByText('Leave without saving?')).toBeVisible()
})

test('the list shows amounts, statuses and counts, and links to payments', async ({
  page,
  server,
}) => {
  const dinner = await createLink(page)
  await createLink(page, { ...chosenAmount, title: 'Tip', minAmount: '5.00' })
  await createLink(page, { ...chosenAmount, title: 'Gift', minAmount: '5.00', maxAmount: '50.00' })
  await createLink(page, { title: 'Lesson', currency: 'USD', maxUses: 1 })
  await server.db
    .updateTable('paymentLinks')
    .set({ payments: 1, paid: 1, paidAmount: 4000, opened: 7 })
    .where('title', 'in', ['Dinner', 'Lesson'])
    .execute()
  await page.request.post(`/api/payment-links/${dinner.id}/pause`, { data: {} })
  await page.goto('/links')

  await expect(rowWith(page, 'Tip')).toContainText('from €5.00')
  await expect(rowWith(page, 'Gift')).toContainText('€5.00 – €50.00')
  await expect(rowWith(page, 'Lesson')).toContainText(/Closed\s*used up: paid/)
  await expect(rowWith(page, 'Dinner')).toContainText(/Paused\s*until you resume it/)
  const tabs = page.getByRole('group', { name: 'Links by status' })
  await expect(tabs).toContainText('All 4Active 2Paused 1Expired 0Closed 1')
  await expect(list(page)).toContainText('4 links · €40.00 paid · $40.00 paid')
  await tabs.getByRole('link', { name: 'Paused 1' }).click()
  await expect(list(page)).toContainText('1 link · €40.00 paid')
  await page.getByRole('button', { name: 'Export' }).click()
  const period = page.getByRole('dialog').getByRole('combobox', { name: 'Period' })
  await expect(period).toContainText('This list: 1 row')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  // The number of openings is not a link: no list shows who opened a page.
  await expect(rowWith(page, 'Dinner')).toContainText('7')
  await expect(page.getByRole('link', { name: /Opened/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Paid 1: payments of Dinner' }).click()
  await expect(page).toHaveURL(
    new RegExp(`linkId=${dinner.id}&status=success|status=success&linkId=${dinner.id}`),
  )
  await expect(page.getByText('Link Dinner')).toBeVisible()
  await button(page, 'Remove filter Link Dinner').click()
  await expect(page).toHaveURL(/\/transactions\?status=success$/)
})

test('the URL holds filters and searches, and a view of them is saved', async ({ page }) => {
  await createLink(page)
  await createLink(page, { ...chosenAmount, title: 'Tip' })
  await page.goto('/links')
  await button(page, '+ Kind of amount').click()
  await page.getByRole('menuitemradio', { name: 'Payer chooses' }).click()
  await expect(page).toHaveURL(/amountKind=chosen/)
  await expect(rowWith(page, 'Dinner')).toHaveCount(0)
  await expect(rowWith(page, 'Tip')).toContainText('Any amount')
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('button', { name: 'Save view' }).click()
  await dialogOf(page).getByLabel('Name').fill('Tips')
  await button(dialogOf(page), 'Save view').click()
  await expect(views.getByRole('link', { name: 'Tips' })).toBeVisible()
  await button(page, 'Clear filters').click()
  await expect(rowWith(page, 'Dinner')).toBeVisible()

  await page.goto('/links?search=nobody')
  await expect(page.getByText('No links match these filters.')).toBeVisible()
  await page.goto('/links?currency=EUR&from=2020-01-01&to=2020-01-02')
  await expect(page.getByText('No links match these filters.')).toBeVisible()
})

test('a list that fails to load shows an error and a retry button', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await createLink(page)
  const restoreCall = await refuseCall(page, 'paymentLinks.list', {
    code: 'unavailable',
    status: 503,
    detail: 'The server is busy.',
    requestId: 'req_1',
  })
  await page.goto('/links')
  await expect(page.getByText('Payment links could not be loaded')).toBeVisible()
  await restoreCall()
  await button(page, 'Retry').click()
  await expect(rowWith(page, 'Dinner')).toBeVisible()
})

test('a link is edited from its row with its current values, and keeps its currency', async ({
  page,
}) => {
  await createLink(page, { maxUses: 1, questions: [{ label: 'Table?' }] })
  await page.goto('/links')
  await openMenu(page, 'Dinner', 'Edit')
  await expect(field(page, 'Title')).toHaveValue('Dinner')
  await expect(amountField(page)).toHaveValue('40.00')
  // Options that differ from the defaults are not collapsed.
  await expect(field(page, 'Question 1')).toHaveValue('Table?')
  await expect(dialogOf(page).getByRole('combobox', { name: 'Currency' })).toBeDisabled()
  await field(page, 'Title').fill('Supper')
  await amountField(page).fill('45')
  await button(dialogOf(page), 'Save').click()

  await expect(toast(page, 'Link changed')).toBeVisible()
  await expect(rowWith(page, 'Supper')).toContainText('€45.00')
  expect(await readOnlyLink(page)).toMatchObject({ maxUses: 1, questions: [{ label: 'Table?' }] })
})

test('a link is paused, resumed and duplicated from its row', async ({ page, server }) => {
  await createLink(page)
  await page.goto('/links')
  await openMenu(page, 'Dinner', 'Pause')
  await expect(toast(page, 'Link paused')).toBeVisible()
  await expect(rowWith(page, 'Dinner')).toContainText('Paused')
  await openMenu(page, 'Dinner', 'Resume')
  await expect(toast(page, 'Link resumed')).toBeVisible()
  await expect(rowWith(page, 'Dinner')).toContainText('Active')

  await openMenu(page, 'Dinner', 'QR code')
  await expect(dialogOf(page).getByRole('img')).toBeVisible()
  await button(dialogOf(page), 'Close').click()
  await expect(button(page, 'More about Dinner')).toBeFocused()

  await openMenu(page, 'Dinner', 'Duplicate')
  await expect(dialogOf(page)).toContainText('The copy is ready')
  await button(dialogOf(page), 'Close').click()
  await expect(rowWith(page, 'Dinner')).toHaveCount(2)
  expect(await server.count('paymentLinks')).toBe(2)
})

test('a device with a share sheet shares the link, and cancelling is not a failure', async ({
  page,
}) => {
  const { url } = await createLink(page)
  const share = vi.fn<(shared: ShareData) => Promise<void>>(() => Promise.resolve())
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  try {
    await page.goto('/links')
    await openMenu(page, 'Dinner', 'Share')
    expect(share.mock.calls).toEqual([[{ title: 'Dinner', url }]])
    share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
    await openMenu(page, 'Dinner', 'Share')
    await expect(toast(page, 'The link was not shared')).toHaveCount(0)
    share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await openMenu(page, 'Dinner', 'Share')
    await expect(toast(page, 'The link was not shared')).toContainText(url)
  } finally {
    Reflect.deleteProperty(navigator, 'share')
  }
})

test('the link page has its facts, counts, code, payments and a button for websites', async ({
  page,
  server,
}) => {
  const made = await createLink(page, { title: 'Fish & <chips>', description: 'For two' })
  const paid = await takePayment(page, { ...GRACE, amount: '40.00', currency: 'EUR' })
  await recordPaymentByLink(server, made, ((await paid.json()) as { id: string }).id)
  await page.goto(`/links/${made.id}`)

  await expect(region(page, 'Details')).toContainText('For two')
  await expect(region(page, 'Counts')).toContainText(/Payments\s*1.*Paid in total\s*€40\.00/)
  await expect(region(page, 'Latest payments')).toContainText('Grace Hopper')
  await expect(region(page, 'Counts')).toContainText('all attempts, also declined ones')
  await page.getByText('Show the code').click()
  await expect(region(page, 'Button for your website')).toContainText(`<a href="${made.url}"`)
  await expect(region(page, 'Button for your website')).toContainText('>Pay €40.00</a>')
  const card = page.locator('[data-testid="counter-card"]')
  await expect(card).toContainText('Scan to pay')
  // Print styles hide whatever has no such attribute.
  await expect(card).toHaveAttribute('data-print', 'true')
  await expect(card).toContainText(made.url.replace(/^https?:\/\//, ''))
  await button(page, 'Pause').click()
  await expect(toast(page, 'Link paused')).toBeVisible()
  await expect(button(page, 'Resume')).toBeVisible()

  await page.goto('/links/lnk_none')
  await expect(page.getByText('Payment link not found')).toBeVisible()
})

/** Assigns a payment to a link in the database, as the link's page would. */
async function recordPaymentByLink(
  { db }: TestApp,
  { id: linkId }: LinkIds,
  transactionId: string,
) {
  const { merchantId } = await db
    .updateTable('transactions')
    .set({ linkId })
    .where('id', '=', transactionId)
    .returning('merchantId')
    .executeTakeFirstOrThrow()
  const answers = JSON.stringify([{ question: 'Which table?', answer: 'Seven' }])
  const linkPayment = { merchantId, transactionId, linkId, answers }
  await db
    .insertInto('paymentLinkAnswers')
    .values({ ...linkPayment, formHash: 'hash', language: 'en' })
    .execute()
  await db
    .updateTable('paymentLinks')
    .set({ payments: 1, paid: 1, paidAmount: 4000, opened: 2 })
    .where('id', '=', linkId)
    .execute()
}

test('a payment shows its link and the payer’s responses to the link’s questions', async ({
  page,
  server,
}) => {
  const made = await createLink(page)
  const response = await takePayment(page, { ...GRACE, amount: '40.00', currency: 'EUR' })
  const paid = (await response.json()) as { id: string; transactionId: string }
  await recordPaymentByLink(server, made, paid.id)

  await page.goto(`/transactions/${paid.transactionId}`)
  await expect(region(page, 'Details')).toContainText(/Paid by link\s*Dinner/)
  await expect(region(page, 'Details')).toContainText(/Which table\?\s*Seven/)
  await page.getByRole('link', { name: 'Dinner' }).click()
  await expect(page).toHaveURL(new RegExp(`/links/${made.id}`))
})

test('a link is started from a customer, and another from a failed payment', async ({ page }) => {
  const description = 'Supper for two'
  const response = await takePayment(page, { ...GRACE, amount: '20.01', description })
  const failed = (await response.json()) as {
    id: string
    transactionId: string
    customerId: string
  }
  await page.goto(`/transactions/${failed.transactionId}`)
  await button(page, 'Send a link').click()
  await expect(field(page, 'Title')).toHaveValue(description)
  await expect(amountField(page)).toHaveValue('20.01')
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')
  const { customerId } = failed
  expect(await readOnlyLink(page)).toMatchObject({
    customerId,
    sourceTransactionId: failed.id,
    amount: '20.01',
    currency: 'USD',
    maxUses: 1,
  })

  await page.goto(`/customers/${customerId}`)
  await button(page, 'Request a payment').click()
  await expect(dialogOf(page)).toContainText('For Grace Hopper')
  await fillNewLink(page, { title: 'Deposit' })
  await button(dialogOf(page), 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')
  expect(await readOnlyLink(page)).toMatchObject({ customerId, title: 'Deposit', maxUses: 1 })

  await page.goto(`/links?customerId=${customerId}`)
  await expect(page.getByText('Customer Grace Hopper')).toBeVisible()
  await expect(rowWith(page, 'Deposit')).toBeVisible()
})
