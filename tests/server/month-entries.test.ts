import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { actingMerchantOf } from '#server/features/merchants/merchants.rules.ts'
import { listBalanceAccounts } from '#server/features/money/balance.queries.ts'
import type { EntryDraft } from '#server/features/money/entry-draft.rules.ts'
import { storeEntries } from '#server/features/money/reading/store-entries.ts'
import { closeMonth } from '#server/features/months/close-month.ts'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const MONTH = '2026-03'

/** A merchant with a payment in March, on the second day of April. */
async function shopInApril(app: TestApp) {
  app.clock.set('2026-03-10T12:00:00.000Z')
  const alice = await app.person()
  await takePayments(alice, 1)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  app.clock.set('2026-04-02T12:00:00.000Z')
  await alice.signIn()
  return alice
}

const adjustmentOf = (ref: string, createdAt: string): EntryDraft => ({
  ref,
  type: 'adjustment',
  rawType: 'adjustment',
  balanceType: 'payments',
  amount: -100,
  fee: 3,
  net: -103,
  currency: 'USD',
  feeDetails: [],
  createdAt,
  availableAt: createdAt,
})

/** Stores entries as the reading does, at the time of a clock. */
async function store(
  app: TestApp,
  { merchant }: Person,
  drafts: readonly EntryDraft[],
  now = app.clock.now,
): Promise<void> {
  const [account] = await listBalanceAccounts(app.db, { merchantId: merchant.id })
  if (!account) throw new Error('the merchant has no balance')
  await storeEntries({ ...app.world, now }, account, drafts)
}

/** More than one slice of work adds up; half of them in one instant. */
const MANY = 2500
const manyOnOneDay = (prefix: string): EntryDraft[] =>
  Array.from({ length: MANY }, (_, n) => {
    const second = n < MANY / 2 ? 0 : n % 60
    return adjustmentOf(`${prefix}${n}`, `2026-03-31T10:00:${String(second).padStart(2, '0')}.000Z`)
  })

const sumOfMany = { name: 'sandbox', kind: 'adjustment', currency: 'USD', count: MANY }

test('a day of many entries adds up to the same figures, open, closed and as a correction', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)
  await store(app, alice, manyOnOneDay('a'))
  const get = async (month: string) => (await alice.rest('GET', `/api/months/${month}`)).json()

  const open = await get(MONTH)
  expect((await alice.rest('POST', `/api/months/${MONTH}/close`, {})).status).toBe(200)
  await store(app, alice, manyOnOneDay('b'))

  const closed = await get(MONTH)
  for (const { others, fees } of [open, closed]) {
    expect(others).toMatchObject([{ type: 'adjustment', count: MANY, amount: '-2500.00' }])
    expect(fees).toMatchObject([
      { type: 'adjustment', count: MANY, amount: '75.00' },
      { type: 'charge', count: 1, amount: '1.65' },
    ])
  }
  expect((await get('2026-04')).corrections).toMatchObject([
    { ...sumOfMany, section: 'fees', amount: '75.00' },
    { ...sumOfMany, section: 'other', amount: '-2500.00' },
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a dispute is the same in its own month and as a correction: in the currency of its payment, by its method', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)
  const payment = await app.db.selectFrom('transactions').select('id').executeTakeFirstOrThrow()
  const disputed = { originalAmount: -250, originalCurrency: 'GBP', transactionId: payment.id }
  const entriesOf = (name: string): EntryDraft[] => [
    { ...adjustmentOf(`${name}1`, '2026-03-20T10:00:00.000Z'), ...disputed, type: 'dispute' },
    // Came back in part, in the currency of the balance.
    {
      ...adjustmentOf(`${name}2`, '2026-03-20T11:00:00.000Z'),
      type: 'dispute_reversal',
      amount: 40,
    },
  ]
  const get = async (month: string) => (await alice.rest('GET', `/api/months/${month}`)).json()
  await store(app, alice, entriesOf('a'))

  const { totals } = await get(MONTH)
  expect((await alice.rest('POST', `/api/months/${MONTH}/close`, {})).status).toBe(200)
  await store(app, alice, entriesOf('b'))

  expect((await get(MONTH)).totals).toEqual(totals)
  expect(totals).toMatchObject([
    { currency: 'USD', disputed: '-0.40' },
    { currency: 'GBP', disputed: '2.50' },
  ])
  const { corrections } = await get('2026-04')
  expect(
    corrections.filter(({ section }: { section: string }) => section === 'disputes'),
  ).toMatchObject([
    { name: '', currency: 'USD', count: 0, amount: '-0.40' },
    { name: 'card', currency: 'GBP', count: 1, amount: '2.50' },
  ])
})

/** Returns the database, which runs `act` once, after the first result of a query on this table. */
function actAfter(db: Db, table: string, act: () => Promise<void>): Db {
  let watched: object | undefined
  let isDone = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (!watched && JSON.stringify(node).includes(`"${table}"`)) watched = queryId
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (queryId === watched && !isDone) {
        isDone = true
        await act()
      }
      return result
    },
  }
  return db.withPlugin(plugin)
}

test('an entry recorded by a slow clock while its month is added up is in the closed month', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)
  const row = await findMerchant(app.db, { merchantId: alice.merchant.id })
  if (!row) throw new Error('there is no such merchant')
  const slow = () => app.clock.now() - 60_000
  const late = [adjustmentOf('late', '2026-03-01T10:00:00.000Z')]
  const ctx: MerchantCtx = {
    ...app.world,
    db: actAfter(app.db, 'transactions', () => store(app, alice, late, slow)),
    merchant: actingMerchantOf(row),
    actor: { type: 'system', job: 'close-month' },
    requestId: 'req_month',
    address: null,
  }

  const closed = await closeMonth(ctx, { month: MONTH, taxes: [] })

  expect(closed.others).toMatchObject([{ type: 'adjustment', count: 1, amount: '-1.00' }])
  const april = (await alice.rest('GET', '/api/months/2026-04')).json()
  expect(april.corrections).toEqual([])
  expect(await ledgerFindings(app)).toEqual([])
})
