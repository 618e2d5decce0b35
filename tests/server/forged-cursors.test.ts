import { expect, test } from 'vitest'
import { CustomerSort } from '#server/features/customers/customers.schema.ts'
import { transactionSorts } from '#server/features/transactions/transaction-enums.schema.ts'
import { auditActions } from '#server/services/audit/audit-actions.ts'
import { encodeCursor } from '#server/shared/cursor.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const values = [
  0,
  -0,
  -1,
  1.5,
  1e21,
  -1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  2 ** 53,
  2 ** 63,
  -(2 ** 31),
  Number.MAX_SAFE_INTEGER,
  '',
  '0',
  'x'.repeat(300),
  '\ud800',
  '\uffff',
  '🧾',
  '2026-01-01T00:00:00.000Z',
  "' or 1=1 --",
]
const ids = ['', 'txn_1', 'aud_', 'aud_1', '\udc00', '%', '🧾', 'cus_'.repeat(40)]

const lists: [string, readonly string[]][] = [
  ['/api/transactions', transactionSorts],
  ['/api/customers', CustomerSort.options],
  ['/api/audit-log', ['-id']],
  ['/api/request-log', ['-id']],
  ['/api/webhook-events', ['-id']],
]

test.each(lists)(
  'a forged cursor of %s is refused or returns a page, and never fails',
  async (path, sorts) => {
    await using app = await testApp()
    const alice = await app.person()
    await alice.api.transactions.create.mutate(payment())

    for (const sort of sorts) {
      for (const [n, value] of values.entries()) {
        const id = ids[n % ids.length] ?? ''
        const query = new URLSearchParams({ cursor: encodeCursor({ sort, value, id }) })
        if (sort !== '-id') query.set('sort', sort)
        const { status } = await alice.rest('GET', `${path}?${query}`)
        expect([sort, value, id, status]).toEqual([sort, value, id, expect.toSatisfy(isResponse)])
      }
    }
  },
)

const isResponse = (status: number) => status === 200 || status === 400

const words: [string, string][] = [
  ['ligatures that stand for whole sentences', 'ﷺ'.repeat(200)],
  [
    'different ligatures',
    Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0xfbea + n)).join(''),
  ],
  [
    'letters of a wide script',
    Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x1d400 + n * 3)).join(''),
  ],
  [
    'squared words',
    Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x3300 + n)).join(''),
  ],
  [
    'characters of four bytes',
    Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x20000 + n)).join(''),
  ],
  [
    'a hundred letters by themselves',
    Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(' '),
  ],
  ['a hundred words', Array.from({ length: 50 }, (_, n) => `w${n}`).join(' ')],
  ['half pairs', '\ud800'.repeat(200)],
  ['quotes', '"\''.repeat(100)],
  ['signs of a pattern', '%_\\'.repeat(66)],
]

test.each(words)('a search for 200 characters of %s gets a response', async (_, search) => {
  await using app = await testApp()
  const alice = await app.person()
  const found = await alice.api.transactions.create.mutate(payment({ description: 'ﷺ' }))

  for (const path of ['/api/transactions', '/api/customers', '/api/transactions/export']) {
    const query = new URLSearchParams({ search })
    const { status } = await alice.rest('GET', `${path}?${query}`)
    expect([path, status]).toEqual([path, 200])
  }
  const rows = await alice.rest('GET', `/api/transactions?${new URLSearchParams({ search: 'ﷺ' })}`)
  expect(rows.json().map(({ id }: { id: string }) => id)).toEqual([found.id])
})

test('every filter of the audit log accepts the cursors of its own responses', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.apiKeys.create.mutate({ name: 'One' })

  for (const action of auditActions) {
    const { status } = await alice.rest('GET', `/api/audit-log?action=${action}&limit=1`)
    expect([action, status]).toEqual([action, 200])
  }
})
