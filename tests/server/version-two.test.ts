import { expect, test } from 'vitest'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { type TestApp, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const v1Keys = [
  'id',
  'transactionId',
  'customerId',
  'customerName',
  'customerEmail',
  'amount',
  'currency',
  'paymentMethod',
  'description',
  'status',
  'failureReason',
  'createdAt',
  'updatedAt',
  'settledAt',
]
const v2Keys = [
  ...v1Keys,
  'stage',
  'next',
  'amounts',
  'refundState',
  'disputeState',
  'captureMethod',
  'captureBefore',
  'processor',
  'method',
  'metadata',
  'importedAt',
  'reference',
  'locale',
  'expiresAt',
]
const none = {
  authorized: null,
  captured: '0.00',
  refunding: '0.00',
  refunded: '0.00',
  disputed: '0.00',
  fee: null,
  net: null,
  settlementCurrency: null,
}

const noMethod = { brand: null, last4: null, wallet: null, country: null, funding: null }

async function shopOf(app: TestApp) {
  const alice = await app.person()
  const caller = await keyCaller(app, alice, { scopes: ['read', 'write', 'refund', 'disputes'] })
  let number = 0
  /** Calls the REST API in a version. */
  const call = (version: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    caller.rest(method, path, body, {
      'api-version': version,
      ...(method === 'POST' && { 'idempotency-key': `k${++number}` }),
    })
  return { alice, caller, call }
}

test('version 2 reports the state of the money in every call about a payment, version 1 nothing new', async () => {
  await using app = await testApp()
  const { alice, call } = await shopOf(app)
  const metadata = { order: 'A-1' }
  const manual = { ...payment({ amount: '100.00' }), captureMethod: 'manual', metadata }

  const created = await call('v2', 'POST', '/api/payments', manual)
  const { id } = created.json()
  const readBack = await call('v2', 'GET', `/api/transactions/${id}`)
  const [row] = (await call('v2', 'GET', '/api/transactions')).json().data
  const captured = await call('v2', 'POST', `/api/transactions/${id}/capture`, { amount: '80.00' })
  await call('v2', 'POST', `/api/transactions/${id}/refunds`, { amount: '30.00' })
  const refunded = await call('v2', 'GET', `/api/transactions/${id}`)

  expect(Object.keys(created.json())).toEqual(v2Keys)
  expect(created.json()).toMatchObject({
    stage: 'authorized',
    next: null,
    amounts: { ...none, asked: '100.00', authorized: '100.00' },
    refundState: 'none',
    disputeState: 'none',
    captureMethod: 'manual',
    captureBefore: '2026-03-17T12:00:00.000Z',
    processor: 'sandbox',
    method: { ...noMethod, type: 'sandbox' },
    metadata,
  })
  expect(Object.keys(readBack.json())).toEqual([...v2Keys, 'events'])
  expect(row).toEqual(created.json())
  expect(captured.json()).toMatchObject({
    amount: '80.00',
    stage: 'succeeded',
    captureBefore: null,
    amounts: { asked: '100.00', authorized: '100.00', captured: '80.00', refunded: '0.00' },
  })
  expect(refunded.json()).toMatchObject({ refundState: 'partial', amounts: { refunded: '30.00' } })

  const bank = payment({ paymentMethod: 'bank' })
  const pending = (await call('v1', 'POST', '/api/payments', bank)).json()
  const settled = await call('v2', 'PUT', `/api/transactions/${pending.id}`, { status: 'success' })
  const again = await call('v1', 'PUT', `/api/transactions/${pending.id}`, { status: 'success' })
  expect(Object.keys(pending)).toEqual(v1Keys)
  expect(Object.keys(settled.json())).toEqual(v2Keys)
  expect(Object.keys(again.json())).toEqual(v1Keys)
  const other = (await call('v1', 'POST', '/api/payments', manual)).json()
  const voided = await call('v2', 'POST', `/api/transactions/${other.id}/void`, {})
  expect(voided.json()).toMatchObject({ stage: 'cancelled', status: 'failed' })
  // The page's API, tRPC, uses version 1.
  const shown = await alice.api.transactions.get.query({ id })
  expect(Object.keys(shown)).toEqual([...v1Keys, 'events'])
  expect(await ledgerFindings(app)).toEqual([])
})

test('version 2 names the method once the payer has used one, and a transfer confirmed by hand is one', async () => {
  await using app = await testApp()
  const { call } = await shopOf(app)
  const read = async (id: string) => (await call('v2', 'GET', `/api/transactions/${id}`)).json()

  const waiting = (await call('v2', 'POST', '/api/payments', payment({ amount: '10.06' }))).json()
  const bank = payment({ paymentMethod: 'bank' })
  const transfer = (await call('v2', 'POST', '/api/payments', bank)).json()
  // A payment older than the columns of its method, or by a processor that reported none.
  await app.db
    .updateTable('transactions')
    .set({ methodType: null })
    .where('id', '=', transfer.id)
    .execute()
  await call('v2', 'PUT', `/api/transactions/${transfer.id}`, { status: 'success' })

  expect(waiting).toMatchObject({ stage: 'requires_action', method: null })
  expect(transfer.method).toEqual({ ...noMethod, type: 'sandbox' })
  expect(await read(transfer.id)).toMatchObject({
    stage: 'succeeded',
    method: { ...noMethod, type: 'bank_transfer' },
  })
})

test('a key of version 2 gets it without a header', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [integration] = await alice.api.integrations.list.query()
  await alice.rest('PUT', `/api/integrations/${integration?.id}`, { version: 'v2' })
  const newKey = await keyCaller(app, alice)

  const created = await newKey.rest('POST', '/api/payments', payment(), { 'idempotency-key': 'k' })

  expect(created.headers['api-version']).toBe('v2')
  expect(created.json().amounts).toEqual({ ...none, asked: '12.34', captured: '12.34' })
})

test('a response is replayed byte for byte, in the version in which it was first sent', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const send = (version: string, key: string) =>
    shop.rest('POST', '/api/payments', payment(), {
      'api-version': version,
      'idempotency-key': key,
    })

  for (const [first, second] of [
    ['v1', 'v2'],
    ['v2', 'v1'],
  ] as const) {
    const response = await send(first, first)
    const again = await send(second, first)

    expect(again.body).toBe(response.body)
    expect(again.headers['api-version']).toBe(first)
    expect(again.headers['idempotent-replayed']).toBe('true')
  }
})

test('a late response is kept in the requested version', async () => {
  let isLost = true
  const processor = createOnlineProcessor({
    pay: async () => {
      throw new Error('the answer is lost')
    },
    readProgress: async (_, nowMs) =>
      isLost ? { stage: 'unknown', pollAtMs: nowMs + 1000 } : { stage: 'succeeded' },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await keyCaller(app, await app.person())
  const send = (version: string) =>
    shop.rest('POST', '/api/payments', payment(), {
      'api-version': version,
      'idempotency-key': version,
    })
  const [one, two] = [await send('v1'), await send('v2')]
  expect([one.json().status, two.json().stage]).toEqual(['pending', 'awaiting_payer'])
  isLost = false
  app.clock.advance(120_000)

  await settleDue(app.world)

  expect(Object.keys((await send('v1')).json())).toEqual(v1Keys)
  const late = (await send('v2')).json()
  expect(Object.keys(late)).toEqual(v2Keys)
  expect(late).toMatchObject({ id: two.json().id, status: 'success', stage: 'succeeded' })
  expect(await ledgerFindings(app)).toEqual([])
})

test('webhooks of version 2 send the payment of version 2, those of version 1 the former payload', async () => {
  await using app = await testApp()
  const { alice, call } = await shopOf(app)
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  const [integration] = await alice.api.integrations.list.query()
  await call('v2', 'POST', '/api/payments', payment())
  await alice.rest('PUT', `/api/integrations/${integration?.id}`, { version: 'v2' })
  const created = await call('v1', 'POST', '/api/payments', payment({ amount: '5.00' }))
  await alice.api.webhooks.test.mutate({ eventType: 'payment.authorized' })

  const events = await app.db.selectFrom('webhookEvents').selectAll().orderBy('id').execute()
  const payments = events.filter(({ eventType }) => eventType.startsWith('payment.'))
  const [first, second, inventedPayload] = payments.map(({ payload }) => JSON.parse(payload).data)

  expect(Object.keys(first)).toEqual(v1Keys)
  expect(Object.keys(second)).toEqual(v2Keys)
  expect(second.id).toBe(created.json().id)
  expect(inventedPayload).toMatchObject({ stage: 'authorized', status: 'pending' })
})
