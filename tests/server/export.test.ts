import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from '#server/shared/text/csv.ts'
import { parseCsv } from '../support/csv.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

test('the export is the list as CSV, with a byte order mark and the zone in its header', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const created = await alice.api.transactions.create.mutate(
    payment({ description: 'two "large", one small' }),
  )

  const csv = await alice.rest('GET', '/api/transactions/export')

  expect(csv.status).toBe(200)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toBe(
    'attachment; filename="incasso-transactions_2026-03-10.csv"',
  )
  expect(csv.body.startsWith('\uFEFF')).toBe(true)
  const [header, row] = parseCsv(csv.body.slice(1))
  expect(Object.fromEntries(header?.map((name, index) => [name, row?.[index]]) ?? [])).toEqual({
    'Transaction ID': created.transactionId,
    Id: created.id,
    'Date (Europe/Rome)': '2026-03-10 13:00:00',
    'Date (UTC)': '2026-03-10T12:00:00.000Z',
    Customer: 'Ada Rossi',
    Email: 'ada@example.com',
    Amount: '12.34',
    Currency: 'USD',
    'Payment Method': 'Credit Card',
    Status: 'success',
    'Failure reason': '',
    Description: 'two "large", one small',
    'Settled (Europe/Rome)': '2026-03-10 13:00:00',
  })
})

test('an Italian spreadsheet has semicolons between cells, and Italian dates, amounts and words', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const paid = await alice.api.transactions.create.mutate(
    payment({ amount: '1234.50', description: '=SUM(A1);=1', customerName: 'Rossi; Ada' }),
  )

  const csv = await alice.rest('GET', '/api/transactions/export?layout=excel-it&sort=-amount')

  expect(csv.status).toBe(200)
  expect(csv.headers['content-disposition']).toBe('attachment; filename="pagamenti-2026-03-10.csv"')
  const [head, row] = csv.body.split('\r\n')
  expect(head).toBe(
    '\uFEFFID transazione;Id;Data (Europe/Rome);Data (UTC);Cliente;Email;Importo;Valuta;Metodo di pagamento;Stato;Motivo del rifiuto;Descrizione;Esito il (Europe/Rome)',
  )
  expect(row).toBe(
    `${paid.transactionId};${paid.id};10/03/2026 13:00:00;10/03/2026 12:00:00;"Rossi; Ada";ada@example.com;"1234,50";USD;Carta di credito;Riuscito;;"'=SUM(A1);'=1";10/03/2026 13:00:00`,
  )
})

test('an English spreadsheet has words instead of codes, and marks text that looks like a number', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const paid = await alice.api.transactions.create.mutate(
    payment({ amount: '1200', currency: 'JPY', description: '0012345' }),
  )

  const csv = await alice.rest('GET', '/api/transactions/export?layout=excel-en&language=it')

  const [head, row] = csv.body.split('\r\n')
  expect(head).toMatch(/^\uFEFFTransaction ID,Id,Date \(Europe\/Rome\),Date \(UTC\),/)
  expect(row).toBe(
    `${paid.transactionId},${paid.id},2026-03-10 13:00:00,2026-03-10 12:00:00,Ada Rossi,ada@example.com,1200,JPY,Credit Card,Success,,"=""0012345""",2026-03-10 13:00:00`,
  )
})

test('headings are Italian on request, and everything else stays machine-readable', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  await alice.api.transactions.create.mutate(payment())

  const english = await alice.rest('GET', '/api/transactions/export')
  const italian = await alice.rest('GET', '/api/transactions/export?language=it')
  const refused = await alice.rest('GET', '/api/transactions/export?language=de')

  const [head, ...rows] = italian.body.split('\r\n')
  expect(head).toMatch(/^\uFEFFID transazione,Id,Data \(Europe\/Rome\),/)
  expect(rows).toEqual(english.body.split('\r\n').slice(1))
  expect(refused.status).toBe(400)
})

test('the date appears once in UTC, and a declined payment has no settlement date', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'UTC' })
  await alice.api.transactions.create.mutate(payment({ amount: '10.01' }))
  await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))

  const csv = await alice.rest('GET', '/api/transactions/export')

  const [header = [], ...rows] = parseCsv(csv.body.slice(1))
  expect(header.filter((name) => name.startsWith('Date'))).toEqual(['Date (UTC)'])
  expect(rows.map((row) => row.length)).toEqual([header.length, header.length])
  const settled = header.indexOf('Settled (UTC)')
  const status = header.indexOf('Status')
  expect(rows.map((row) => [row[status], row[settled]]).toSorted()).toEqual([
    ['failed', ''],
    ['pending', ''],
  ])
})

test('the export holds exactly the payments that the filter lists, in order, across all batches', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice, { scopes: ['read'] })
  await alice.api.transactions.create.mutate(payment({ amount: '5.00', description: 'tiles' }))
  const [first] = await app.db.selectFrom('transactions').selectAll().execute()
  const copies = Array.from({ length: 2300 }, (_, index) => ({
    ...first,
    id: `txn_${String(index).padStart(26, '0')}`,
    transactionId: `TXN-${String(index).padStart(10, '0')}`,
    amount: 1 + (index % 50),
  }))
  for (let from = 0; from < copies.length; from += 500) {
    await app.db
      .insertInto('transactions')
      .values(copies.slice(from, from + 500) as never)
      .execute()
  }

  const all = parseCsv((await shop.rest('GET', '/api/transactions/export')).body)
  const filteredRows = parseCsv(
    (await shop.rest('GET', '/api/transactions/export?minAmount=0.50&maxAmount=5&sort=amount'))
      .body,
  )

  expect(all).toHaveLength(1 + 2301)
  expect(new Set(all.map(([id]) => id)).size).toBe(1 + 2301)
  expect(filteredRows).toHaveLength(1 + 46 + 1)
  const amounts = filteredRows.slice(1).map((row) => Number(row[6]))
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
})

test.each([
  ['=1+1', "'=1+1"],
  ['+39 06 123', "'+39 06 123"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  [' =cmd', "' =cmd"],
  ['%0A', "'%0A"],
  ['Ada', 'Ada'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=A1,"x"', `"'=A1,""x"""`],
  ['12.34', '12.34'],
  ['Rossi;=1+1', `"Rossi;'=1+1"`],
  ['Rossi; "=1+1"', `"Rossi;' ""=1+1"""`],
  ['Rossi;;@A1;-2;x', `"Rossi;;'@A1;'-2;x"`],
  ['a\t=1', "a\t'=1"],
  ['a\r\n+1', `"a\r'\n'+1"`],
  ['Rossi;Bianchi', '"Rossi;Bianchi"'],
  ['＝1+1', "'＝1+1"],
  ['＋39', "'＋39"],
  ['－5', "'－5"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\u3000＝1', "'\u3000＝1"],
  ['x;＝1', `"x;'＝1"`],
])('the cell %s cannot run as a formula', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('fifty hostile names do not run in a spreadsheet, and all are read back unchanged', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const starts = ['=', '+', '-', '@', '|', '%', '==', '=@', '"=', "'="]
  const bodies = ['1+1', "cmd|'/C calc'!A0", 'HYPERLINK("http://x.example";"a")', 'A1,"b"', 'x;y']
  const names = starts.flatMap((start) => bodies.map((body) => start + body))
  for (const customerName of names) {
    await alice.api.transactions.create.mutate(
      payment({ customerName, customerEmail: `c${names.indexOf(customerName)}@example.com` }),
    )
  }

  const csv = await alice.rest('GET', '/api/transactions/export')

  const [header, ...rows] = parseCsv(csv.body.slice(1))
  const cells = rows.map((row) => row[header?.indexOf('Customer') ?? -1] ?? '')
  expect(rows.flat().filter((cell) => /^\s*[=+\-@|%\t\r\n\0]/.test(cell))).toEqual([])
  expect(names).toHaveLength(50)
  const shownCells = cells.map((cell) => (/^'[=+\-@|%]/.test(cell) ? cell.slice(1) : cell))
  // A name's own apostrophe stays: the text after it is not a formula either.
  expect(shownCells.toSorted()).toEqual(
    names.map((name) => name.replace(/^'(?=[=+\-@|%])/, '')).toSorted(),
  )
})

test('no cell is a formula to a program that separates cells by semicolons or tabs', () => {
  const letters = ['=', '+', '-', '@', '＝', '＋', ';', '\t', '"', "'", ' ', ',', 'a', '1']
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })

  fc.assert(
    fc.property(text, text, (one, other) => {
      const line = csvLine(['2026-03-10', one, other])
      // These programs ignore quotes within a line, and split there too.
      const splitCells = [';', '\t'].flatMap((separator) => line.split(separator))
      const cells = [
        ...parseCsv(line).flat(),
        ...splitCells.map((cell) => cell.replace(/^["\s]+/, '')),
      ]
      expect(cells.filter((cell) => /^\s*[=+\-@＝＋]/.test(cell))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('the file name contains the filter and nothing that could break a header', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const csv = await alice.rest(
    'GET',
    `/api/transactions/export?status=failed&search=${encodeURIComponent('"; x=\r\n"')}`,
  )

  expect(csv.headers['content-disposition']).toBe(
    'attachment; filename="incasso-transactions_2026-03-10_search-_x__status-failed.csv"',
  )
})

test('callers who are not signed in, and unknown filters, get no file', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const stranger = await app.rest({ method: 'GET', url: '/api/transactions/export' })
  const unknown = await alice.rest('GET', '/api/transactions/export?colour=red')
  const limited = await alice.rest('GET', '/api/transactions/export?limit=5')

  expect(stranger.status).toBe(401)
  expect(unknown.status).toBe(400)
  expect(unknown.json().issues[0].path).toBe('colour')
  expect(limited.status).toBe(400)
})

test('the Excel file marks number-like texts as text, and the plain file has them unchanged', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(
    payment({ customerName: '1/2', description: '0012345' }),
  )
  const fileOf = async (query: string) =>
    (await alice.rest('GET', `/api/transactions/export${query}`)).body

  expect(await fileOf('?layout=excel-it')).toMatch(/;"=""1\/2""";.*;"=""0012345""";/)
  expect(await fileOf('')).toMatch(/,1\/2,.*,0012345,/)
})
