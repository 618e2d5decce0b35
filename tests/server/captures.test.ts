import { expect, test } from 'vitest'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { type Person, SETTLEMENT_MS, testApp } from '../support/test-app.ts'

const DAY_MS = 86_400_000

const authorizePayment = async (person: Person, amount = '100.00') =>
  (
    await person.rest('POST', '/api/payments', { ...payment({ amount }), captureMethod: 'manual' })
  ).json()

const capture = (person: Pick<Person, 'rest'>, id: string, body: object = {}) =>
  person.rest('POST', `/api/transactions/${id}/capture`, body)

const sums = (person: Person) => person.api.transactions.summary.query({})

test('part of an authorized amount is captured once, and the rest is released', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id, status } = await authorizePayment(alice)
  expect(status).toBe('pending')
  const held = await alice.api.refunds.ofPayment.query({ id })
  expect(held).toMatchObject({ stage: 'authorized', isCapturedByHand: true })
  expect(held.amounts).toMatchObject({ authorized: '100.00', captured: '0.00' })
  expect(held.captureBefore).not.toBeNull()
  expect(JSON.stringify(await sums(alice))).toContain('100.00')

  const tooMuch = await capture(alice, id, { amount: '100.01' })
  expect(tooMuch.json().reason).toBe('capture_exceeds_authorized')
  const captured = await capture(alice, id, { amount: '80.00' })
  expect(captured.status).toBe(200)
  expect(captured.json()).toMatchObject({ status: 'success', amount: '80.00' })
  const more = await capture(alice, id, { amount: '80.01' })
  expect(more.status).toBe(409)
  expect(more.json().reason).toBe('already_captured')

  expect((await alice.api.dashboard.stats.query()).totalRevenue).toBe('80.00')
  const refunded = await alice.rest('POST', `/api/transactions/${id}/refunds`, { amount: '80.01' })
  expect(refunded.json().reason).toBe('refund_exceeds_remaining')
  expect(await ledgerFindings(app)).toEqual([])
})

test('the attempts show when a payment was authorized, at once or later, for any outcome', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const startedAt = new Date(app.clock.now()).toISOString()
  const [once, later, plain] = [
    await authorizePayment(alice),
    await authorizePayment(alice, '100.03'),
    (await alice.rest('POST', '/api/payments', payment())).json(),
  ]
  app.clock.advance(SETTLEMENT_MS)
  await settleDue(app.world)
  await settleDue(app.world)
  const settledAt = new Date(app.clock.now()).toISOString()
  await capture(alice, once.id, { amount: '80.00' })
  await alice.rest('POST', `/api/transactions/${later.id}/void`, {})

  const attemptsOf = async (id: string) =>
    (await alice.api.refunds.ofPayment.query({ id })).attempts
  const attempt = { number: 1, at: startedAt, outcome: 'authorized', reason: null }
  expect(await attemptsOf(once.id)).toEqual([{ ...attempt, endedAt: startedAt }])
  expect(await attemptsOf(later.id)).toEqual([{ ...attempt, endedAt: settledAt }])
  expect(await attemptsOf(plain.id)).toEqual([])
  expect(await app.count('paymentAttempts')).toBe(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test('an authorized payment is voided or expires, and ends as failed', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const one = await authorizePayment(alice)
  const two = await authorizePayment(alice, '100.07')
  const three = await authorizePayment(alice)

  const voided = await alice.rest('POST', `/api/transactions/${one.id}/void`, {})
  expect(voided.json()).toMatchObject({ status: 'failed', failureReason: 'cancelled' })
  expect((await capture(alice, one.id)).json().reason).toBe('already_voided')
  expect((await alice.rest('POST', `/api/transactions/${one.id}/void`, {})).status).toBe(200)

  app.clock.advance(SETTLEMENT_MS)
  const late = await capture(alice, two.id)
  expect(late.status).toBe(409)
  expect(late.json().reason).toBe('authorization_expired')
  app.clock.advance(7 * DAY_MS)
  await settleDue(app.world)
  for (const { id } of [two, three]) {
    const row = await app.db
      .selectFrom('transactions')
      .select(['status', 'failureReason'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ status: 'failed', failureReason: 'authorization_expired' })
  }
  expect(await ledgerFindings(app)).toEqual([])
})

test('strangers capture and void nothing, and an unauthorized payment cannot be captured', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const { id } = await authorizePayment(alice)
  const plain = (await alice.rest('POST', '/api/payments', payment())).json()

  expect((await capture(bob, id)).status).toBe(404)
  expect((await bob.rest('POST', `/api/transactions/${id}/void`, {})).status).toBe(404)
  expect((await capture(alice, id, { amount: '0' })).status).toBe(400)
  expect((await capture(alice, plain.id)).json().reason).toBe('not_authorized')
  const bank = { ...payment({ paymentMethod: 'bank' }), captureMethod: 'manual' }
  const refused = await alice.rest('POST', '/api/payments', bank)
  expect(refused.status).toBe(400)
  expect(refused.json().issues).toMatchObject([{ path: 'captureMethod' }])
  expect((await alice.api.refunds.ofPayment.query({ id })).stage).toBe('authorized')
})

test('ten concurrent captures and ten concurrent voids move the money once or not at all', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await authorizePayment(alice)

  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0
        ? capture(alice, id, { amount: `${50 + at}.00` })
        : alice.rest('POST', `/api/transactions/${id}/void`, {}),
    ),
  )

  const final = await alice.api.transactions.get.query({ id })
  const ok = responses.filter(({ status }) => status === 200)
  expect(final.status).not.toBe('pending')
  expect(ok.length).toBeGreaterThan(0)
  expect(new Set(ok.map(({ json }) => json().amount))).toEqual(new Set([final.amount]))
  expect(new Set(responses.map(({ status }) => status))).not.toContain(500)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a manual cancellation queries the processor first, and loses when the payment has succeeded', async () => {
  const processor = createOnlineProcessor({
    pay: async ({ createdAtMs }) => ({ stage: 'processing', pollAtMs: createdAtMs + 60_000 }),
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()
  const cancel = (id: string) =>
    alice.rest('PUT', `/api/transactions/${id}`, { status: 'failed', reason: 'Changed my mind' })
  const one = (await alice.rest('POST', '/api/payments', payment())).json()
  const two = (await alice.rest('POST', '/api/payments', payment())).json()
  processor.taken.set(two.id, 1234)

  const cancelled = await cancel(one.id)
  const lost = await cancel(two.id)

  expect(processor.called('cancel')).toEqual([one.id, two.id])
  expect(cancelled.json()).toMatchObject({ status: 'failed', failureReason: 'Changed my mind' })
  expect(lost.status).toBe(409)
  expect(lost.json().reason).toBe('already_succeeded')
  expect((await alice.api.transactions.get.query({ id: two.id })).status).toBe('success')
  expect(await ledgerFindings(app)).toEqual([])
})

test.each(['before', 'after'] as const)(
  'a capture whose response is lost %s it took effect is resolved by a job, and takes effect once',
  async (moment) => {
    const processor = createOnlineProcessor({
      capture: async ({ id }, amount) => {
        const isFirst = processor.called('capture').length === 1
        if (moment === 'after' || !isFirst) processor.taken.set(id, amount)
        if (isFirst) throw new Error('socket hang up')
        return { stage: 'succeeded', amount }
      },
    })
    await using app = await testApp({ deps: depsWithProcessor(processor) })
    const alice = await app.person()
    const { id } = await authorizePayment(alice)

    const lost = await capture(alice, id, { amount: '80.00' })
    expect(lost.status).toBe(503)
    expect(lost.json().reason).toBe('processor_unavailable')
    expect((await capture(alice, id)).json().reason).toBe('already_captured')
    app.clock.advance(1000)
    expect(await settleDue(app.world)).toBe(1)

    const found = await alice.api.transactions.get.query({ id })
    expect(found).toMatchObject({ status: 'success', amount: '80.00' })
    expect(found.events.at(-1)?.actor).toMatch(/^user:/)
    expect([...processor.taken]).toEqual([[id, 8_000]])
    expect(await ledgerFindings(app)).toEqual([])
  },
)
