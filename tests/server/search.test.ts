import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexNewTexts } from '#server/services/search/index-texts.ts'
import { searchTextOf, termsOf } from '#server/services/search/search.rules.ts'
import { printedReference, referenceOfPayment } from '#server/shared/money/creditor-reference.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { testApp } from '../support/test-app.ts'

const paymentToFind = payment({
  amount: '1234.56',
  customerName: 'José Müller',
  customerEmail: 'jose.mueller@example.org',
  description: 'Invoice 2026/017: 50% off "spring" tiles',
})

test.each([
  ['the id', (row: { id: string }) => row.id],
  ['part of the id', (row: { id: string }) => row.id.slice(-5)],
  ['the reference', (row: { transactionId: string }) => row.transactionId],
  ['the reference as screens show it', (row: { transactionId: string }) => `#${row.transactionId}`],
  [
    'the reference in lower case',
    (row: { transactionId: string }) => row.transactionId.toLowerCase(),
  ],
  ['the name', () => 'José Müller'],
  ['the name without accents', () => 'jose muller'],
  ['the words of the name in any order', () => 'müller jos'],
  ['part of the e-mail', () => 'mueller@exam'],
  ['part of the description', () => 'spring'],
  ['signs that mean something to a database', () => '50%'],
  ['quotes', () => '"spring"'],
  ['a slash', () => '2026/017'],
  ['the amount', () => '1234.56'],
  ['the amount with its sign', () => '$1234.56'],
  ['two letters', () => 'jo'],
  ['a long word and a short one', () => 'invoice 50'],
])('a payment is found by %s as soon as its response arrives', async (_, searchOf) => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  const created = await alice.api.transactions.create.mutate(paymentToFind)

  const search = encodeURIComponent(searchOf(created))
  const find = () => alice.rest('GET', `/api/transactions?search=${search}`)
  const atOnce = await find()
  await indexNewTexts(app.world)
  const afterIndexing = await find()

  for (const found of [atOnce, afterIndexing]) {
    expect(found.json().map(({ id }: { id: string }) => id)).toEqual([created.id])
    expect(found.headers['x-total-count']).toBe('1')
  }
})

const rossi = payment({ amount: '1235.50', customerName: 'Rossi', description: 'Bread' })

test.each([
  '235,50',
  '35,50',
  '35,5',
  '1.235,50',
  '1,235.50',
  "1'235.50",
  '1 235,50',
  '1.235',
  '1,235',
  '€ 1.235,50',
  '1.235,50 €',
  'EUR 1235,50',
  '235,50 Rossi',
  'bread 1.235,50',
])('a payment of 1235.50 is found by %s', async (search) => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment({ amount: '24.90' }))
  const created = await alice.api.transactions.create.mutate(rossi)
  const find = () => alice.rest('GET', `/api/transactions?search=${encodeURIComponent(search)}`)

  const atOnce = await find()
  await indexNewTexts(app.world)

  for (const found of [atOnce, await find()]) {
    expect(found.json().map(({ id }: { id: string }) => id)).toEqual([created.id])
    expect(found.headers['x-total-count']).toBe('1')
  }
})

test.each([
  (reference: string) => reference,
  (reference: string) => reference.toLowerCase(),
  printedReference,
  (reference: string) => `BONIFICO DEL 02/01/2026 DA ROSSI: ${printedReference(reference)} .`,
  (reference: string) => `TXN${reference.slice(4)}`,
  (reference: string) => `txn ${printedReference(reference.slice(4)).toLowerCase()} jos`,
])('a payment is found by the reference of its bank transfer (%#)', async (searchOf) => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  const created = await alice.api.transactions.create.mutate(paymentToFind)
  const search = searchOf(referenceOfPayment(created.transactionId))
  const find = () => alice.api.transactions.list.query({ search })

  const atOnce = await find()
  await indexNewTexts(app.world)

  for (const { data } of [atOnce, await find()]) {
    expect(data.map(({ id }) => id)).toEqual([created.id])
  }
})

test('a reference with wrong check digits finds nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { transactionId } = await alice.api.transactions.create.mutate(payment())
  const reference = referenceOfPayment(transactionId)
  const wrong = reference.replace(/^RF../, reference.startsWith('RF11') ? 'RF12' : 'RF11')

  const { data } = await alice.api.transactions.list.query({ search: wrong })

  expect(data).toEqual([])
})

test('a word that looks like an amount is also found as it is written', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(
    payment({ amount: '7.00', description: 'Boards of 35,50 mm, lot 1.235' }),
  )

  for (const search of ['35,50', '1.235', '35,50 mm', '1.235 boards']) {
    const { data } = await alice.api.transactions.list.query({ search })
    expect(data.map((row) => row.id)).toEqual([id])
  }
})

test('a changed or deleted object is found as it is now, indexed or not', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const early = await alice.api.customers.create.mutate({
    name: 'Early Bird',
    email: 'early@example.com',
  })
  await indexNewTexts(app.world)
  const afterwards = await alice.api.customers.create.mutate({
    name: 'Late Riser',
    email: 'late@example.com',
  })
  const namesFor = async (search: string) =>
    (await alice.rest('GET', `/api/customers?search=${search}`))
      .json()
      .map(({ name }: { name: string }) => name)

  await alice.api.customers.update.mutate({ id: early.id, name: 'Early Owl' })
  await alice.api.customers.update.mutate({ id: afterwards.id, name: 'Late Owl' })
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexNewTexts(app.world)
    expect(await namesFor('bird')).toEqual([])
    expect(await namesFor('riser')).toEqual([])
    expect((await namesFor('owl')).toSorted()).toEqual(['Early Owl', 'Late Owl'])
  }
  await alice.api.customers.erase.mutate({ id: early.id })
  expect(await namesFor('owl')).toEqual(['Late Owl'])
})

test.each([
  'nothing like this',
  'inv%ice',
  'inv_ice',
  '" OR ""',
  'NEAR(a b)',
  '*',
  "'; --",
  '\\',
  'rossi jose',
])('a search for %s finds nothing and breaks nothing', async (search) => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  await alice.api.transactions.create.mutate(paymentToFind)

  const found = await alice.rest('GET', `/api/transactions?search=${encodeURIComponent(search)}`)

  expect(found.status).toBe(200)
  expect(found.json()).toEqual([])
})

test('a search combines with filters, sorting and pages', async () => {
  await using app = await testApp()
  const alice = await app.person()
  for (const amount of ['30.00', '10.00', '20.01', '40.00']) {
    await alice.api.transactions.create.mutate(payment({ amount, description: 'tiles' }))
  }

  const list = await alice.rest(
    'GET',
    '/api/transactions?search=tiles&status=success&sort=amount&limit=2',
  )
  const next = /^<(.+)>; rel="next"$/.exec(String(list.headers.link))?.[1]
  const rest = await alice.rest('GET', String(next))

  const amounts = (rows: { amount: string }[]) => rows.map(({ amount }) => amount)
  expect(amounts(list.json())).toEqual(['10.00', '30.00'])
  expect(amounts(rest.json())).toEqual(['40.00'])
  expect(list.headers['x-total-count']).toBe('3')
})

test('a search never finds objects of another merchant', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const alicePayment = await alice.api.transactions.create.mutate(paymentToFind)

  for (const search of ['spring', 'jo', alicePayment.id, alicePayment.transactionId]) {
    expect((await bob.rest('GET', `/api/transactions?search=${search}`)).json()).toEqual([])
  }
})

/** Texts of few letters: they share most of their trigrams and differ in the positions of these. */
const randomName = fc
  .array(fc.constantFrom('an', 'na', 'ban', 'nab', 'é', ' '), { minLength: 3, maxLength: 9 })
  .map((parts) => parts.join('').trim())
  .filter((text) => text.length >= 3)

test('a search finds the texts that hold its words, no more and no fewer', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const names = fc.sample(randomName, 80)
  for (const [at, name] of names.entries()) {
    await alice.api.customers.create.mutate({ name, email: `${at}@example.com` })
    if (at === 60) await indexNewTexts(app.world)
  }
  const allCustomers = await alice.api.customers.list.query({ limit: 500 })
  const piece = fc.tuple(fc.constantFrom(...names), fc.nat(12), fc.integer({ min: 1, max: 7 }))
  const words = fc
    .array(piece, { minLength: 1, maxLength: 2 })
    .map((pieces) => pieces.map(([name, from, length]) => name.slice(from, from + length)))
    .filter((chosenWords) => termsOf(chosenWords.join(' ')).length > 0)

  await fc.assert(
    fc.asyncProperty(words, async (chosenWords) => {
      const search = chosenWords.join(' ')
      const { data } = await alice.api.customers.list.query({ search, limit: 500 })
      const expected = allCustomers.data.filter(({ id, name, email }) => {
        const text = searchTextOf([id, name, email])
        return termsOf(search).every((term) => text.includes(term))
      })
      expect(data.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    }),
    { numRuns: runs(150, 50) },
  )
})
