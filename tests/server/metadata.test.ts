import { expect, test } from 'vitest'
import { parseCsv } from '../support/csv.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { type Person, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const pay = (person: Pick<Person, 'rest'>, more: object = {}) =>
  person.rest('POST', '/api/payments', { ...payment(), ...more })

const metadataOf = async (person: Person, id: string) =>
  (await person.api.refunds.ofPayment.query({ id })).metadata

test('a payment’s metadata is stored, trimmed, and left out of version 1 responses', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const plain = await pay(alice)

  const withMetadata = await pay(alice, {
    metadata: { order: '  A-1042 ', 'table.no': '', x_1: '7' },
  })

  expect(withMetadata.status).toBe(201)
  expect(Object.keys(withMetadata.json())).toEqual(Object.keys(plain.json()))
  expect(await metadataOf(alice, withMetadata.json().id)).toEqual({
    order: 'A-1042',
    'table.no': '',
    x_1: '7',
  })
  expect(await metadataOf(alice, plain.json().id)).toBeNull()
})

const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'v']))

test.each([
  ['a value that is not text', { order: 7 }, 'metadata.order'],
  ['a value that is too long', { order: 'x'.repeat(501) }, 'metadata.order'],
  ['a control character', { order: 'a\u0007b' }, 'metadata.order'],
  ['a card number', { order: 'card 4111 1111 1111 1111' }, 'metadata.order'],
  ['a card number as a key', { '4111111111111111': 'x' }, 'metadata'],
  ['a key with a space', { 'my order': 'x' }, 'metadata.my order'],
  ['a key that is empty', { '': 'x' }, 'metadata.'],
  ['a key that is too long', { ['k'.repeat(41)]: 'x' }, `metadata.${'k'.repeat(40)}`],
  ['more than twenty keys', many, 'metadata'],
  ['a list', ['x'], 'metadata'],
  ['the key __proto__', JSON.parse('{"__proto__": "x", "order": "7"}'), 'metadata.__proto__'],
  ['an object as __proto__', JSON.parse('{"__proto__": {"order": "7"}}'), 'metadata.__proto__'],
])('%s is refused by name, and nothing is stored', async (_, metadata, path) => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await pay(alice, { metadata })

  expect(refused.status).toBe(400)
  expect(refused.json().issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(refused.body).not.toContain('4111111111111111')
  expect(await app.count('transactions')).toBe(0)
})

test('a payment is found by an exact metadata value, by its own merchant alone', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const created = (await pay(alice, { metadata: { order: 'Ä-10/42 Süd', till: '7b' } })).json()
  await pay(alice, { metadata: { order: 'A-1043' } })
  const findIds = async (person: Person, search: string) =>
    (await person.api.transactions.list.query({ search })).data.map(({ id }) => id)

  expect(await findIds(alice, 'Ä-10/42 Süd')).toEqual([created.id])
  expect(await findIds(alice, 'a-10/42')).toEqual([created.id])
  expect(await findIds(alice, '7b')).toContain(created.id)
  expect(await findIds(bob, 'Ä-10/42')).toEqual([])
})

test('the same key with other metadata is another request', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  const send = (metadata?: object) =>
    shop.rest('POST', '/api/payments', { ...payment(), metadata }, { 'idempotency-key': 'k1' })

  const first = await send({ order: '1', table: '2' })
  const again = await send({ table: '2', order: '1' })
  const other = await send({ order: '2' })
  const none = await send()

  expect([first.status, again.status, other.status, none.status]).toEqual([201, 201, 422, 422])
  expect(again.body).toBe(first.body)
  expect(await app.count('transactions')).toBe(1)
})

test('an export has the metadata column only on request', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  await pay(alice, { metadata: { order: '=1' } })
  const read = async (query: string, version?: string) => {
    const headers: Record<string, string> = version === undefined ? {} : { 'api-version': version }
    const path = `/api/transactions/export${query}`
    const { body } = await shop.rest('GET', path, undefined, headers)
    const [header = [], row = []] = parseCsv(body.slice(1))
    return [header.at(-1), row.at(-1)]
  }

  const plain = await read('')
  expect(plain[0]).toBe('Settled (UTC)')
  expect(await read('', 'v1')).toEqual(plain)
  expect(await read('?metadata=false', 'v2')).toEqual(plain)
  expect(await read('?metadata=true')).toEqual(['Metadata', '{"order":"=1"}'])
  expect(await read('', 'v2')).toEqual(['Metadata', '{"order":"=1"}'])
})

test('erasing a customer deletes their payments’ metadata everywhere', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  const shop = await keyCaller(app, alice)
  const metadata = { guest: 'Zenobia Quirk' }
  const body = { ...payment(), metadata }
  const created = await shop.rest('POST', '/api/payments', body, { 'idempotency-key': 'k1' })
  const other = await pay(alice, { customerEmail: 'else@example.com', metadata: { order: '5' } })

  const erased = await alice.rest('DELETE', `/api/customers/${created.json().customerId}`)

  expect(erased.status).toBe(204)
  expect(await metadataOf(alice, created.json().id)).toBeNull()
  expect(await metadataOf(alice, other.json().id)).toEqual({ order: '5' })
  expect((await alice.api.transactions.list.query({ search: 'Zenobia' })).data).toEqual([])
  for (const table of [
    'transactions',
    'searchTexts',
    'idempotencyKeys',
    'webhookEvents',
  ] as const) {
    const stored = JSON.stringify(await app.db.selectFrom(table).selectAll().execute())
    expect([table, /zenobia/i.test(stored)]).toEqual([table, false])
  }
  // The placeholder e-mail address of an erased customer restores nothing.
  const [row] = (await alice.api.transactions.list.query({ customerId: created.json().customerId }))
    .data
  const late = await pay(alice, { customerEmail: row?.customerEmail, metadata })
  expect(await metadataOf(alice, late.json().id)).toBeNull()
  expect(await ledgerFindings(app)).toEqual([])
})
