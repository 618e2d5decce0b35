import { expect, test } from 'vitest'
import { counterCustomerOf } from '#server/shared/counter-sales.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createStripeShop } from '../support/stripe-shop.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const WEBHOOK = 'http://127.0.0.1:49999/hook'

const sale = { amount: '4.50', currency: 'USD', paymentMethod: 'card' }

async function createShop(app: TestApp) {
  const owner = await app.person()
  const shop = await keyCaller(app, owner)
  const sell = async (more: object = {}) =>
    (await shop.rest('POST', '/api/payments', { ...sale, ...more })).json()
  return { owner, shop, sell, counter: counterCustomerOf(owner.merchant.id) }
}

const figuresOf = async (owner: Person) => {
  const { activeCustomers, totalTransactions } = await owner.api.dashboard.stats.query()
  const { total } = await owner.api.customers.list.query({})
  return { activeCustomers, totalTransactions, total }
}

test('payments without a person belong to one reserved customer, whom nothing counts or lists', async () => {
  await using app = await testApp()
  const { owner, shop, sell, counter } = await createShop(app)
  const [integration] = await owner.api.integrations.list.query()
  await owner.api.integrations.update.mutate({ id: integration?.id ?? '', webhookUrl: WEBHOOK })

  const first = await sell()
  const second = await sell({ customerEmail: counter.email.toUpperCase(), customerName: 'Eve' })
  const named = await sell({ customerEmail: 'ada@example.com', customerName: 'Ada' })

  expect(first).toMatchObject({
    status: 'success',
    customerName: counter.name,
    customerEmail: counter.email,
  })
  expect(second).toMatchObject({
    customerId: first.customerId,
    customerName: counter.name,
    customerEmail: counter.email,
  })
  expect(named).toMatchObject({ customerName: 'Ada', customerEmail: 'ada@example.com' })
  expect(await figuresOf(owner)).toEqual({ activeCustomers: 1, totalTransactions: 3, total: 1 })
  for (const query of [
    '',
    '?search=counter',
    '?sort=-totalSpent',
    '?sort=name',
    '?status=active',
  ]) {
    const ids = (await shop.rest('GET', `/api/customers${query}`)).json()
    expect(ids.map(({ id }: { id: string }) => id)).not.toContain(first.customerId)
  }
  const events = await app.db.selectFrom('webhookEvents').select('eventType').execute()
  expect(events.filter(({ eventType }) => eventType === 'customer.created')).toHaveLength(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test('the reserved customer is read with its sums, and its payments are found', async () => {
  await using app = await testApp()
  const { shop, sell, counter } = await createShop(app)
  const { customerId } = await sell()
  await sell()

  const customer = await shop.rest('GET', `/api/customers/${customerId}`)
  const payments = await shop.rest('GET', `/api/transactions?customerId=${customerId}`)
  const found = await shop.rest('GET', '/api/transactions?search=counter')

  expect(customer.json()).toMatchObject({ ...counter, totalSpent: '9.00', transactionCount: 2 })
  expect(payments.json()).toHaveLength(2)
  expect(found.json()).toHaveLength(2)
})

test('the reserved customer is neither changed nor erased, and nobody gets its e-mail address', async () => {
  await using app = await testApp()
  const { shop, sell, counter } = await createShop(app)
  const { id, customerId } = await sell()
  const ada = (
    await shop.rest('POST', '/api/customers', { name: 'Ada', email: 'ada@example.com' })
  ).json()

  const refusals = [
    await shop.rest('PUT', `/api/customers/${customerId}`, { name: 'Eve' }),
    await shop.rest('DELETE', `/api/customers/${customerId}`),
    await shop.rest('POST', '/api/customers', { name: 'Eve', email: counter.email }),
    await shop.rest('PUT', `/api/customers/${ada.id}`, { email: counter.email }),
  ]

  for (const refused of refusals) {
    expect([refused.status, refused.json().reason]).toEqual([409, 'customer_reserved'])
  }
  const read = await shop.rest('GET', `/api/transactions/${id}`)
  expect(read.json()).toMatchObject({ customerName: counter.name, customerEmail: counter.email })
})

test('no link asks the reserved customer, and no receipt is mailed to it', async () => {
  await using app = await testApp()
  const { owner, shop, sell } = await createShop(app)
  const { id, customerId } = await sell()
  const link = { title: 'Coffee', amount: '4.50', currency: 'USD' }

  const refused = await shop.rest('POST', '/api/payment-links', { ...link, customerId })
  const again = await shop.rest('POST', '/api/payment-links', { ...link, sourceTransactionId: id })
  const money = await owner.api.refunds.ofPayment.query({ id })

  expect([refused.status, refused.json().issues[0].path]).toEqual([400, 'customerId'])
  expect(again.json()).toMatchObject({ customerId: null, sourceTransactionId: id })
  expect(['no_address', 'none']).toContain(money.receipt)
  expect(await app.count('mails')).toBe(0)
})

test('sales at the counter make no payers of a month, before and after a change of the time zone', async () => {
  await using app = await testApp()
  const { owner, sell } = await createShop(app)
  await sell()
  await sell({ customerEmail: 'ada@example.com', customerName: 'Ada' })
  const payers = () => app.db.selectFrom('rollupPayerMonths').select('paid').execute()

  expect(await payers()).toEqual([{ paid: 1 }])
  await owner.rest('PATCH', '/api/merchant/profile', { timezone: 'Pacific/Auckland' })

  expect((await payers()).at(-1)).toEqual({ paid: 1 })
  expect(await figuresOf(owner)).toEqual({ activeCustomers: 1, totalTransactions: 2, total: 1 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('twenty first sales at once make one reserved customer for each merchant', async () => {
  await using app = await testApp()
  const shops = [await createShop(app), await createShop(app)]

  const sales = await Promise.all(
    shops.flatMap(({ sell }) => Array.from({ length: 10 }, () => sell())),
  )

  expect(new Set(sales.map(({ customerId }) => customerId)).size).toBe(2)
  expect(await app.count('customers')).toBe(2)
})

test('a refund of a sale at the counter mails nobody', async () => {
  await using app = await testApp()
  const { owner, sell } = await createShop(app)
  const { id } = await sell()

  const refund = await owner.rest('POST', `/api/transactions/${id}/refunds`, {})

  expect(refund.json()).toMatchObject({ status: 'success', amount: '4.50' })
  expect(await app.count('mails')).toBe(0)
  expect(await ledgerFindings(app)).toEqual([])
})

test.each([
  ['a name without an e-mail address', { customerName: 'Ada' }, 'customerEmail'],
  ['an e-mail address without a name', { customerEmail: 'ada@example.com' }, 'customerName'],
])('%s is refused', async (_, person, path) => {
  await using app = await testApp()
  const { shop } = await createShop(app)

  const refused = await shop.rest('POST', '/api/payments', { ...sale, ...person })

  expect([refused.status, refused.json().issues[0].path]).toEqual([400, path])
  expect(await app.count('transactions')).toBe(0)
  expect(await app.count('customers')).toBe(0)
})

test('the processor’s page gets no e-mail address for a sale at the counter', async () => {
  await using shop = await createStripeShop()

  await shop.shop.rest('POST', '/api/payments', { ...sale, currency: 'EUR' })
  await shop.shop.rest('POST', '/api/payments', payment({ currency: 'EUR' }))

  const emails = [...shop.account.checkouts.values()].map(({ session }) => session.customer_email)
  expect(emails).toEqual([null, 'ada@example.com'])
})
