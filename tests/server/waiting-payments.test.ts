import { expect, test } from 'vitest'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { awaitedSteps } from '#server/features/transactions/transaction-enums.schema.ts'
import { parseCsv } from '../support/csv.ts'
import { payment } from '../support/make.ts'
import { type Person, SETTLEMENT_MS, testApp } from '../support/test-app.ts'

const take = (person: Person, fields: Parameters<typeof payment>[0]) =>
  person.api.transactions.create.mutate(payment(fields))

/** Takes a payment of each kind: one or more for each step that a payment waits for, and one for no step. */
const takeEachKind = async (alice: Person) => ({
  capture: [
    await take(alice, { amount: '40.00', captureMethod: 'manual' }),
    await take(alice, { amount: '50.00', captureMethod: 'manual', currency: 'EUR' }),
  ],
  customer: [await take(alice, { amount: '10.06' })],
  transfer: [await take(alice, { amount: '20.00', paymentMethod: 'bank' })],
  none: [
    await take(alice, { amount: '30.00' }),
    await take(alice, { amount: '30.01' }),
    await take(alice, { amount: '30.03' }),
  ],
})

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()

test('rows, sums, export and numbers agree about the payments that wait for a step', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const taken = await takeEachKind(alice)
  const counts = await alice.api.transactions.waiting.query({})

  for (const waitingFor of awaitedSteps) {
    const expected = idsOf(taken[waitingFor])
    const filter = { waitingFor, sort: '-amount' as const }
    const page = await alice.api.transactions.rows.query(filter)
    const { groups } = await alice.api.transactions.summary.query({ waitingFor })
    const csv = await alice.rest('GET', `/api/transactions/export?waitingFor=${waitingFor}`)
    const [header, ...lines] = parseCsv(csv.body.slice(1))

    expect(idsOf(page.data)).toEqual(expected)
    expect(page.data.map((row) => row.waitingFor)).toEqual(expected.map(() => waitingFor))
    expect([page.total, page.totalExact]).toEqual([expected.length, true])
    expect(idsOf((await alice.api.transactions.list.query({ waitingFor })).data)).toEqual(expected)
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length)
    expect(lines.map((line) => line[header?.indexOf('Id') ?? 0] ?? '').toSorted()).toEqual(expected)
    expect(counts[waitingFor]).toEqual({ count: expected.length, isExact: true })
  }
})

test('the numbers follow the other filters, and a payment of another status waits for nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await takeEachKind(alice)
  const bob = await app.person()
  const waitingOf = async (
    filter: Parameters<Person['api']['transactions']['waiting']['query']>[0],
  ) => Object.values(await alice.api.transactions.waiting.query(filter)).map(({ count }) => count)

  expect(await waitingOf({})).toEqual([2, 1, 1])
  expect(await waitingOf({ currency: 'EUR' })).toEqual([1, 0, 0])
  expect(await waitingOf({ paymentMethod: 'bank' })).toEqual([0, 0, 1])
  expect(await waitingOf({ search: 'ada', minAmount: '15' })).toEqual([2, 0, 1])
  expect(await waitingOf({ search: 'nobody' })).toEqual([0, 0, 0])
  expect(await waitingOf({ final: true })).toEqual([0, 0, 0])
  expect((await bob.api.transactions.waiting.query({})).capture.count).toBe(0)
  for (const other of [{ status: 'success' }, { status: 'failed' }, { final: true }] as const) {
    const { total } = await alice.api.transactions.rows.query({ waitingFor: 'capture', ...other })
    expect(total).toBe(0)
  }
  expect(
    (await alice.api.transactions.rows.query({ waitingFor: 'capture', status: 'pending' })).total,
  ).toBe(2)
})

test('a row names what its payment waits for, until when, and the page of its customer', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const taken = await takeEachKind(alice)
  const rowOf = (id = '') => alice.api.transactions.row.query({ id })

  const capture = await rowOf(taken.capture[0]?.id)
  const customer = await rowOf(taken.customer[0]?.id)
  const transfer = await rowOf(taken.transfer[0]?.id)

  const { captureBefore } = await alice.api.refunds.ofPayment.query({ id: capture.id })
  expect(captureBefore).not.toBeNull()
  expect(capture).toMatchObject({ waitingFor: 'capture', captureBefore, payerUrl: null })
  expect(customer).toMatchObject({ waitingFor: 'customer', captureBefore: null })
  expect(customer.payerUrl).toContain('/sandbox/')
  expect(transfer).toMatchObject({ waitingFor: 'transfer', captureBefore: null, payerUrl: null })
  // Only the processor can continue the third of these payments, and the other payments are final.
  for (const { id } of taken.none) {
    expect(await rowOf(id)).toMatchObject({ waitingFor: null, captureBefore: null, payerUrl: null })
  }
})

test('a payment that is captured or voided waits for nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { capture, transfer } = await takeEachKind(alice)
  await alice.rest('POST', `/api/transactions/${capture[0]?.id}/capture`, {})
  await alice.rest('POST', `/api/transactions/${capture[1]?.id}/void`, {})
  app.clock.advance(SETTLEMENT_MS)
  await settleDue(app.world)

  const { data } = await alice.api.transactions.rows.query({})

  expect(data.filter(({ waitingFor }) => waitingFor === 'capture')).toEqual([])
  expect(data.find(({ id }) => id === transfer[0]?.id)?.waitingFor).toBeNull()
  expect((await alice.api.transactions.waiting.query({})).capture.count).toBe(0)
})

test('a row offers a refund only while something is left to refund', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { none, capture } = await takeEachKind(alice)
  const [paid, failed] = none
  const canRefund = async (id = '') => (await alice.api.transactions.row.query({ id })).canRefund
  expect(await canRefund(paid?.id)).toBe(true)
  expect(await canRefund(failed?.id)).toBe(false)
  expect(await canRefund(capture[0]?.id)).toBe(false)

  await alice.rest('POST', `/api/transactions/${paid?.id}/refunds`, { amount: '10.00' })
  expect(await canRefund(paid?.id)).toBe(true)
  // A refund of an amount that ends in 08 is pending at first.
  await alice.rest('POST', `/api/transactions/${paid?.id}/refunds`, { amount: '19.08' })
  expect(await canRefund(paid?.id)).toBe(true)
  await alice.rest('POST', `/api/transactions/${paid?.id}/refunds`, { amount: '0.92' })
  expect(await canRefund(paid?.id)).toBe(false)
})

test('the API’s list has the filter, and no field of the dashboard’s rows', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await takeEachKind(alice)

  const { data } = await alice.api.transactions.list.query({ waitingFor: 'capture' })
  const [row] = data

  expect(row).toMatchObject({ status: 'pending' })
  for (const key of ['waitingFor', 'captureBefore', 'payerUrl', 'canRefund', 'stage']) {
    expect(row).not.toHaveProperty(key)
  }
})
