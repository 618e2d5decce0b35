import { expect, test } from 'vitest'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { parseCsv } from '../support/csv.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Person, testApp } from '../support/test-app.ts'

const PATH = '/api/refunds/export'

async function createRefund(person: Person, amount: string, more: object = {}, paid: object = {}) {
  const { id } = await person.api.transactions.create.mutate(payment({ amount: '50.00', ...paid }))
  const response = await person.rest('POST', `/api/transactions/${id}/refunds`, { amount, ...more })
  expect(response.status).toBe(201)
  return response.json()
}

test('the export holds each refund in one line, with its time zone in the header', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const refunded = await createRefund(alice, '20.00', { note: '=cold, "soup"', reason: 'goodwill' })

  const csv = await alice.rest('GET', PATH)

  expect(csv.status).toBe(200)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toBe(
    'attachment; filename="incasso-refunds_2026-03-10.csv"',
  )
  expect(csv.body.startsWith('\uFEFF')).toBe(true)
  const [header = [], row = []] = parseCsv(csv.body.slice(1))
  expect(Object.fromEntries(header.map((name, at) => [name, row[at]]))).toEqual({
    'Refund ID': refunded.id,
    'Transaction ID': refunded.reference,
    'Date (Europe/Rome)': '2026-03-10 13:00:00',
    'Date (UTC)': '2026-03-10T12:00:00.000Z',
    Customer: 'Ada Rossi',
    Email: 'ada@example.com',
    Amount: '20.00',
    Currency: 'USD',
    'Payment Method': 'Credit Card',
    Reason: 'goodwill',
    Note: `'=cold, "soup"`,
    Status: 'success',
    'Failure reason': '',
    'Settled (Europe/Rome)': '2026-03-10 13:00:00',
  })
  const italian = await alice.rest('GET', `${PATH}?layout=excel-it`)
  expect(italian.body).toContain(';"20,00";USD;Carta di credito;Cortesia;')
  expect(italian.body).toContain(';10/03/2026 13:00:00')
})

test('each filter exports the rows that its list has, in the same order', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await app.person()
  await createRefund(bob, '9.00')
  const first = await createRefund(alice, '20.00', { reason: 'duplicate' })
  app.clock.advance(86_400_000)
  await alice.signIn()
  await createRefund(alice, '7.10', { note: 'twice' })
  await createRefund(alice, '3.08', {}, { customerName: 'Bruno', customerEmail: 'b@example.com' })
  await createRefund(alice, '5.00', {}, { paymentMethod: 'paypal', currency: 'EUR' })
  // More refunds than are read at once.
  const { id } = await alice.api.transactions.create.mutate(payment({ amount: '900.00' }))
  await alice.rest('POST', `/api/transactions/${id}/refunds`, { amount: '1.00' })
  const row = await app.db
    .selectFrom('refunds')
    .selectAll()
    .where('transactionId', '=', id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 104 }, () => ({ ...row, id: app.world.newId('ref') }))
  await app.db.insertInto('refunds').values(copies).execute()
  const filters = [
    '',
    'sort=amount',
    'sort=-customerName',
    'sort=reference&status=success',
    'status=failed',
    'status=pending&sort=createdAt',
    'reason=duplicate',
    'paymentMethod=paypal',
    'currency=EUR&sort=-amount',
    `customerId=${first.customerId}`,
    `transactionId=${id}&sort=createdAt`,
    'from=2026-03-11',
    'to=2026-03-10&sort=amount',
    'minAmount=5.00&maxAmount=20.00&sort=amount',
    'search=twice',
    'search=ada&sort=amount',
    'search=nobody',
  ]

  for (const filter of filters) {
    const listed = (await alice.rest('GET', `/api/refunds?limit=500&${filter}`)).json()
    const [header, ...rows] = parseCsv((await alice.rest('GET', `${PATH}?${filter}`)).body.slice(1))
    expect(header?.[0]).toBe('Refund ID')
    expect([filter, rows.map(([name]) => name)]).toEqual([
      filter,
      listed.map((row: { id: string }) => row.id),
    ])
  }
  const all = (await alice.rest('GET', '/api/refunds?limit=500')).json()
  expect(all).toHaveLength(109)
})

test('strangers, keys that may not read, and filters that do not exist get no file', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const refunded = await createRefund(alice, '20.00')
  const writer = await keyCaller(app, alice, { scopes: ['write'] })

  const signedOutResponse = await app.rest({ method: 'GET', url: PATH })
  const stranger = await bob.rest('GET', `${PATH}?transactionId=${refunded.transactionId}`)
  const unscoped = await writer.rest('GET', PATH)
  const unknown = await alice.rest('GET', `${PATH}?colour=red`)
  const limited = await alice.rest('GET', `${PATH}?limit=5`)

  expect(signedOutResponse.status).toBe(401)
  expect(parseCsv(stranger.body.slice(1))).toHaveLength(1)
  expect(unscoped.json().reason).toBe('scope_missing')
  expect(unknown.json().issues[0].path).toBe('colour')
  expect(limited.status).toBe(400)
})

test('an export of refunds is recorded with its filter, but not with its search text', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const noted = await auditEntriesOf(app, async () => {
    await alice.rest('GET', `${PATH}?status=success&search=ada%40example.com`)
    await alice.rest('GET', `${PATH}?status=lost`)
  })

  expect(noted).toMatchObject([
    {
      action: 'refunds.exported',
      actor: `user:${alice.id}`,
      after: { filter: { status: 'success', sort: '-createdAt', hasSearch: true } },
    },
  ])
})
