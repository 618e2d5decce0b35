import { expect, test } from 'vitest'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

const createPayment = async (person: Person, amount = '100.00') =>
  (await person.rest('POST', '/api/payments', payment({ amount }))).json()

const refund = (person: Pick<Person, 'rest'>, id: string, body: object = {}) =>
  person.rest('POST', `/api/transactions/${id}/refunds`, body)

const moneyOf = (person: Person, id: string) => person.api.refunds.ofPayment.query({ id })

test('a payment is refunded in parts, up to what is left, and its v1 response stays the same', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await createPayment(alice)
  const before = (await alice.rest('GET', `/api/transactions/${id}`)).json()
  app.clock.advance(1000)

  const first = await refund(alice, id, { amount: '30.00', reason: 'goodwill', note: 'Cold soup' })
  expect(first.status).toBe(201)
  expect(first.json()).toMatchObject({
    transactionId: id,
    reference: before.transactionId,
    amount: '30.00',
    currency: 'USD',
    reason: 'goodwill',
    note: 'Cold soup',
    status: 'success',
    failureReason: null,
  })
  await refund(alice, id, { amount: '20.00' })
  expect((await moneyOf(alice, id)).amounts).toMatchObject({
    refunded: '50.00',
    refunding: '0.00',
    remaining: '50.00',
  })
  const tooMuch = await refund(alice, id, { amount: '50.01' })
  expect(tooMuch.status).toBe(409)
  expect(tooMuch.json().reason).toBe('refund_exceeds_remaining')
  const remainingRefund = await refund(alice, id)
  expect(remainingRefund.json().amount).toBe('50.00')
  expect(await moneyOf(alice, id)).toMatchObject({ refundState: 'full' })
  const more = await refund(alice, id)
  expect(more.status).toBe(409)
  expect(more.json().reason).toBe('fully_refunded')

  const stats = await alice.api.dashboard.stats.query()
  expect(stats.totalRevenue).toBe('100.00')
  const figures = await alice.api.refunds.figures.query({})
  expect(figures.byCurrency).toEqual([
    { currency: 'USD', gross: '100.00', refunded: '100.00', refundCount: 3, net: '0.00' },
  ])
  const listed = await alice.api.refunds.list.query({ status: 'success' })
  expect(listed.total).toBe(3)
  expect(listed.data.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(100)
  const after = (await alice.rest('GET', `/api/transactions/${id}`)).json()
  expect({ ...after, updatedAt: before.updatedAt }).toEqual(before)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a signed-out caller, a stranger and a key without the scope cannot refund', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const { id } = await createPayment(alice)
  const shop = await keyCaller(app, alice)
  const till = await keyCaller(app, alice, { scopes: ['refund'] })
  const KEY_HEADERS = { 'idempotency-key': 'r1' }
  const path = `/api/transactions/${id}/refunds`

  const signedOutResponse = await app.rest({ method: 'POST', url: path, payload: {} })
  const stranger = await refund(bob, id)
  const unscoped = await shop.rest('POST', path, {}, KEY_HEADERS)

  expect(signedOutResponse.status).toBe(401)
  expect(stranger.status).toBe(404)
  expect(unscoped.status).toBe(403)
  expect(unscoped.json().reason).toBe('scope_missing')
  expect(await app.count('refunds')).toBe(0)
  expect((await till.rest('POST', path, {}, KEY_HEADERS)).status).toBe(201)
  const again = await till.rest('POST', path, {}, KEY_HEADERS)
  expect(again.status).toBe(201)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await app.count('refunds')).toBe(1)
})

test.each([
  ['an amount of nothing', { amount: '0.00' }],
  ['a third decimal', { amount: '1.001' }],
  ['an unknown reason', { reason: 'because' }],
  ['an unknown key', { sum: '1.00' }],
  ['a note with a card number', { note: 'card 4111 1111 1111 1111' }],
])('%s is refused and changes nothing', async (_, body) => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await createPayment(alice)

  expect((await refund(alice, id, body)).status).toBe(400)
  expect(await app.count('refunds')).toBe(0)
  expect((await moneyOf(alice, id)).amounts.remaining).toBe('100.00')
})

test('a payment can be refunded only after it has succeeded', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const failed = await createPayment(alice, '10.01')
  const pending = await createPayment(alice, '10.03')

  for (const { id } of [failed, pending]) {
    const response = await refund(alice, id)
    expect(response.status).toBe(409)
    expect(response.json().reason).toBe('not_refundable')
  }
  expect(await ledgerFindings(app)).toEqual([])
})

test('the sandbox leaves a refund open, lets one fail later, or refuses it, by its amount', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await createPayment(alice)
  const statusOf = async (refundId: string) =>
    (await alice.api.refunds.get.query({ id: refundId })).status

  const later = (await refund(alice, id, { amount: '1.08' })).json()
  const lost = (await refund(alice, id, { amount: '1.09' })).json()
  const refused = (await refund(alice, id, { amount: '1.10' })).json()
  expect([later.status, lost.status, refused.status]).toEqual(['pending', 'success', 'failed'])
  expect(refused.failureReason).toBe('refused')
  expect((await moneyOf(alice, id)).amounts).toMatchObject({
    refunding: '1.08',
    refunded: '1.09',
    remaining: '97.83',
  })

  app.clock.advance(SETTLEMENT_MS)
  await settleRefunds(app.world)

  expect(await statusOf(later.id)).toBe('success')
  expect(await statusOf(lost.id)).toBe('failed')
  expect((await moneyOf(alice, id)).amounts).toMatchObject({
    refunding: '0.00',
    refunded: '1.08',
    remaining: '98.92',
  })
  expect(await ledgerFindings(app)).toEqual([])
})

test('fifty refunds of three at once on a hundred: exactly thirty-three succeed', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const payments = await Promise.all(Array.from({ length: 5 }, () => createPayment(alice)))

  const responses = await Promise.all(
    payments.flatMap(({ id }) =>
      Array.from({ length: 50 }, () => refund(alice, id, { amount: '3.00' })),
    ),
  )

  const statuses = responses.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201, 409]))
  expect(statuses.filter((status) => status === 201)).toHaveLength(5 * 33)
  for (const { id } of payments) {
    expect((await moneyOf(alice, id)).amounts).toMatchObject({ refunded: '99.00' })
  }
  expect(await ledgerFindings(app)).toEqual([])
})

test.each(['before', 'after'] as const)(
  'a response lost %s the money went back leaves a pending refund, which one poll resolves',
  async (moment) => {
    const processor = createOnlineProcessor({
      refund: async ({ id, amount }) => {
        const isFirst = processor.called('refund').length === 1
        if (moment === 'after' || !isFirst) processor.returned.set(id, amount)
        if (isFirst) throw new Error('socket hang up')
        return { status: 'success' }
      },
    })
    await using app = await testApp({ deps: depsWithProcessor(processor) })
    const alice = await app.person()
    const till = await keyCaller(app, alice, { scopes: ['refund'] })
    const { id } = await createPayment(alice)
    const send = () =>
      till.rest('POST', `/api/transactions/${id}/refunds`, {}, { 'idempotency-key': 'r' })

    const lost = await send()
    expect(lost.status).toBe(201)
    expect(lost.json().status).toBe('pending')
    expect((await send()).json().reason).toBe('idempotency_in_progress')
    app.clock.advance(1000)
    expect(await settleRefunds(app.world)).toBe(1)

    expect((await alice.api.refunds.get.query({ id: lost.json().id })).status).toBe('success')
    expect([...processor.returned]).toEqual([[lost.json().id, 10_000]])
    const again = await send()
    expect(again.json()).toMatchObject({ id: lost.json().id, status: 'success' })
    expect(await ledgerFindings(app)).toEqual([])
  },
)

async function openShopWithLimits(app: TestApp) {
  const owner = await app.person()
  const staff = await createTeamMember(app, owner)
  await app.db
    .updateTable('merchants')
    .set({ staffRefundLimit: 2_000, staffRefundDayLimit: 5_000 })
    .where('id', '=', owner.merchant.id)
    .execute()
  return { owner, staff }
}

test('staff refund up to a limit for each refund and each day, and an owner approves more', async () => {
  await using app = await testApp()
  const { owner, staff } = await openShopWithLimits(app)
  const { id } = await createPayment(owner, '500.00')
  const statuses: string[] = []
  for (const amount of ['20.00', '20.00', '20.00', '20.01']) {
    statuses.push((await refund(staff, id, { amount })).json().status)
  }
  expect(statuses).toEqual(['success', 'success', 'pending', 'pending'])
  const { refunds, amounts } = await moneyOf(owner, id)
  const waiting = refunds.filter(({ needsApproval }) => needsApproval)
  expect(waiting.map(({ amount }) => amount)).toEqual(['20.00', '20.01'])
  expect(amounts).toMatchObject({ refunded: '40.00', refunding: '40.01', remaining: '419.99' })
  const [first, second] = waiting.map((one) => one.id)
  if (!first || !second) throw new Error('two refunds wait')

  await expect(staff.api.refunds.approve.mutate({ id: first })).rejects.toThrow(/owner/)
  expect((await owner.api.refunds.approve.mutate({ id: first })).status).toBe('success')
  expect(await owner.api.refunds.refuse.mutate({ id: second })).toMatchObject({
    status: 'cancelled',
    failureReason: 'not_approved',
  })
  await expect(owner.api.refunds.approve.mutate({ id: second })).rejects.toThrow(/decided/)
  expect((await moneyOf(owner, id)).amounts).toMatchObject({
    refunded: '60.00',
    refunding: '0.00',
    remaining: '440.00',
  })
  expect((await refund(owner, id, { amount: '300.00' })).json().status).toBe('success')
  expect(await ledgerFindings(app)).toEqual([])
})

test('refunds are found by their words, and filtered by their properties', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id, transactionId } = await createPayment(alice)
  await refund(alice, id, { amount: '5.00', note: 'Broken vase', reason: 'goodwill' })
  await refund(alice, id, { amount: '7.10' })
  const amounts = async (filter: Parameters<typeof alice.api.refunds.list.query>[0]) =>
    (await alice.api.refunds.list.query(filter)).data.map(({ amount }) => amount)

  expect(await amounts({})).toEqual(['7.10', '5.00'])
  expect(await amounts({ search: 'vase' })).toEqual(['5.00'])
  expect(await amounts({ search: transactionId })).toEqual(['7.10', '5.00'])
  expect(await amounts({ search: 'nothing' })).toEqual([])
  expect(await amounts({ status: 'failed' })).toEqual(['7.10'])
  expect(await amounts({ reason: 'goodwill' })).toEqual(['5.00'])
  expect(await amounts({ minAmount: '6.00' })).toEqual(['7.10'])
  expect(await amounts({ transactionId: id, sort: 'amount' })).toEqual(['5.00', '7.10'])
  const [first] = (await alice.api.refunds.list.query({ limit: 1 })).data
  expect(first?.amount).toBe('7.10')
})
