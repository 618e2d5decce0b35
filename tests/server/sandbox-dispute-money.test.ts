import { expect, test } from 'vitest'
import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

const DAY_MS = 86_400_000

async function later(app: TestApp, ms: number): Promise<void> {
  await checkDueDisputes(app.world)
  app.clock.advance(ms)
  await checkDueDisputes(app.world)
  await readBalances(app, 1)
}

/** Takes a card payment with this amount, lets the sandbox dispute it, and reads the balance. */
async function disputed(app: TestApp, person: Person, amount: string) {
  const [paid] = await takePayments(person, 1, { amount })
  await later(app, SETTLEMENT_MS)
  await later(app, READ_AFTER_MS)
  const { data } = await person.api.disputes.list.query({ transactionId: paid.id })
  const [dispute] = data
  if (!dispute) throw new Error('the payment is not disputed')
  return { paid, dispute }
}

const response = async (person: Person, id: string, explanation: string) => {
  await person.api.disputes.saveEvidence.mutate({ id, version: 0, fields: { explanation } })
  await person.api.disputes.submit.mutate({ id, version: 1 })
}

const linesOf = async (person: Person, transactionId: string) => {
  const { data } = await person.api.balanceEntries.list.query({ transactionId, sort: 'createdAt' })
  return data.map(({ type, amount, fee, net }) => [type, amount, fee, net])
}

const availableTo = async (person: Person) =>
  (await person.api.balance.get.query()).map(({ available }) => available)

test('a dispute takes its amount and 15.00, and a win returns the amount but not the fee', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { paid, dispute } = await disputed(app, alice, '100.11')

  expect(await linesOf(alice, paid.id)).toEqual([
    ['charge', '100.11', '1.65', '98.46'],
    ['dispute', '-100.11', '15.00', '-115.11'],
  ])
  const [taken] = (await alice.api.balanceEntries.list.query({ type: 'dispute' })).data
  expect(taken).toMatchObject({
    disputeId: dispute.id,
    transactionId: paid.id,
    description: paid.transactionId,
    createdAt: dispute.createdAt,
    availableAt: dispute.createdAt,
    feeDetails: [{ type: 'dispute', amount: '15.00' }],
  })
  expect(await availableTo(alice)).toEqual(['-16.65'])
  const shop = await keyCaller(app, alice, { scopes: ['read'] })
  const path = `/api/transactions/${paid.id}`
  const shown = (await shop.rest('GET', path, undefined, { 'api-version': 'v2' })).json()
  expect(shown.amounts).toMatchObject({ fee: '16.65', net: '-16.65' })
  // The bank took more than is left, so nothing can be paid out.
  expect((await alice.rest('POST', '/api/payouts', {})).json()).toMatchObject({
    reason: 'nothing_available',
  })
  expect(await ledgerFindings(app)).toEqual([])

  await response(alice, dispute.id, 'winning_evidence')
  await later(app, 0)
  expect(await linesOf(alice, paid.id)).toHaveLength(2)
  await later(app, SETTLEMENT_MS)
  expect((await linesOf(alice, paid.id)).at(-1)).toEqual([
    'dispute_reversal',
    '100.11',
    '0.00',
    '100.11',
  ])
  expect(await availableTo(alice)).toEqual(['83.46'])
  expect(await app.count('sandboxOpenFacts')).toBe(0)
  expect(await ledgerFindings(app)).toEqual([])
})

test.each([
  ['accepted', 0],
  ['not answered', 7 * DAY_MS],
])('a dispute that is lost because it was %s keeps the money', async (how, waitMs) => {
  await using app = await testApp()
  const alice = await app.person()
  const { paid, dispute } = await disputed(app, alice, '50.11')

  if (how === 'accepted') await alice.api.disputes.accept.mutate({ id: dispute.id })
  await later(app, waitMs)
  await alice.signIn()

  expect((await alice.api.disputes.get.query({ id: dispute.id })).state).toBe('lost')
  expect((await linesOf(alice, paid.id)).map(([type]) => type)).toEqual(['charge', 'dispute'])
  expect(await availableTo(alice)).toEqual(['-15.95'])
  expect(await ledgerFindings(app)).toEqual([])
})

test('warnings and inquiries take nothing; an inquiry without an answer becomes a loss', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const warned = await disputed(app, alice, '20.12')
  const asked = await disputed(app, alice, '30.13')
  const answered = await disputed(app, alice, '40.13')
  await response(alice, answered.dispute.id, 'winning_evidence')
  await later(app, SETTLEMENT_MS)

  expect(await alice.api.balanceEntries.list.query({ type: 'dispute' })).toMatchObject({ total: 0 })
  expect(await alice.api.disputes.get.query({ id: answered.dispute.id })).toMatchObject({
    state: 'inquiry',
    closedAt: expect.any(String),
  })

  await later(app, 7 * DAY_MS)
  await alice.signIn()
  const lost = await alice.api.disputes.get.query({ id: asked.dispute.id })
  expect(lost.state).toBe('lost')
  const [line, ...others] = (await alice.api.balanceEntries.list.query({ type: 'dispute' })).data
  expect(others).toEqual([])
  expect(line).toMatchObject({
    disputeId: asked.dispute.id,
    amount: '-30.13',
    fee: '15.00',
    createdAt: lost.closedAt,
  })
  for (const { paid } of [warned, answered]) {
    expect((await linesOf(alice, paid.id)).map(([type]) => type)).toEqual(['charge'])
  }
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payout waits until later payments cover a dispute, and both are in it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { paid } = await disputed(app, alice, '10.11')
  app.clock.advance(DAY_MS)
  await readBalances(app)
  await alice.signIn()
  expect((await alice.api.payouts.list.query({})).total).toBe(0)

  await takePayments(alice, 1)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  const [payout, ...others] = (await alice.rest('GET', '/api/payouts')).json()
  expect(others).toEqual([])
  // 10.11 − 0.39 − 10.11 − 15.00 + 100.00 − 1.65
  expect(payout).toMatchObject({ amount: '82.96', entryCount: 3 })
  const contents = await alice.api.balanceEntries.list.query({ payoutId: payout.id })
  expect(contents.data.filter(({ transactionId }) => transactionId === paid.id)).toHaveLength(2)
  expect(await ledgerFindings(app)).toEqual([])
})

test('the check names a dispute whose entry is missing or altered', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { dispute } = await disputed(app, alice, '10.11')
  const sentence = 'the entries of a dispute at the sandbox are what it took'
  const named = async () => (await ledgerFindings(app)).map(({ invariant }) => invariant)
  const entry = app.db.updateTable('balanceEntries').where('disputeId', '=', dispute.id)

  await entry.set({ amount: -1000, net: -2500 }).execute()
  expect(await named()).toContain(sentence)
  await entry.set({ amount: -1011, net: -2511 }).execute()
  expect(await named()).toEqual([])
  await entry.set({ disputeId: null }).execute()
  expect(await named()).toContain(sentence)
  await app.db
    .updateTable('balanceEntries')
    .where('type', '=', 'dispute')
    .set({ disputeId: 'dsp_none' })
    .execute()
  expect(await named()).toContain(
    'every balance entry is about a payment, refund, dispute and payout of the same merchant',
  )
})
