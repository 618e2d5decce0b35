import { expect, test } from 'vitest'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const auditOf = async (app: TestApp) =>
  app.db.selectFrom('auditLog').select(['action', 'before', 'after']).orderBy('id').execute()

test.each([
  ['JPY', '1200', '1200.00', 120_000],
  ['JPY', '9999999999.00', '9999999999.00', 999_999_999_900],
  ['KWD', '1.23', '1.23', 123],
  ['IDR', '9999999999.99', '9999999999.99', 999_999_999_999],
  ['HUF', '1234.50', '1234.50', 123_450],
  ['UGX', '5', '5.00', 500],
] as const)(
  '%s %s is paid, and is shown with two decimal places',
  async (currency, amount, shownAmount, storedAmount) => {
    await using app = await testApp()
    const alice = await app.person()

    const paid = await alice.rest('POST', '/api/transactions', payment({ amount, currency }))

    expect(paid.status).toBe(201)
    expect(paid.json()).toMatchObject({ amount: shownAmount, currency, status: 'success' })
    const rows = await app.db.selectFrom('transactions').select(['amount', 'currency']).execute()
    expect(rows).toEqual([{ amount: storedAmount, currency }])
    expect((await runLedgerCheck(app.world)).findings).toEqual([])
  },
)

test.each([
  ['JPY', '1200.50', 'The amount must be a whole number, because JPY has no smaller unit.'],
  ['ISK', '0.01', 'The amount must be a whole number, because ISK has no smaller unit.'],
  ['USD', '100000000', 'The amount must be at most 99999999.99 in USD.'],
  ['JPY', '9999999999.99', 'The amount must be at most 9999999999.00 in JPY.'],
  ['KWD', '1.234', 'The amount must be a decimal text such as "12.34", at most 9999999999.99.'],
  [
    'IDR',
    '10000000000',
    'The amount must be a decimal text such as "12.34", at most 9999999999.99.',
  ],
] as const)(
  '%s %s is refused at the amount by both APIs, and nothing is stored',
  async (currency, amount, message) => {
    await using app = await testApp()
    const alice = await app.person()
    const issues = [{ path: 'amount', message }]

    const byRest = await alice.rest('POST', '/api/payments', payment({ amount, currency }))

    expect(byRest.status).toBe(400)
    expect(byRest.json()).toMatchObject({ code: 'invalid', issues })
    await expect(
      alice.api.transactions.create.mutate(payment({ amount, currency })),
    ).rejects.toMatchObject({ data: { code: 'invalid', issues } })
    expect(await app.db.selectFrom('transactions').select('id').execute()).toEqual([])
  },
)

test('amount filters ignore the currency', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment({ amount: '1200', currency: 'JPY' }))
  await alice.api.transactions.create.mutate(payment({ amount: '1200.50', currency: 'HUF' }))

  const { data } = await alice.api.transactions.list.query({
    minAmount: '1200.25',
    maxAmount: '9999999999.99',
  })

  expect(data).toMatchObject([{ amount: '1200.50', currency: 'HUF' }])
})

test('figures keep each currency apart, in the offered order', async () => {
  await using app = await testApp()
  const alice = await app.person()
  for (const [amount, currency] of [
    ['1200', 'JPY'],
    ['800', 'JPY'],
    ['1.23', 'KWD'],
    ['10', 'EUR'],
  ] as const) {
    await alice.api.transactions.create.mutate(payment({ amount, currency }))
  }

  expect(await alice.api.dashboard.stats.query()).toMatchObject({
    currency: 'USD',
    totalRevenue: '0.00',
    byCurrency: [
      { currency: 'USD', totalRevenue: '0.00' },
      { currency: 'EUR', totalRevenue: '10.00' },
      { currency: 'JPY', totalRevenue: '2000.00', totalTransactions: 2 },
      { currency: 'KWD', totalRevenue: '1.23' },
    ],
  })
  const today = await alice.api.dashboard.today.query()
  expect(today.takings.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'JPY', 'KWD'])
})

test('the average of yen payments is in whole yen, and yen can be the reporting currency', async () => {
  await using app = await testApp()
  const alice = await app.person()
  for (const amount of ['100', '101', '101']) {
    await alice.api.transactions.create.mutate(payment({ amount, currency: 'JPY' }))
  }

  await alice.rest('PATCH', '/api/merchant/profile', { currency: 'JPY' })

  const { averageValue } = await alice.api.analytics.summary.query()
  expect(averageValue).toMatchObject({ value: '101.00', currency: 'JPY' })
  expect(await alice.api.dashboard.stats.query()).toMatchObject({ totalRevenue: '302.00' })
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('a spreadsheet export has each currency’s digits, and a plain export has two decimal places', async () => {
  await using app = await testApp()
  const alice = await app.person()
  for (const [amount, currency] of [
    ['1200', 'JPY'],
    ['1.23', 'KWD'],
    ['1234.5', 'HUF'],
  ] as const) {
    await alice.api.transactions.create.mutate(payment({ amount, currency }))
  }

  const sheet = await alice.rest('GET', '/api/transactions/export?layout=excel-it&sort=amount')
  const csv = await alice.rest('GET', '/api/transactions/export?sort=amount')

  const amountsIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, amount]) => amount)
  expect(amountsIn(sheet.body, /;"?([\d,]+)"?;(?:JPY|KWD|HUF);/g)).toEqual([
    '1,230',
    '1200',
    '1234,50',
  ])
  expect(amountsIn(csv.body, /,([\d.]+),(?:JPY|KWD|HUF),/g)).toEqual(['1.23', '1200.00', '1234.50'])
})

test('a search in yen finds the payment, and names that are currency codes stay names', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const namesFound = async (search: string) =>
    (await alice.api.transactions.list.query({ search })).data.map((row) => row.customerName)
  await alice.api.transactions.create.mutate(
    payment({ amount: '1200', currency: 'JPY', customerName: 'Ron Weasley' }),
  )
  await alice.api.transactions.create.mutate(
    payment({ amount: '55', customerName: 'Harry Potter', customerEmail: 'h@example.com' }),
  )

  expect(await namesFound('¥1,200')).toEqual(['Ron Weasley'])
  expect(await namesFound('1.200 jpy')).toEqual(['Ron Weasley'])
  expect(await namesFound('ron')).toEqual(['Ron Weasley'])
})

test('an owner chooses additional currencies; the merchant of version 1 is unchanged', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const before = (await alice.rest('GET', '/api/merchants')).json()
  expect(await alice.api.merchant.currencies.query()).toEqual({
    chosen: [],
    offered: ['USD', 'EUR', 'GBP'],
  })

  const response = await alice.api.merchant.chooseCurrencies.mutate({
    currencies: ['KWD', 'JPY', 'EUR', 'KWD'],
  })

  const expectedOffer = { chosen: ['JPY', 'KWD'], offered: ['USD', 'EUR', 'GBP', 'JPY', 'KWD'] }
  expect(response).toEqual(expectedOffer)
  expect(await alice.api.merchant.currencies.query()).toEqual(expectedOffer)
  const after = (await alice.rest('GET', '/api/merchants')).json()
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect((await auditOf(app)).at(-1)).toEqual({
    action: 'merchant.updated',
    before: JSON.stringify({ currencies: '' }),
    after: JSON.stringify({ currencies: 'JPY, KWD' }),
  })
})

test('an unchanged choice is not recorded, and an empty choice removes all currencies', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const choose = (currencies: ('JPY' | 'KWD')[]) =>
    alice.api.merchant.chooseCurrencies.mutate({ currencies })
  await Promise.all([choose(['JPY']), choose(['JPY'])])
  const noted = (await auditOf(app)).length

  await choose(['JPY'])

  expect(await auditOf(app)).toHaveLength(noted)
  expect((await auditOf(app)).filter(({ action }) => action === 'merchant.updated')).toHaveLength(1)
  expect(await choose([])).toEqual({ chosen: [], offered: ['USD', 'EUR', 'GBP'] })
})

test('the reporting currency is offered whether it is chosen or not', async () => {
  await using app = await testApp()
  const alice = await app.person()

  await alice.rest('PATCH', '/api/merchant/profile', { currency: 'CHF' })

  expect(await alice.api.merchant.currencies.query()).toEqual({
    chosen: [],
    offered: ['USD', 'EUR', 'GBP', 'CHF'],
  })
})

test('staff read the choice but cannot change it; another merchant has its own', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const staff = await createTeamMember(app, alice)
  const bob = await app.person()
  await alice.api.merchant.chooseCurrencies.mutate({ currencies: ['JPY'] })

  const refused = staff.api.merchant.chooseCurrencies.mutate({ currencies: ['KWD'] })

  await expect(refused).rejects.toMatchObject({ data: { reason: 'owner_only' } })
  expect(await staff.api.merchant.currencies.query()).toMatchObject({ chosen: ['JPY'] })
  expect(await bob.api.merchant.currencies.query()).toMatchObject({ chosen: [] })
})

test('a choice with an unknown currency changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const noted = await auditOf(app)

  const refused = alice.api.merchant.chooseCurrencies.mutate({
    currencies: ['JPY', 'BTC' as 'JPY'],
  })

  await expect(refused).rejects.toMatchObject({ data: { code: 'invalid' } })
  expect(await alice.api.merchant.currencies.query()).toMatchObject({ chosen: [] })
  expect(await auditOf(app)).toEqual(noted)
})
