import { expect, test } from 'vitest'
import { listLedgerBalances } from '#server/features/ledger/ledger.queries.ts'
import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { readBalances } from '../support/balances.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { pick, randomNumbers } from '../support/random-numbers.ts'
import { runs } from '../support/runs.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

type History = {
  app: TestApp
  person: Person
  random: () => number
  paid: string[]
  held: string[]
}

const cents = [
  '00',
  '01',
  '03',
  '05',
  '06',
  '08',
  '09',
  '11',
  '11',
  '12',
  '13',
  '99',
  '49',
] as const

const takeDisputed = async ({ person, random, paid }: History) => {
  const amount = `${1 + Math.floor(random() * 300)}.${pick(random, ['11', '11', '13'])}`
  const taken = await person.rest('POST', '/api/payments', payment({ amount }))
  if (taken.status === 201) paid.push(taken.json().id)
}

/** Something that a merchant, a payer or time does. A refused step changes nothing. */
const steps: readonly ((history: History) => Promise<unknown>)[] = [
  async ({ person, random, paid, held }) => {
    const isHeld = random() < 0.2
    const taken = await person.rest(
      'POST',
      '/api/payments',
      payment({
        amount: `${1 + Math.floor(random() * 300)}.${pick(random, cents)}`,
        currency: pick(random, ['USD', 'EUR', 'JPY'] as const),
        paymentMethod: isHeld ? 'card' : pick(random, ['card', 'paypal', 'bank'] as const),
        ...(isHeld && { captureMethod: 'manual' as const }),
      }),
    )
    if (taken.status === 201) (isHeld ? held : paid).push(taken.json().id)
  },
  ({ person, random, paid }) =>
    person.rest('POST', `/api/transactions/${pick(random, [...paid, 'txn_none'])}/refunds`, {
      amount: `${Math.floor(random() * 20)}.${pick(random, cents)}`,
    }),
  ({ person, random, paid }) =>
    person.rest('POST', `/api/transactions/${pick(random, [...paid, 'txn_none'])}/refunds`, {}),
  ({ person, random, held }) =>
    person.rest('POST', `/api/transactions/${pick(random, [...held, 'txn_none'])}/capture`, {}),
  ({ person, random, held }) =>
    person.rest('POST', `/api/transactions/${pick(random, [...held, 'txn_none'])}/void`, {}),
  ({ person, random }) =>
    person.rest('POST', '/api/payouts', { currency: pick(random, ['USD', 'EUR', 'JPY']) }),
  async ({ app, random }) => app.clock.advance(Math.floor(random() * 20_000)),
  async ({ app, random, person }) => {
    app.clock.advance(Math.floor(random() * 30 * 3_600_000))
    await person.signIn()
  },
  // A dispute is answered so that it is won or lost, or accepted.
  async ({ person, random }) => {
    const { data } = await person.api.disputes.list.query({})
    const open = data.filter(({ state }) => state === 'needs_response' || state === 'inquiry')
    if (open.length === 0) return
    const { id } = pick(random, open)
    if (random() < 0.2) return person.rest('POST', `/api/disputes/${id}/accept`, {})
    const explanation = random() < 0.5 ? 'winning_evidence' : 'delivered'
    const fields = { explanation }
    await person.rest('PUT', `/api/disputes/${id}/evidence`, { version: 0, fields })
    return person.rest('POST', `/api/disputes/${id}/submit`, {})
  },
  ({ app }) => checkDueDisputes(app.world),
  takeDisputed,
  takeDisputed,
  ({ app }) => app.settle(),
  ({ app }) => settleRefunds(app.world),
  ({ app }) => readBalances(app, 1),
]

/** Sums of what the ledger says that the processor holds, by currency. */
async function heldIn({ app, person }: History): Promise<Record<string, number>> {
  const rows = await listLedgerBalances(app.db, { merchantId: person.merchant.id })
  return Object.fromEntries(
    rows
      .filter(({ kind }) => kind === 'processor')
      .map(({ currency, debits, credits }) => [currency, Number(debits) - Number(credits)]),
  )
}

test('ledger, entries and balance agree after any history of payments, refunds, disputes and payouts', async () => {
  const seen: string[] = []
  for (let seed = 1; seed <= runs(12, 3); seed++) {
    await using app = await testApp()
    const person = await app.person({ timezone: 'Europe/Rome' })
    const history: History = { app, person, random: randomNumbers(seed), paid: [], held: [] }
    for (let step = 0; step < 60; step++) await pick(history.random, steps)(history)
    // Everything that can still change by itself has changed after eight days.
    for (let day = 0; day < 9; day++) {
      app.clock.advance(86_400_000)
      await app.settle()
      await settleRefunds(app.world)
      await checkDueDisputes(app.world)
      await readBalances(app, 3)
    }
    await person.signIn()

    expect({ seed, findings: await ledgerFindings(app) }).toEqual({ seed, findings: [] })
    const balances = await person.api.balance.get.query()
    const shown = Object.fromEntries(
      balances.map(({ currency, pending, available }) => [
        currency,
        Math.round((Number(pending) + Number(available)) * 100),
      ]),
    )
    expect({ seed, shown }).toEqual({ seed, shown: await heldIn(history) })
    const negative = <Row extends { amount: number }>(row: Row) => ({ ...row, amount: -row.amount })
    const rows = await app.db
      .selectFrom('transactions')
      .select(['id', 'amount'])
      .where('status', '=', 'success')
      .execute()
    const charges = await app.db
      .selectFrom('balanceEntries')
      .select(['transactionId as id', 'amount'])
      .where('type', '=', 'charge')
      .execute()
    const sorted = (all: readonly { id: string | null; amount: number }[]) =>
      all.map(({ id, amount }) => `${id} ${Number(amount)}`).toSorted()
    expect({ seed, charges: sorted(charges) }).toEqual({ seed, charges: sorted(rows) })
    const disputes = await app.db
      .selectFrom('disputes')
      .select(['id', 'amount', 'status'])
      .where('kind', '=', 'dispute')
      .where('status', 'in', ['needs_response', 'under_review', 'won', 'lost'])
      .execute()
    const taken = await app.db
      .selectFrom('balanceEntries')
      .select(['disputeId as id', 'amount', 'fee'])
      .where('type', '=', 'dispute')
      .execute()
    const returned = await app.db
      .selectFrom('balanceEntries')
      .select(['disputeId as id', 'amount'])
      .where('type', '=', 'dispute_reversal')
      .execute()
    const won = disputes.filter(({ status }) => status === 'won')
    expect({ seed, taken: sorted(taken) }).toEqual({ seed, taken: sorted(disputes.map(negative)) })
    expect({ seed, returned: sorted(returned) }).toEqual({ seed, returned: sorted(won) })
    expect(new Set(taken.map(({ fee }) => Number(fee))).size).toBeLessThanOrEqual(1)
    seen.push(...disputes.map(({ status }) => status))
  }
  // Histories without a won and a lost dispute would show nothing about them.
  expect(seen).toEqual(expect.arrayContaining(['won', 'lost']))
})
