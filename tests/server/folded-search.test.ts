import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#db/migrations/2026-11-28T02-00-folded-letters.ts'
import { portableFor } from '#db/portable.ts'
import { indexNewTexts } from '#server/services/search/index-texts.ts'
import { printedReference, referenceOfPayment } from '#server/shared/money/creditor-reference.ts'
import { payment } from '../support/make.ts'
import { type Person, testApp } from '../support/test-app.ts'

const names = [
  ["Mario D'Angelo", 'D’Angelo'],
  ['Mario D’Angelo', "d'angelo"],
  ['Mario D`Angelo', 'd’angelo'],
  ['Straße Groß', 'strasse gross'],
  ['Strasse Gross', 'STRAẞE groß'],
  ['Łukasz Søren Ægir Đorđe', 'lukasz soren aegir dorde'],
  ['Lukasz Soren Aegir Dorde', 'łukasz søren ægir đorđe'],
  ['“Da Gino” – bar', '"da gino" - bar'],
  ['per_cent', 'r_c'],
  ['50% off', '0%'],
] as const

const countFound = async (person: Person, path: string, search: string): Promise<number> => {
  const response = await person.rest('GET', `${path}?search=${encodeURIComponent(search)}`)
  expect([response.status, response.body]).toEqual([200, response.body])
  return response.json().length
}

test.each(names)('the name %s is found by %s in every list', async (name, search) => {
  await using app = await testApp()
  const alice = await app.person()
  const otherPayment = payment({ customerName: 'Per Centesimo', customerEmail: 'per@example.com' })
  await alice.api.transactions.create.mutate(otherPayment)
  const paid = await alice.api.transactions.create.mutate(payment({ customerName: name }))
  await alice.api.refunds.create.mutate({ id: paid.id, amount: '1.00' })
  const link = { title: name, currency: 'EUR', amount: '1.00' } as const
  const created = await alice.rest('POST', '/api/payment-links', link)
  expect(created.status).toBe(201)

  for (const path of ['transactions', 'customers', 'refunds', 'payment-links']) {
    expect([path, await countFound(alice, `/api/${path}`, search)]).toEqual([path, 1])
  }
})

test('a payment is found by its transfer reference in the format of a bank statement', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  const { id, transactionId } = await alice.api.transactions.create.mutate(payment())
  const reference = referenceOfPayment(transactionId)

  for (const search of [reference, printedReference(reference), ` ${reference.toLowerCase()} `]) {
    const found = await alice.api.transactions.list.query({ search })
    expect(found.data.map((row) => row.id)).toEqual([id])
  }
})

test('texts stored by an older release are folded again', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ customerName: 'Older' }))
  await indexNewTexts(app.world)
  await sql`update search_texts set text = replace(text, 'older', 'd’angelo straße «ł»')`.execute(
    app.db,
  )

  await up(app.db as never, portableFor(app.world.dialect))
  await indexNewTexts(app.world)

  for (const search of ["d'angelo", 'strasse', '"l"']) {
    const found = await alice.api.transactions.list.query({ search })
    expect(found.data.map((row) => row.id)).toEqual([id])
  }
})
