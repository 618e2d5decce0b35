import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listLedgerBalances, listLedgers } from '#server/features/ledger/ledger.queries.ts'
import { rebuildLedger } from '#server/features/ledger/post-entries.ts'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { damage } from '../support/damage.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** Takes ten payments, refunds a part of one, pays out, and reads everything. */
async function fillLedger(app: TestApp): Promise<Person> {
  const alice = await app.person()
  const [first] = await takePayments(alice, 10)
  await alice.rest('POST', `/api/transactions/${first.id}/refunds`, { amount: '40.00' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  await alice.rest('POST', '/api/payouts', {})
  await readBalances(app)
  return alice
}

const balancesOf = async (app: TestApp, { merchant }: Person) => {
  const rows = await listLedgerBalances(app.db, { merchantId: merchant.id })
  return rows.map(({ kind, debits, credits }) => [kind, Number(debits) - Number(credits)])
}

test('the ledger has what the processor holds, and sums to zero', async () => {
  await using app = await testApp()
  const alice = await fillLedger(app)

  const balances = await balancesOf(app, alice)
  expect(balances).toEqual([
    ['fees', 1650],
    ['payouts', 94_350],
    ['processor', 0],
    ['refunds', 4000],
    ['sales', -100_000],
  ])
  expect(balances.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0)
  expect(await ledgerFindings(app)).toEqual([])
})

test('rebuilding the ledger gives the same numbers, and leaves the former rows', async () => {
  await using app = await testApp()
  const alice = await fillLedger(app)
  const before = await balancesOf(app, alice)
  const rows = await app.count('ledgerPostings')

  for (const owner of await listLedgers(app.db)) {
    await rebuildLedger(app.world, owner, { pauseBetween: async () => undefined })
  }
  expect(await balancesOf(app, alice)).toEqual(before)
  await readBalances(app)
  await takePayments(alice, 1)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)

  expect(await app.count('ledgerPostings')).toBe(rows * 2 + 2)
  expect(await balancesOf(app, alice)).toContainEqual(['sales', -110_000])
  expect(await ledgerFindings(app)).toEqual([])
})

test.each(['ledger_transfers', 'ledger_postings'])('%s are only added to', async (table) => {
  await using app = await testApp()
  await fillLedger(app)

  const change = sql`update ${sql.table(table)} set generation = 9`.execute(app.db)
  await expect(change).rejects.toThrow('append-only')
  const removal = sql`delete from ${sql.table(table)}`.execute(app.db)
  await expect(removal).rejects.toThrow('append-only')
})

const ofCharge = sql`(select min(id) from balance_entries where type = 'charge')`

test.each([
  [
    'an altered cent',
    sql`update balance_entries set amount = amount + 1 where id = ${ofCharge}`,
    ['the net amount of a balance entry', 'the charges of a payment'],
  ],
  [
    'an altered cent of amount and net',
    sql`update balance_entries set amount = amount + 1, net = net + 1 where id = ${ofCharge}`,
    ['the entries of a payout add up', 'the ledger contains the change of each balance entry'],
  ],
  [
    'a missing entry',
    sql`delete from balance_entries where id = ${ofCharge}`,
    ['a payment that the sandbox reader', 'every transfer of the ledger follows'],
  ],
  [
    'a doubled entry',
    sql`insert into balance_entries (merchant_id, id, balance_account_id, processor, ref, type, raw_type,
        balance_type, amount, fee, net, currency, fee_details, transaction_id, created_at, available_at, recorded_at)
      select merchant_id, 'ent_doubled', balance_account_id, processor, 'doubled', type, raw_type,
        balance_type, amount, fee, net, currency, fee_details, transaction_id, created_at, available_at, recorded_at
      from balance_entries where id = ${ofCharge}`,
    ['the totals of balance entries', 'the charges of a payment'],
  ],
  [
    'a foreign entry',
    sql`update balance_entries set transaction_id = 'txn_foreign' where id = ${ofCharge}`,
    ['every balance entry is about a payment', 'a payment that the sandbox reader'],
  ],
  [
    'an altered total',
    sql`update balance_totals set net = net + 1 where type = 'charge'`,
    ['the totals of balance entries'],
  ],
  [
    'an altered balance of the ledger',
    sql`update ledger_balances set debits = debits + 1`,
    ['the balances of the ledger'],
  ],
])('the check finds %s', async (_, statement, invariants) => {
  await using app = await testApp()
  await fillLedger(app)
  expect(await ledgerFindings(app)).toEqual([])

  await damage(app, statement)

  const found = (await ledgerFindings(app)).map(({ invariant }) => invariant)
  for (const name of invariants) {
    expect(found.filter((each) => each.startsWith(name))).toHaveLength(1)
  }
})
