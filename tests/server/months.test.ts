import { expect, test } from 'vitest'
import { raiseMonthNotices } from '#server/features/months/raise-month-notices.ts'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { parseCsv } from '../support/csv.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const MONTH = '2026-03'

/** A merchant in Rome with three payments in March, one refund, and a bank transfer that is still open. */
async function shopInMarch(app: TestApp) {
  app.clock.set('2026-03-10T12:00:00.000Z')
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const [first] = await takePayments(alice, 2, { currency: 'EUR' })
  await takePayments(alice, 1, { currency: 'EUR', amount: '50.00', paymentMethod: 'paypal' })
  await alice.rest('POST', `/api/transactions/${first.id}/refunds`, { amount: '40.00' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  return alice
}

/** The same merchant, with a payment that is still March in UTC and April in Rome. */
async function shopInApril(app: TestApp) {
  const alice = await shopInMarch(app)
  // 00:30 of April 1 in Rome, and still March in UTC.
  app.clock.set('2026-03-31T22:30:00.000Z')
  await alice.signIn()
  await takePayments(alice, 1, { currency: 'EUR', amount: '7.00' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  return alice
}

const get = async (person: Person, path: string) => (await person.rest('GET', path)).json()
const close = (person: Person, month: string, body: object = {}) =>
  person.rest('POST', `/api/months/${month}/close`, body)

test('a month has takings by day and method, fees, payouts and what is open', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)

  const months = await get(alice, '/api/months')
  const march = await get(alice, `/api/months/${MONTH}`)

  expect(months).toEqual([
    { month: '2026-04', state: 'running', closedAt: null, hash: null, obstacle: 'not_over' },
    { month: MONTH, state: 'open', closedAt: null, hash: null, obstacle: null },
  ])
  expect(march.takings).toEqual([
    {
      day: '2026-03-10',
      paymentMethod: 'card',
      currency: 'EUR',
      gross: '200.00',
      refunded: '40.00',
      disputed: '0.00',
      net: '160.00',
      count: 2,
    },
    {
      day: '2026-03-10',
      paymentMethod: 'paypal',
      currency: 'EUR',
      gross: '50.00',
      refunded: '0.00',
      disputed: '0.00',
      net: '50.00',
      count: 1,
    },
  ])
  const { totals } = await alice.api.takings.list.query({ from: '2026-03-01', to: '2026-03-31' })
  expect(march.totals).toEqual([{ ...totals[0], disputed: '0.00' }])
  const { groups } = await alice.api.balanceEntries.summary.query({
    from: '2026-03-01',
    to: '2026-03-31',
  })
  expect(march.fees).toEqual([
    { processor: 'sandbox', type: 'charge', currency: 'EUR', count: 3, amount: '4.25' },
  ])
  expect(groups.find(({ type }) => type === 'charge')?.fee).toBe('4.25')
  const paid = await alice.api.payouts.summary.query({ from: '2026-03-01', to: '2026-03-31' })
  expect(march.payouts.map(({ amount }: { amount: string }) => amount)).toEqual(
    paid.groups.map(({ amount }) => amount),
  )
  expect(march.openItems).toEqual([])
  expect((await get(alice, '/api/months/2026-04')).totals).toMatchObject([{ gross: '7.00' }])
})

test('closing freezes a month, once; later facts are corrections of the next month', async () => {
  await using app = await testApp()
  const alice = await shopInMarch(app)
  app.clock.set('2026-03-31T21:30:00.000Z')
  await alice.signIn()
  // Its entry is read in April. The refund of it ends in 09: it succeeds, and fails after the settlement time.
  const [paid] = await takePayments(alice, 1, { currency: 'EUR' })
  await alice.rest('POST', `/api/transactions/${paid.id}/refunds`, { amount: '10.09' })
  app.clock.set('2026-03-31T22:00:01.000Z')
  const taxes = [{ rate: '22', currency: 'EUR', amount: '37.87' }]

  const before = await get(alice, `/api/months/${MONTH}`)
  const audited = await auditEntriesOf(app, async () => {
    const closed = await close(alice, MONTH, { taxes })
    expect(closed.status).toBe(200)
    expect((await close(alice, MONTH)).json()).toEqual(closed.json())
  })

  expect(audited.map(({ action, objectId }) => [action, objectId])).toEqual([
    ['month.closed', MONTH],
  ])
  const frozen = await get(alice, `/api/months/${MONTH}`)
  expect(frozen).toMatchObject({
    state: 'closed',
    obstacle: 'closed',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    totals: before.totals,
    takings: before.takings,
    openItems: [{ kind: 'unsettled', currency: 'EUR', count: 1, amount: '100.00' }],
    taxes,
  })

  await settleRefunds(app.world)
  app.clock.advance(READ_AFTER_MS)
  await settleRefunds(app.world)
  await readBalances(app)
  expect(await get(alice, `/api/months/${MONTH}`)).toEqual(frozen)
  const april = await get(alice, '/api/months/2026-04')
  const common = { month: MONTH, currency: 'EUR' }
  expect(april.corrections).toEqual([
    { ...common, section: 'refunds', name: 'card', kind: '', count: -1, amount: '-10.09' },
    { ...common, section: 'fees', name: 'sandbox', kind: 'charge', count: 1, amount: '1.65' },
  ])

  app.clock.set('2026-05-02T12:00:00.000Z')
  await alice.signIn()
  expect((await close(alice, '2026-04')).json().corrections).toEqual(april.corrections)
  expect((await get(alice, '/api/months/2026-05')).corrections).toEqual([])
  expect(await get(alice, `/api/months/${MONTH}`)).toEqual(frozen)
  expect(await ledgerFindings(app)).toEqual([])
})

test('only past months can be closed, in their order', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)
  app.clock.set('2026-05-02T12:00:00.000Z')
  await alice.signIn()

  const outcomes = []
  for (const month of ['2026-02', '2026-06', '2026-05', '2026-04', MONTH, '2026-04']) {
    const { status, json } = await close(alice, month)
    outcomes.push([month, status, json().reason ?? json().code ?? json().state])
  }

  expect(outcomes).toEqual([
    ['2026-02', 404, 'not_found'],
    ['2026-06', 404, 'not_found'],
    ['2026-05', 409, 'month_not_over'],
    ['2026-04', 409, 'earlier_month_open'],
    [MONTH, 200, 'closed'],
    ['2026-04', 200, 'closed'],
  ])
})

test('a month is shown as it was known at the end of any past day', async () => {
  await using app = await testApp()
  app.clock.set('2026-03-10T12:00:00.000Z')
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const [held] = await takePayments(alice, 1, { currency: 'EUR', captureMethod: 'manual' })
  await takePayments(alice, 1, { currency: 'EUR', amount: '20.00' })
  app.clock.set('2026-03-12T12:00:00.000Z')
  await alice.signIn()
  await alice.rest('POST', `/api/transactions/${held.id}/capture`, {})
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  const grossOn = async (day: string) =>
    (await get(alice, `/api/months/${MONTH}?asOf=${day}`)).totals.map(
      ({ gross }: { gross: string }) => gross,
    )

  expect(await grossOn('2026-03-09')).toEqual([])
  expect(await grossOn('2026-03-10')).toEqual(['20.00'])
  expect(await grossOn('2026-03-11')).toEqual(['20.00'])
  expect(await grossOn('2026-03-12')).toEqual(['120.00'])
  const then = await get(alice, `/api/months/${MONTH}?asOf=2026-03-11`)
  expect(then).toMatchObject({ asOf: '2026-03-11', fees: [], openItems: null, corrections: [] })
  expect((await alice.rest('GET', `/api/months/${MONTH}?asOf=2026-03-13`)).status).toBe(400)
})

test('the download has the figures of the page, in each layout', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)
  const march = await get(alice, `/api/months/${MONTH}`)
  const csv = async (query: string) =>
    (await alice.rest('GET', `/api/months/export?month=${MONTH}${query}`)).body

  const plain = parseCsv(await csv(''))
  const italian = await csv('&layout=excel-it')

  const totals = plain.filter((row) => row[1] === 'Total')
  expect(totals.map((row) => [row[0], row[6], row[8]])).toEqual([
    ['gross', 'EUR', march.totals[0].gross],
    ['refunds', 'EUR', march.totals[0].refunded],
    ['fees', 'EUR', march.fees[0].amount],
    ...(march.payouts.length > 0 ? [['payouts', 'EUR', march.payouts[0].amount]] : []),
  ])
  expect(italian.split('\r\n')).toEqual(
    expect.arrayContaining([
      '\uFEFFSezione;Riga;Mese;Giorno;Metodo o fornitore;Tipo;Valuta;Numero;Importo',
      'Incassi;;"=""2026-03""";10/03/2026;Carta di credito;;EUR;2;"200,00"',
      'Commissioni;Totale;"=""2026-03""";;;;EUR;3;"4,25"',
    ]),
  )
})

test('a month closed with an Idempotency-Key is added up before its transaction, and its response is repeated', async () => {
  const written: string[] = []
  await using app = await testApp({ onWriterStatement: (text) => written.push(text) })
  const alice = await shopInApril(app)
  const key = { 'idempotency-key': 'close-march' }
  const path = `/api/months/${MONTH}/close`
  app.clock.set('2026-04-02T12:00:00.000Z')
  await alice.signIn()
  const program = await keyCaller(app, alice, { scopes: ['write'] })
  written.length = 0

  const first = await program.rest('POST', path, {}, key)
  const again = await program.rest('POST', path, {}, key)
  const taxes = [{ rate: '22', currency: 'EUR', amount: '1.00' }]
  const other = await program.rest('POST', path, { taxes }, key)

  expect(first.status).toBe(200)
  expect(again.body).toBe(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(other.status).toBe(422)
  const sums = written.filter((text) => /sum\(.+from "balance_entries"/s.test(text))
  expect(sums).toEqual([])
})

test('accountants close months, and keys need the scope of a change', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)
  const carla = await createTeamMember(app, alice, 'accountant')
  const reader = await keyCaller(app, alice, { scopes: ['read'] })

  expect((await reader.rest('GET', `/api/months/${MONTH}`)).status).toBe(200)
  expect((await reader.rest('POST', `/api/months/${MONTH}/close`, {})).status).toBe(403)
  expect((await carla.rest('POST', '/api/payouts', {})).status).toBe(403)
  expect((await close(carla, MONTH)).status).toBe(200)
})

test('the hash of a closed month proves its rows, which are only added to', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)
  await close(alice, MONTH)
  expect(await ledgerFindings(app)).toEqual([])

  await expect(app.db.updateTable('closedMonthRows').set({ amount: 1 }).execute()).rejects.toThrow(
    /append-only|refuse|never/,
  )
  const row = await app.db.selectFrom('closedMonthRows').selectAll().executeTakeFirstOrThrow()
  await app.db
    .insertInto('closedMonthRows')
    .values({ ...row, position: 99 })
    .execute()

  const findings = await ledgerFindings(app)
  expect(findings.map(({ invariant }) => invariant)).toEqual([
    'the hash of every closed month is that of its rows',
  ])
})

test('owners and accountants get one notice that a month is ready, until it is closed', async () => {
  await using app = await testApp()
  const alice = await shopInApril(app)
  const carla = await createTeamMember(app, alice, 'accountant')
  const bob = await createTeamMember(app, alice)
  const kinds = async ({ api }: Person) =>
    (await api.notices.list.query({})).data.map(({ kind, facts }) => [kind, facts.month])

  await raiseMonthNotices(app.world)
  await raiseMonthNotices(app.world)

  expect(await kinds(alice)).toEqual([['month_ready', MONTH]])
  expect(await kinds(carla)).toEqual([['month_ready', MONTH]])
  expect(await kinds(bob)).toEqual([])
  await close(alice, MONTH)
  expect(await kinds(carla)).toEqual([])
})
