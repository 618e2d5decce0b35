import { expect, test } from 'vitest'
import type { World } from '#server/core/context.ts'
import { ProcessorKeyError, ProcessorRefusedError } from '#server/core/ports/processor.ts'
import { pruneEvidence } from '#server/features/disputes/evidence/prune-evidence.ts'
import { sendDueResponses } from '#server/features/disputes/responses/send-responses.ts'
import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const DAY_MS = 86_400_000

/** Takes a payment with this amount, and lets the time pass after which the sandbox disputes it. */
async function disputed(app: TestApp, person: Person, amount = '42.11', more = {}) {
  const paid = await person.api.transactions.create.mutate(payment({ amount, ...more }))
  await later(app, SETTLEMENT_MS)
  const { data } = await person.api.disputes.list.query({ transactionId: paid.id })
  const [dispute] = data
  if (!dispute) throw new Error('the payment is not disputed')
  return { paid, dispute }
}

async function later(app: TestApp, ms: number): Promise<void> {
  await checkDueDisputes(app.world)
  app.clock.advance(ms)
  await checkDueDisputes(app.world)
}

const noFields = { explanation: null }

const submitEvidence = (person: Person, id: string, explanation: string) =>
  person.api.disputes.saveEvidence.mutate({ id, version: 0, fields: { explanation } })

const eventsOf = async (app: TestApp) => {
  const rows = await app.db
    .selectFrom('webhookEvents')
    .select(['eventType', 'payload'])
    .where('eventType', 'like', 'dispute.%')
    .orderBy('id')
    .execute()
  return rows.map(({ eventType, payload }) => [eventType, JSON.parse(payload).data.state])
}

test('a card payment ending in .11 is disputed, answered and won', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'https://shop.example/hook')

  const { paid, dispute } = await disputed(app, alice)

  expect(dispute).toMatchObject({
    transactionId: paid.id,
    reference: paid.transactionId,
    amount: '42.11',
    withdrawn: '42.11',
    fee: '15.00',
    reason: 'fraudulent',
    state: 'needs_response',
    isRefundable: false,
    closedAt: null,
  })
  expect(Date.parse(dispute.evidenceDueAt ?? '') - Date.parse(dispute.createdAt)).toBe(7 * DAY_MS)
  const refused = await alice.rest('POST', `/api/transactions/${paid.id}/refunds`, {})
  expect(refused.json()).toMatchObject({ status: 409, reason: 'payment_disputed' })
  await submitEvidence(alice, dispute.id, 'The card was present: winning_evidence')
  const sent = await alice.api.disputes.submit.mutate({ id: dispute.id, version: 1 })
  expect(sent).toMatchObject({ canAnswer: false, canAccept: false })
  expect(sent.submittedAt).not.toBeNull()
  await later(app, SETTLEMENT_MS)
  const won = await alice.api.disputes.get.query({ id: dispute.id })
  expect(won).toMatchObject({ state: 'won', withdrawn: '0.00', fee: '15.00' })
  expect(won.events.map(({ type }) => type)).toEqual(['opened', 'submitted', 'updated', 'closed'])
  expect((await eventsOf(app)).toSorted()).toEqual([
    ['dispute.closed', 'won'],
    ['dispute.opened', 'needs_response'],
    ['dispute.updated', 'needs_response'],
    ['dispute.updated', 'under_review'],
  ])
  const refund = await alice.rest('POST', `/api/transactions/${paid.id}/refunds`, {})
  expect(refund.status).toBe(201)
  expect(await ledgerFindings(app)).toEqual([])
})

test.each([
  ['evidence that does not convince', 'It was delivered'],
  ['no evidence until the deadline', undefined],
])('a dispute is lost by %s', async (_, text) => {
  await using app = await testApp()
  const alice = await app.person()
  const { paid, dispute } = await disputed(app, alice)

  if (text) {
    await submitEvidence(alice, dispute.id, text)
    await alice.api.disputes.submit.mutate({ id: dispute.id })
    await later(app, SETTLEMENT_MS)
  } else {
    await later(app, 7 * DAY_MS)
    await alice.signIn()
  }

  expect(await alice.api.disputes.get.query({ id: dispute.id })).toMatchObject({
    state: 'lost',
    withdrawn: '42.11',
    canAnswer: false,
  })
  const { amounts } = await alice.api.refunds.ofPayment.query({ id: paid.id })
  expect(amounts).toMatchObject({ disputed: '42.11', remaining: '0.00' })
  const late = await alice.rest('POST', `/api/disputes/${dispute.id}/accept`, {})
  expect(late.json()).toMatchObject({ status: 409, reason: 'dispute_not_answerable' })
  expect(await ledgerFindings(app)).toEqual([])
})

test('.12 is a fraud warning and .13 an inquiry; both end with a refund, and other payments stay', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const warned = await disputed(app, alice, '10.12')
  const asked = await disputed(app, alice, '10.13')
  await alice.api.transactions.create.mutate(payment({ amount: '10.14' }))
  await alice.api.transactions.create.mutate(payment({ amount: '10.11', paymentMethod: 'paypal' }))
  await later(app, SETTLEMENT_MS)

  expect(warned.dispute).toMatchObject({ state: 'warning', withdrawn: '0.00', isRefundable: true })
  expect(warned.dispute.evidenceDueAt).toBeNull()
  expect(asked.dispute).toMatchObject({
    state: 'inquiry',
    reason: 'product_not_received',
    withdrawn: '0.00',
    fee: null,
  })
  expect((await alice.api.disputes.list.query()).total).toBe(2)
  for (const { paid, dispute } of [warned, asked]) {
    await alice.api.refunds.create.mutate({ id: paid.id })
    await later(app, SETTLEMENT_MS)
    const { closedAt, withdrawn } = await alice.api.disputes.get.query({ id: dispute.id })
    expect([closedAt === null, withdrawn]).toEqual([false, '0.00'])
  }
  expect(await ledgerFindings(app)).toEqual([])
})

test('the list puts the urgent first, and finds by deadline, state, reason and words', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const first = await disputed(app, alice, '10.11')
  app.clock.advance(DAY_MS)
  await alice.signIn()
  const second = await disputed(app, alice, '20.13')
  await alice.api.disputes.accept.mutate({ id: first.dispute.id })
  await later(app, 0)
  const third = await disputed(app, alice, '30.11')
  const ids = async (input: object) =>
    (await alice.api.disputes.list.query(input)).data.map(({ id }) => id)
  const [one, two, three] = [first.dispute.id, second.dispute.id, third.dispute.id]
  const dayAfter = (days: number) =>
    new Date(app.clock.now() + days * DAY_MS).toISOString().slice(0, 10)

  expect(await ids({})).toEqual([two, three, one])
  expect(await ids({ dueBefore: dayAfter(9) })).toEqual([two, three])
  expect(await ids({ dueBefore: dayAfter(2) })).toEqual([])
  expect(await ids({ state: 'lost' })).toEqual([one])
  expect(await ids({ reason: 'product_not_received' })).toEqual([two])
  expect(await ids({ search: third.paid.transactionId })).toEqual([three])
  expect(await ids({ sort: '-amount', limit: 2 })).toEqual([three, two])
  const { groups } = await alice.api.disputes.summary.query({})
  expect(groups.map(({ status, count }) => [status, count]).toSorted()).toEqual([
    ['inquiry', 1],
    ['lost', 1],
    ['needs_response', 1],
  ])
  const file = await alice.rest('GET', '/api/disputes/export?state=lost')
  expect(file.body).toContain(one)
  expect(file.body.trim().split('\r\n')).toHaveLength(2)
  const bob = await app.person()
  expect((await bob.api.disputes.list.query()).data).toEqual([])
  expect((await bob.rest('GET', `/api/disputes/${one}`)).status).toBe(404)
})

test('two people who write at once lose nothing: the second gets the first one’s text', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { dispute } = await disputed(app, alice)
  const path = `/api/disputes/${dispute.id}/evidence`
  await submitEvidence(alice, dispute.id, 'First')

  const second = await alice.rest('PUT', path, { version: 0, fields: { explanation: 'Second' } })

  expect(second.json()).toMatchObject({
    status: 409,
    reason: 'draft_changed',
    current: { version: 1, fields: { explanation: 'First' } },
  })
  const merged = await alice.rest('PUT', path, {
    version: 1,
    fields: { explanation: 'First and second' },
  })
  expect(merged.json()).toMatchObject({ version: 2 })
  const old = await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, { version: 1 })
  expect(old.json()).toMatchObject({ status: 409, reason: 'draft_changed' })
  const outcomes = await Promise.all(
    ['one', 'two'].map((explanation) =>
      alice.rest('PUT', path, { version: 2, fields: { explanation } }),
    ),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('an answer takes 150,000 characters in its fields and not one more', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { dispute } = await disputed(app, alice)
  const path = `/api/disputes/${dispute.id}/evidence`
  const longest = 'è'.repeat(150_000)

  const tooLong = await alice.rest('PUT', path, {
    version: 0,
    fields: { explanation: longest, customerName: 'A' },
  })
  const foreign = await alice.rest('PUT', path, { version: 0, fields: { refundPolicy: 'None' } })
  const empty = await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  const fits = await alice.rest('PUT', path, { version: 0, fields: { explanation: longest } })

  expect([tooLong.status, foreign.status, empty.status, fits.status]).toEqual([400, 400, 400, 200])
  const { evidence } = await alice.api.disputes.get.query({ id: dispute.id })
  expect(evidence?.fields.explanation).toBe(longest)
})

test('staff answer only where an owner allows it, and keys only with their scope', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { dispute } = await disputed(app, alice)
  const staff = await createTeamMember(app, alice)
  const save = () =>
    staff.rest('PUT', `/api/disputes/${dispute.id}/evidence`, { version: 0, fields: noFields })
  const withKey = async (scopes: ('read' | 'disputes')[]) => {
    const { secret } = await alice.api.apiKeys.create.mutate({ name: 'shop', scopes })
    return app.rest({
      method: 'POST',
      url: `/api/disputes/${dispute.id}/accept`,
      headers: { authorization: `Bearer ${secret}` },
      payload: {},
    })
  }

  expect((await save()).json()).toMatchObject({ status: 403, reason: 'owner_only' })
  await alice.api.disputes.changeSettings.mutate({ staffMayAnswer: true })
  expect((await save()).status).toBe(200)
  expect((await withKey(['read'])).json()).toMatchObject({ reason: 'scope_missing' })
  expect((await withKey(['disputes'])).status).toBe(200)
})

/** Replaces the sandbox's way of taking evidence by one that first does `before`. */
function withSandbox(world: World, before: () => void | Promise<void>): { calls: number } {
  const counter = { calls: 0 }
  const { disputes } = world.processors.named('sandbox')
  if (!disputes) throw new Error('the sandbox takes no answers')
  const { submit } = disputes
  disputes.submit = async (...input) => {
    counter.calls += 1
    await before()
    await submit(...input)
  }
  return counter
}

test('an answer whose state cannot be read is not refused, and sent once later', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { dispute } = await disputed(app, alice)
  await submitEvidence(alice, dispute.id, 'winning_evidence')
  let isBroken = true
  const sent = withSandbox(app.world, () => {
    if (isBroken) throw new Error('the connection broke off')
  })
  await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  const { disputes } = app.world.processors.named('sandbox')
  if (!disputes) throw new Error('the sandbox takes no answers')
  const { readProgress } = disputes
  disputes.readProgress = () => Promise.reject(new ProcessorKeyError('the key was replaced'))
  isBroken = false
  app.clock.advance(60_000)
  await sendDueResponses(app.world)

  const again = await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  expect(again.json()).toMatchObject({ status: 409, reason: 'already_submitted' })
  expect(sent.calls).toBe(1)

  disputes.readProgress = readProgress
  app.clock.advance(3_600_000)
  await sendDueResponses(app.world)

  expect(sent.calls).toBe(2)
  const { events } = await alice.api.disputes.get.query({ id: dispute.id })
  expect(events.map(({ type }) => type)).toEqual(['opened', 'submitted'])
})

test('an answer whose sending breaks off is sent once by the job', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { dispute } = await disputed(app, alice)
  await submitEvidence(alice, dispute.id, 'winning_evidence')
  let isBroken = true
  const sent = withSandbox(app.world, () => {
    if (isBroken) throw new Error('the connection broke off')
  })

  const first = await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  expect(first.json()).toMatchObject({ status: 503, reason: 'processor_unavailable' })
  const again = await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  expect(again.json()).toMatchObject({ status: 409, reason: 'already_submitted' })
  const change = await alice.rest('PUT', `/api/disputes/${dispute.id}/evidence`, {
    version: 1,
    fields: { explanation: 'Another' },
  })
  expect(change.json()).toMatchObject({ status: 409, reason: 'already_submitted' })
  isBroken = false
  app.clock.advance(60_000)
  await sendDueResponses(app.world)
  await sendDueResponses(app.world)

  expect(sent.calls).toBe(2)
  const { events, submittedAt } = await alice.api.disputes.get.query({ id: dispute.id })
  expect(submittedAt).not.toBeNull()
  expect(events.filter(({ type }) => type === 'submitted')).toHaveLength(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test('an answer that arrived, although no response did, is not sent again', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { dispute } = await disputed(app, alice)
  await submitEvidence(alice, dispute.id, 'winning_evidence')
  const { disputes } = app.world.processors.named('sandbox')
  if (!disputes) throw new Error('the sandbox takes no answers')
  const { submit } = disputes
  let calls = 0
  disputes.submit = async (...input) => {
    calls += 1
    await submit(...input)
    throw new Error('the response is lost')
  }

  await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  app.clock.advance(60_000)
  await sendDueResponses(app.world)

  expect(calls).toBe(1)
  expect((await alice.api.disputes.get.query({ id: dispute.id })).submittedAt).not.toBeNull()
})

test('an answer that the processor refuses can be changed and sent again', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { dispute } = await disputed(app, alice)
  await submitEvidence(alice, dispute.id, 'Evidence')
  let isRefused = true
  withSandbox(app.world, () => {
    if (isRefused) throw new ProcessorRefusedError('no')
  })

  const refused = await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  isRefused = false
  const sent = await alice.rest('POST', `/api/disputes/${dispute.id}/submit`, {})

  expect(refused.json()).toMatchObject({ status: 409, reason: 'dispute_not_answerable' })
  expect(sent.status).toBe(200)
})

test('an erasure removes name and evidence, and old evidence goes after thirteen months', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const kept = await disputed(app, alice, '10.11', { customerEmail: 'eva@example.com' })
  const erased = await disputed(app, alice, '20.11')
  await submitEvidence(alice, kept.dispute.id, 'Evidence')
  await submitEvidence(alice, erased.dispute.id, 'Evidence')
  await alice.api.disputes.accept.mutate({ id: kept.dispute.id })
  await later(app, 0)

  app.clock.advance(395 * DAY_MS)
  expect(await pruneEvidence(app.world)).toBe(0)
  app.clock.advance(2 * DAY_MS)
  expect(await pruneEvidence(app.world)).toBe(1)
  await alice.signIn()
  await alice.api.customers.erase.mutate({ id: erased.paid.customerId })

  const { evidence, customerName } = await alice.api.disputes.get.query({ id: erased.dispute.id })
  expect(evidence?.fields.explanation).toBeNull()
  expect(customerName).not.toBe(erased.paid.customerName)
  const { evidence: old } = await alice.api.disputes.get.query({ id: kept.dispute.id })
  expect(old?.fields.explanation).toBeNull()
  expect(await ledgerFindings(app)).toEqual([])
})
