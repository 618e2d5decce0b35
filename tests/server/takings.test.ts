import { expect, test } from 'vitest'
import { fileNameForPeople } from '#server/http/routes/csv-file-name.ts'
import { csvLine } from '#server/shared/text/csv.ts'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { parseCsv } from '../support/csv.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const PATH = '/api/takings/export'

type App = Awaited<ReturnType<typeof testApp>>

/** A merchant in Rome with an API key, whose payments and refunds can be made at any later instant. */
async function shopInRome(app: App) {
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const key = await keyCaller(app, alice, { scopes: ['read', 'write', 'refund', 'disputes'] })
  const post = async (path: string, body: object) => {
    const response = await key.rest('POST', path, body)
    expect([path, response.status]).toEqual([path, 201])
    return response.json()
  }
  return {
    key,
    alice,
    pay: (fields: object) => post('/api/transactions', payment(fields)),
    refund: (id: string, amount: string) => post(`/api/transactions/${id}/refunds`, { amount }),
    csv: async (query: string) => (await key.rest('GET', query)).body,
    waitUntil: (at: string) => app.clock.advance(Date.parse(at) - app.clock.now()),
  }
}

/** Payments on both sides of midnight around the clock change of March 29, in three currencies, and refunds. */
async function fillMarch(app: App) {
  const shop = await shopInRome(app)
  shop.waitUntil('2026-03-28T22:30:00Z')
  const saturday = await shop.pay({ amount: '50.00', currency: 'EUR' })
  await shop.pay({ amount: '10.01', currency: 'EUR' })
  shop.waitUntil('2026-03-28T23:30:00Z')
  await shop.pay({ amount: '20.00', currency: 'EUR' })
  const yen = await shop.pay({ amount: '1200', currency: 'JPY' })
  shop.waitUntil('2026-03-29T21:30:00Z')
  await shop.pay({ amount: '7.10', currency: 'EUR', paymentMethod: 'paypal' })
  await shop.refund(yen.id, '200')
  shop.waitUntil('2026-03-29T22:15:00Z')
  await shop.refund(saturday.id, '12.34')
  await shop.refund(saturday.id, '5.00')
  await shop.pay({ amount: '3.50', currency: 'USD', paymentMethod: 'bank' })
  shop.waitUntil('2026-04-10T10:00:00Z')
  await shop.pay({ amount: '8.00', currency: 'EUR' })
  await app.settle()
  return shop
}

test('takings have a line for each day, method and currency, and a total for each currency', async () => {
  await using app = await testApp()
  const { csv } = await fillMarch(app)

  const plain = await csv(`${PATH}?from=2026-03-01&to=2026-03-31`)
  const italian = await csv(`${PATH}?from=2026-03-01&to=2026-03-31&layout=excel-it`)
  const english = await csv(`${PATH}?from=2026-03-29&to=2026-03-29&layout=excel-en`)

  expect(plain.startsWith('\uFEFF')).toBe(true)
  expect(plain.slice(1).split('\r\n')).toEqual([
    'Date (Europe/Rome),Payment Method,Currency,Gross,Refunds (by day of refund),Net,Payments',
    '2026-03-28,Credit Card,EUR,50.00,0.00,50.00,1',
    '2026-03-29,Credit Card,EUR,20.00,0.00,20.00,1',
    '2026-03-29,Credit Card,JPY,1200,200,1000,1',
    '2026-03-29,PayPal,EUR,7.10,0.00,7.10,1',
    '2026-03-30,Credit Card,EUR,0.00,17.34,-17.34,0',
    '2026-03-30,Bank Transfer,USD,3.50,0.00,3.50,1',
    'Total,,USD,3.50,0.00,3.50,1',
    'Total,,EUR,77.10,17.34,59.76,3',
    'Total,,JPY,1200,200,1000,1',
    '',
  ])
  expect(italian.split('\r\n')).toEqual(
    expect.arrayContaining([
      '\uFEFFData (Europe/Rome);Metodo di pagamento;Valuta;Lordo;Rimborsi (nel giorno del rimborso);Netto;Pagamenti',
      '29/03/2026;Carta di credito;JPY;1200;200;1000;1',
      '30/03/2026;Carta di credito;EUR;"0,00";"17,34";"-17,34";0',
      'Totale;;EUR;"77,10";"17,34";"59,76";3',
    ]),
  )
  expect(english).toContain('\r\n2026-03-29,PayPal,EUR,7.10,0.00,7.10,1\r\nTotal,,EUR,27.10,')
})

test('takings equal the sums of the exported payments and refunds of the same days', async () => {
  await using app = await testApp()
  const { key, csv } = await fillMarch(app)
  const spans = ['', '&from=2026-03-29&to=2026-03-29', '&from=2026-03-29', '&to=2026-03-30']

  for (const span of [...spans, '&currency=EUR', '&from=2026-04-01&to=2026-04-30']) {
    const amounts = async (list: string) =>
      sumAmounts(parseCsv((await csv(`/api/${list}/export?status=success${span}`)).slice(1)))
    const [header = [], ...rows] = parseCsv((await csv(`${PATH}?${span.slice(1)}`)).slice(1))
    const totals = rows.filter(([day]) => day === 'Total')
    const columnOf = (name: string) =>
      Object.fromEntries(
        totals.map((row): [string, number] => [row[2] ?? '', Number(row[header.indexOf(name)])]),
      )
    const [gross, refunded] = [await amounts('transactions'), await amounts('refunds')]

    expect([span, columnOf('Gross')]).toEqual([span, gross])
    for (const [currency, amount] of Object.entries(columnOf('Refunds (by day of refund)'))) {
      expect([span, currency, amount]).toEqual([span, currency, refunded[currency] ?? 0])
      expect(columnOf('Net')[currency]).toBeCloseTo((gross[currency] ?? 0) - amount, 2)
    }
  }
  const { lines, totals } = (
    await key.rest('GET', '/api/takings?from=2026-03-01&to=2026-04-30')
  ).json()
  const thisMonth = await key.rest('GET', '/api/takings')
  const whole = parseCsv((await csv(PATH)).slice(1))
  expect(thisMonth.json().lines).toEqual([
    expect.objectContaining({ day: '2026-04-10', gross: '8.00' }),
  ])
  expect(lines).toHaveLength(whole.length - 1 - totals.length)
  expect(totals).toEqual([
    { currency: 'USD', gross: '3.50', refunded: '0.00', net: '3.50', count: 1 },
    expect.objectContaining({ currency: 'EUR', gross: '85.10', refunded: '17.34', net: '67.76' }),
    { currency: 'JPY', gross: '1200.00', refunded: '200.00', net: '1000.00', count: 1 },
  ])
})

/** Returns the sum of the column Amount by currency. */
function sumAmounts([header = [], ...rows]: string[][]): Record<string, number> {
  const [amount, currency] = [header.indexOf('Amount'), header.indexOf('Currency')]
  const sums: Record<string, number> = {}
  for (const row of rows) {
    const key = row[currency] ?? ''
    sums[key] = Math.round(((sums[key] ?? 0) + Number(row[amount])) * 100) / 100
  }
  return sums
}

test('a merchant without payments exports the headings alone', async () => {
  await using app = await testApp()
  const { csv } = await shopInRome(app)

  expect(parseCsv((await csv(PATH)).slice(1))).toHaveLength(1)
  expect(parseCsv((await csv(`${PATH}?from=1970-01-02&to=9999-12-31`)).slice(1))).toHaveLength(1)
})

test('an export of two months is one file, and a file is named after its days', async () => {
  await using app = await testApp()
  const { key, waitUntil, pay } = await fillMarch(app)
  waitUntil('2026-05-01T10:00:00Z')
  await pay({ amount: '1.00', currency: 'EUR' })
  const nameOf = async (path: string) =>
    (await key.rest('GET', path)).headers['content-disposition']

  const body = (await key.rest('GET', `${PATH}?from=2026-03-30&currency=EUR`)).body

  expect(parseCsv(body.slice(1)).map(([day]) => day)).toEqual([
    'Date (Europe/Rome)',
    '2026-03-30',
    '2026-04-10',
    '2026-05-01',
    'Total',
  ])
  expect(await nameOf(`${PATH}?from=2026-03-01&to=2026-03-31`)).toBe(
    'attachment; filename="takings-2026-03.csv"',
  )
  expect(await nameOf(`${PATH}?from=2026-03-01&to=2026-03-31&layout=excel-it`)).toBe(
    'attachment; filename="incassi-2026-03.csv"',
  )
  expect(
    await nameOf('/api/transactions/export?layout=excel-it&status=success&to=2026-03-31'),
  ).toBe('attachment; filename="pagamenti-riusciti-fino-al-2026-03-31.csv"')
  expect(await nameOf('/api/refunds/export?layout=excel-en')).toBe(
    'attachment; filename="refunds-2026-05-01.csv"',
  )
})

test.each([
  ['2025-01-01', '2025-12-31', 'takings-2025.csv'],
  ['2026-01-01', '2026-03-31', 'takings-2026-01_2026-03.csv'],
  ['2026-02-01', '2026-02-28', 'takings-2026-02.csv'],
  ['2026-02-01', '2026-02-27', 'takings-2026-02-01_2026-02-27.csv'],
  ['2026-02-03', '2026-02-03', 'takings-2026-02-03.csv'],
  ['2026-02-03', undefined, 'takings-2026-02-03_2026-05-01.csv'],
])('takings from %s to %s are in %s', (from, to, name) => {
  const style = { language: 'en', today: '2026-05-01' } as const

  expect(fileNameForPeople('takings', { from, to }, style)).toBe(name)
})

test('a negative number stays a number, and nothing else passes as one', () => {
  expect(csvLine([{ number: '-17.34' }, { number: '5' }])).toBe('-17.34,5\r\n')
  expect(csvLine([{ number: '-17,34' }], ';')).toBe('"-17,34"\r\n')
  expect(csvLine([{ number: '-1+2' }, { number: '=1' }])).toBe("'-1+2,'=1\r\n")
})

test('strangers, keys that may not read, and impossible days get no takings', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  await alice.api.transactions.create.mutate(payment())
  const writer = await keyCaller(app, alice, { scopes: ['write'] })
  const year = '/api/takings?from=2025-01-01&to='

  expect((await app.rest({ method: 'GET', url: PATH })).status).toBe(401)
  expect(parseCsv((await bob.rest('GET', PATH)).body.slice(1))).toHaveLength(1)
  expect((await writer.rest('GET', PATH)).json().reason).toBe('scope_missing')
  expect((await alice.rest('GET', `${PATH}?status=success`)).status).toBe(400)
  expect((await alice.rest('GET', `${year}2024-12-31`)).status).toBe(400)
  expect((await alice.rest('GET', `${year}2026-01-01`)).status).toBe(200)
  expect((await alice.rest('GET', `${year}2026-01-02`)).status).toBe(400)
})

test('an export of takings is recorded with its days', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const noted = await auditEntriesOf(app, () =>
    alice.rest('GET', `${PATH}?from=2026-03-01&to=2026-03-31&layout=excel-it`),
  )

  expect(noted).toMatchObject([
    {
      action: 'takings.exported',
      actor: `user:${alice.id}`,
      after: { filter: { from: '2026-03-01', to: '2026-03-31' } },
    },
  ])
})
