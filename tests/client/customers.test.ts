import { takePayment } from '#tests/e2e/support/account.ts'
import { abortCallLater, recordRequests } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { choose, rowWith, toast } from './support/screens.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const addDialog = (page: Page) => dialog(page, 'Add New Customer')

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Customers' }).getByRole('listitem').filter({ hasText: name })

const addButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Add Customer', exact: true })

async function createCustomer(page: Page, name: string, status = 'active') {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const response = await page.request.post('/api/customers', { data: { name, email, status } })
  expect(response.status()).toBe(201)
  return (await response.json()) as { id: string }
}

async function addOnScreen(page: Page, name: string, email: string) {
  await addButton(page).click()
  await addDialog(page).getByLabel('Name').fill(name)
  await addDialog(page).getByLabel('Email').fill(email)
  await addDialog(page).getByRole('button', { name: 'Add Customer' }).click()
}

test('a first customer is added after each refusal was shown', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customer Management', level: 1 })).toBeVisible()
  await expect(page.getByText('No customers found')).toBeVisible()

  await addButton(page).click()
  const form = addDialog(page)
  await expect(form.getByText('Name *')).toBeVisible()
  await expect(form.getByText('Email *')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await expect(addButton(page)).toBeFocused()

  await addButton(page).click()
  await form.getByRole('button', { name: 'Add Customer' }).click()
  await expect(toast(page, 'Validation Error')).toContainText('Please fill in all required fields')
  await expect(form.getByText('Enter the customer’s name.')).toBeVisible()
  await expect(form.getByText('Enter the customer’s email.')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()

  await form.getByLabel('Name').fill('Grace Hopper')
  await form.getByLabel('Email').fill('grace')
  await form.getByRole('button', { name: 'Add Customer' }).click()
  await expect(form.getByLabel('Email')).toBeFocused()
  await form.getByLabel('Email').fill('grace@example.com')
  await form.getByRole('button', { name: 'Add Customer' }).click()
  await expect(toast(page, 'Customer added')).toContainText('Grace Hopper')
  await expect(form).toBeHidden()

  const grace = card(page, 'Grace Hopper')
  await expect(grace).toContainText('GH')
  await expect(grace).toContainText('grace@example.com')
  await expect(grace).toContainText('Total Spent$0.00')
  await expect(grace).toContainText('Transactions0')
  await expect(grace).toContainText('Active')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()

  await addOnScreen(page, 'Somebody Else', 'GRACE@example.com')
  await expect(toast(page, 'Error')).toContainText('There is already a customer with this e-mail.')
  await expect(form.getByLabel('Email')).toBeFocused()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await addButton(page).click()
  await expect(form.getByLabel('Name')).toHaveValue('')
})

test('a call without a response shows an error, and the button shows that it is pending', async ({
  page,
  account,
}) => {
  expect(account.email).toBeTruthy()
  const failCall = await abortCallLater(page, 'customers.create')
  await page.goto('/customers')

  await addOnScreen(page, 'Grace Hopper', 'grace@example.com')
  await expect(addDialog(page).getByRole('button', { name: 'Adding...' })).toBeDisabled()
  failCall()

  await expect(toast(page, 'Error')).toContainText('Failed to add customer')
  await expect(addDialog(page).getByLabel('Name')).toHaveValue('Grace Hopper')
})

test('the form for a new customer has a URL of its own until it closes', async ({
  page,
  account,
}) => {
  expect(account.email).toBeTruthy()
  await createCustomer(page, 'Alan Turing')
  await page.goto('/customers?status=active&add=true')
  await expect(addDialog(page).getByLabel('Name')).toBeFocused()
  await addDialog(page).getByLabel('Name').fill('Ada Lovelace')
  await addDialog(page).getByLabel('Email').fill('ada@example.com')
  await addDialog(page).getByRole('button', { name: 'Add Customer' }).click()

  await expect(card(page, 'Ada Lovelace')).toContainText('AL')
  await expect(addDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/customers\?status=active$/)
  await expect(addButton(page)).toBeFocused()

  await addButton(page).click()
  await expect(page).toHaveURL(/add=true/)
  await addDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/customers\?status=active$/)

  await page.goto('/customers?add=maybe')
  await expect(card(page, 'Ada Lovelace')).toBeVisible()
  await expect(addDialog(page)).toBeHidden()
})

test('the URL holds the search, the filter, the order and the page', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  for (let number = 1; number <= 13; number += 1) {
    await createCustomer(page, `Person ${String(number).padStart(2, '0')}`)
  }
  await createCustomer(page, 'Quiet One', 'inactive')
  await takePayment(page, {
    amount: '77.00',
    customerName: 'Person 05',
    customerEmail: 'person.05@example.com',
  })
  await page.goto('/customers')
  await expect(page.getByText('Showing 1 to 12 of 14 results')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 13 to 14 of 14 results')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('button', { name: 'Previous' }).click()

  await choose(page, 'Sort by', 'Total spent')
  const cards = page.getByRole('list', { name: 'Customers' }).getByRole('listitem')
  await expect(cards.first()).toContainText('Person 05')
  await expect(cards.first()).toContainText('$77.00')
  await expect(cards.first()).toContainText('Transactions1')
  await choose(page, 'Sort by', 'Name')
  await expect(cards.first()).toContainText('Person 01')

  await choose(page, 'Status', 'Inactive')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(cards.first()).toContainText('Quiet One')
  await choose(page, 'Status', 'Active')
  await expect(page.getByText('Showing 1 to 12 of 13 results')).toBeVisible()

  const search = page.getByPlaceholder('Search customers...')
  await expect(search).toHaveAttribute('data-search', /^/)
  await search.fill('person.07@example')
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(page).toHaveURL(/search=person/)
  await page.reload()
  await expect(search).toHaveValue('person.07@example')
  await expect(cards).toHaveCount(1)

  await search.fill('nobody like this')
  await expect(page.getByText('No customers found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('Showing 1 to 12 of 14 results')).toBeVisible()
  await expect(search).toHaveValue('')
})

test('loading shows six cards, and a failure can be retried', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await createCustomer(page, 'Grace Hopper')
  await page.goto('/payments')
  const failCall = await abortCallLater(page, 'customers.list')

  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.locator('[data-skeleton]')).toHaveCount(6)
  failCall()
  await expect(page.getByText('Customers could not be loaded')).toBeVisible()
  page.network.stopIntercepting()
  await page.getByRole('button', { name: 'Retry' }).click()

  await expect(card(page, 'Grace Hopper')).toBeVisible()
})

test('an edit sends only the changed fields and shows them', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await createCustomer(page, 'Grace Hopper')
  await page.goto('/customers')
  await card(page, 'Grace Hopper').getByRole('button', { name: 'Edit' }).click()
  const form = dialog(page, 'Edit customer')
  await expect(form.getByLabel('Email')).toHaveValue('grace.hopper@example.com')
  await form.getByLabel('Status').selectOption('Inactive')
  const requests = recordRequests(page.network, 'customers.update')
  await form.getByRole('button', { name: 'Save changes' }).click()

  await expect.poll(() => requests.length).toBe(1)
  const body = JSON.parse(requests[0]?.body ?? '{}') as object
  expect(Object.keys(body).toSorted()).toEqual(['id', 'status'])
  await expect(toast(page, 'Customer saved')).toBeVisible()
  await expect(card(page, 'Grace Hopper')).toContainText('Inactive')
  await expect(card(page, 'Grace Hopper').getByRole('button', { name: 'Edit' })).toBeFocused()
})

test('the customer page shows the total paid, and erasing keeps the amounts', async ({
  page,
  account,
}) => {
  expect(account.email).toBeTruthy()
  const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  await takePayment(page, { amount: '10.00', ...grace })
  await takePayment(page, { amount: '20.50', ...grace })
  await takePayment(page, { amount: '5.01', ...grace })
  await takePayment(page, { amount: '7.00', currency: 'EUR', ...grace })
  await takePayment(page, {
    amount: '99.00',
    customerName: 'Other',
    customerEmail: 'o@example.com',
  })
  await page.goto('/customers')
  await card(page, 'Grace Hopper').getByRole('link', { name: 'View' }).click()

  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'grace@example.com' })).toBeVisible()
  const lifetime = page.getByRole('table', { name: 'Lifetime value' })
  await expect(lifetime.getByRole('row').filter({ hasText: 'USD' })).toContainText('$30.50')
  await expect(lifetime.getByRole('row').filter({ hasText: 'EUR' })).toContainText('€7.00')
  const latest = page.getByRole('table', { name: 'Latest payments' })
  await expect(latest.getByRole('row')).toHaveCount(5)

  await page.getByRole('link', { name: 'All transactions' }).click()
  await expect(page).toHaveURL(/\/transactions\?.*customerId=cus_/)
  await expect(rowWith(page, '$20.50')).toBeVisible()
  await expect(rowWith(page, '$99.00')).toHaveCount(0)
  await page.goBack()

  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const eraseDialog = dialog(page, 'Erase Grace Hopper?')
  await expect(eraseDialog).toContainText('The amounts stay')
  await expect(eraseDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await eraseDialog.getByRole('button', { name: 'Erase customer' }).click()

  await expect(toast(page, 'Customer erased')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Erased customer' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(lifetime).toContainText('$30.50')
  await expect(page.getByText('grace@example.com')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Erase', exact: true })).toHaveCount(0)
})

test('an unknown customer shows another message than a failure', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await page.goto('/customers/cus_nobody')
  await expect(page.getByText('Customer not found')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'All customers' }).last().click()
  await expect(page).toHaveURL(/\/customers$/)
})

test('a card shows the amounts spent in other currencies too', async ({ page, account: _ }) => {
  const person = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  await takePayment(page, { ...person, amount: '24.90', currency: 'EUR' })
  await takePayment(page, { ...person, amount: '24.90', currency: 'EUR' })

  await page.goto('/customers')

  const card = page.getByRole('listitem').filter({ hasText: 'Grace Hopper' })
  await expect(card).toContainText('Total Spent€49.80Transactions2')

  await takePayment(page, { ...person, amount: '10.00', currency: 'USD' })
  await page.goto('/customers')
  await expect(card).toContainText('$10.00Also €49.80')
  await page.goto(`/customers?search=grace`)
  await card.getByRole('link', { name: 'Grace Hopper', exact: true }).click()
  const sums = page.getByRole('table', { name: 'Lifetime value' }).getByRole('row')
  await expect(sums).toHaveText([/Currency/, /USD.*\$10\.00/, /EUR.*€49\.80/])
})

test('a customer without a successful payment has spent nothing, and the page explains it', async ({
  page,
  account: _,
}) => {
  const person = { customerName: 'Alan Turing', customerEmail: 'alan@example.com' }
  await takePayment(page, { ...person, amount: '10.01', currency: 'EUR' })
  await page.goto('/customers')
  const card = page.getByRole('listitem').filter({ hasText: 'Alan Turing' })
  await expect(card).toContainText('$0.00')
  await card.getByRole('link', { name: 'Alan Turing', exact: true }).click()
  const sums = page.getByRole('table', { name: 'Lifetime value' }).getByRole('row')
  await expect(sums).toHaveText([/Currency/, /EUR.*1.*did not succeed.*€0\.00/])
})

test('the table replaces the cards, is remembered, and sorts by its column heads', async ({
  page,
  account: _,
}) => {
  await takePayment(page, { customerName: 'Zoe', customerEmail: 'z@example.com', amount: '5.00' })
  await takePayment(page, { customerName: 'Ada', customerEmail: 'a@example.com', amount: '1.00' })
  await page.goto('/customers')
  await page.getByRole('radio', { name: 'Table' }).click()
  const rows = page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)

  await page.goto('/customers')
  await page.getByRole('button', { name: 'Total Spent' }).click()
  await expect(page).toHaveURL(/sort=-totalSpent/)
  await expect(rows).toHaveText([/Zoe.*\$5\.00/, /Ada.*\$1\.00/])
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await expect(rows).toHaveText([/Ada/, /Zoe/])
})

test('a payment is taken from the page of a customer, whose name and email are filled in', async ({
  page,
  account: _,
}) => {
  await takePayment(page, { customerName: 'Zoe', customerEmail: 'z@example.com', amount: '5.00' })
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Zoe', exact: true }).click()
  await page.getByRole('link', { name: 'Take a payment' }).click()
  await expect(page.getByLabel('Customer Name')).toHaveValue('Zoe')
  await expect(page.getByLabel('Customer Email')).toHaveValue('z@example.com')
  await page.goto('/payments?customer=cus_unknown')
  await expect(page.getByLabel('Customer Name')).toHaveValue('')
})
