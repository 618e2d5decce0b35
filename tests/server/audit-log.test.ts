import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuditLogRow } from '#db/tables.ts'
import type { AuditEntry } from '#server/features/audit-log/audit-log.schema.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

type EntryFields = Partial<AuditLogRow>

/** Writes entries with the current time. Entries that the app itself wrote are older than all of them. */
async function write({ db, world, clock }: TestApp, merchantId: string, entries: EntryFields[]) {
  clock.advance(1000)
  const rows = entries.map((more) => ({
    merchantId,
    id: world.newId('aud'),
    at: new Date(clock.now()).toISOString(),
    actor: 'system:test',
    action: 'customer.updated',
    objectId: 'cus_1',
    before: null,
    after: null,
    address: null,
    requestId: 'req_test',
    ...more,
  }))
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('auditLog')
      .values(rows.slice(from, from + 500))
      .execute()
  }
  return rows
}

async function listEntries(
  person: Person,
  filter: object = {},
  limit = 500,
): Promise<AuditEntry[]> {
  const collected: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const page = await person.api.auditLog.list.query({ ...filter, limit, cursor })
    collected.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return collected
}

/** Splits a line into cells. Only cells with a comma, a quote or a line break are quoted. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

test('each filter finds only the matching entries, alone and combined', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const filterFields = { actor: `user:${alice.id}`, action: 'customer.erased', objectId: 'cus_2' }
  const [matchingEntry] = await write(app, alice.merchant.id, [
    filterFields,
    { action: 'customer.erased' },
    { actor: 'key:key_1' },
    { objectId: 'cus_2' },
  ])

  const idsOf = async (filter: object) => (await listEntries(alice, filter)).map(({ id }) => id)
  expect(await idsOf({ action: 'customer.erased' })).toHaveLength(2)
  expect(await idsOf({ actor: 'key:key_1' })).toHaveLength(1)
  expect(await idsOf({ actor: 'key:key' })).toEqual([])
  expect(await idsOf({ objectId: 'cus_2' })).toHaveLength(2)
  expect(await idsOf(filterFields)).toEqual([matchingEntry?.id])
  expect(await idsOf({ ...filterFields, actor: 'key:key_1' })).toEqual([])
  const page = await alice.api.auditLog.list.query({ objectId: 'cus_2', limit: 1 })
  expect(page).toMatchObject({ total: 2, totalExact: true })
})

test('days follow the merchant’s time zone, also across clock changes', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  // Clocks go forward on 2026-03-29: that day has 23 hours.
  const instants = [
    '2026-03-28T22:59:59.999Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T21:59:59.999Z',
    '2026-03-29T22:00:00.000Z',
  ]
  for (const at of instants) {
    app.clock.advance(Date.parse(at) - app.clock.now())
    const id = app.world.newId('aud')
    app.clock.advance(-1000)
    await write(app, alice.merchant.id, [{ at, id }])
  }
  // The first session has ended by now.
  await alice.signIn()

  const between = async (filter: object) =>
    (await listEntries(alice, { objectId: 'cus_1', ...filter })).map(({ at }) => at).toReversed()
  expect(await between({ from: '2026-03-29', to: '2026-03-29' })).toEqual(instants.slice(1, 3))
  expect(await between({ from: '2026-03-29' })).toEqual(instants.slice(1))
  expect(await between({ to: '2026-03-28' })).toEqual(instants.slice(0, 1))
  expect(await between({ from: '2026-03-31', to: '2026-03-29' })).toEqual([])
  expect(await between({ from: '1970-01-02', to: '9999-12-30' })).toEqual(instants)
})

test('paging by cursor returns every entry once, newest first, also while entries are added', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await write(
    app,
    alice.merchant.id,
    Array.from({ length: 30 }, (_, index) => ({
      actor: `key:key_${index % 3}`,
      action: index % 2 === 0 ? 'customer.updated' : 'customer.erased',
      objectId: `cus_${index % 5}`,
    })),
  )
  const optional = (values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        actor: optional(['key:key_0', 'key:key_2']),
        action: optional(['customer.updated', 'customer.erased']),
        objectId: optional(['cus_1', 'cus_4']),
      }),
      fc.integer({ min: 1, max: 7 }),
      async (filter, limit) => {
        const before = await listEntries(alice, filter)
        const collected: string[] = []
        let cursor: string | undefined
        do {
          const page = await alice.api.auditLog.list.query({ ...filter, limit, cursor })
          collected.push(...page.data.map(({ id }) => id))
          const { actor = 'key:key_0', action = 'customer.updated', objectId = 'cus_1' } = filter
          if (!cursor) await write(app, alice.merchant.id, [{ actor, action, objectId }])
          cursor = page.nextCursor ?? undefined
        } while (cursor)

        expect(collected).toEqual(before.map(({ id }) => id))
        expect(collected).toEqual(collected.toSorted().toReversed())
      },
    ),
    { numRuns: runs(25, 8) },
  )
})

test('an entry describes its actor in words: a member, a key, the system or an outsider', async () => {
  await using app = await testApp()
  const alice = await app.person({ name: 'Ada Rossi' })
  const bob = await createTeamMember(app, alice)
  const mallory = await app.person({ name: 'Mallory Stranger' })
  const shop = await keyCaller(app, alice, { name: 'Till' })
  const otherKey = await keyCaller(app, mallory, { name: 'Their key' })
  await alice.api.apiKeys.revoke.mutate({ id: shop.key.id })
  await app.db.updateTable('authUsers').set({ name: '' }).where('id', '=', bob.id).execute()
  const actors = {
    [`user:${alice.id}`]: 'Ada Rossi',
    [`user:${bob.id}`]: bob.email,
    [`user:${mallory.id}`]: 'Not in the team',
    [`key:${shop.key.id}`]: 'Till',
    [`key:${otherKey.key.id}`]: 'API key',
    'system:webhooks': 'System',
    anyone: 'Not signed in',
  }
  await write(
    app,
    alice.merchant.id,
    Object.keys(actors).map((actor) => ({ actor, objectId: 'cus_labels' })),
  )

  const entries = await listEntries(alice, { objectId: 'cus_labels' })
  expect(Object.fromEntries(entries.map((entry) => [entry.actor, entry.actorLabel]))).toEqual(
    actors,
  )

  await alice.api.team.remove.mutate({ userId: bob.id })
  const [formerMember] = await listEntries(alice, {
    objectId: 'cus_labels',
    actor: `user:${bob.id}`,
  })
  expect(formerMember?.actorLabel).toBe('Not in the team')
})

test('entries of another merchant never appear, with any filter', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const [otherEntry] = await write(app, alice.merchant.id, [
    { objectId: 'cus_hers', actor: `user:${alice.id}`, action: 'customer.erased' },
  ])
  const page = await alice.api.auditLog.list.query({ limit: 1 })

  for (const query of [
    'objectId=cus_hers',
    `actor=user:${alice.id}`,
    'action=customer.erased',
    'from=2026-01-01&to=2027-01-01',
    `cursor=${page.nextCursor}`,
    '',
  ]) {
    const list = await mallory.rest('GET', `/api/audit-log?${query}`)
    expect([query, list.status, list.body.includes(String(otherEntry?.id))]).toEqual([
      query,
      200,
      false,
    ])
    if (query.startsWith('cursor')) continue
    const csv = await mallory.rest('GET', `/api/audit-log/export?${query}`)
    expect([query, csv.status, csv.body.includes(alice.id)]).toEqual([query, 200, false])
    expect(csv.body).not.toContain('cus_hers')
  }
})

test('owner and staff read the log; keys, outsiders and people without a merchant do not', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const shop = await keyCaller(app, alice)
  const newcomer = await app.person({ isOnboarded: false })

  for (const url of ['/api/audit-log', '/api/audit-log/export', '/api/audit-log/export?limit=1']) {
    const isWrong = url.includes('limit')
    for (const person of [alice, bob]) {
      expect((await person.rest('GET', url)).status).toBe(isWrong ? 400 : 200)
    }
    const keyResponse = await shop.rest('GET', url)
    expect([keyResponse.status, keyResponse.json().reason]).toEqual([403, 'key_not_admitted'])
    expect((await app.rest({ method: 'GET', url })).status).toBe(401)
    const newcomerResponse = await newcomer.rest('GET', url)
    expect([newcomerResponse.status, newcomerResponse.json().reason]).toEqual([403, 'no_merchant'])
  }
  const encodedResponse = await shop.rest('GET', '/api/audit%2Dlog/export')
  expect(encodedResponse.status).toBe(403)
})

test.each([
  ['action', 'action='],
  ['action', `action=${'a'.repeat(101)}`],
  ['action', 'action=%00'],
  ['actor', 'actor=user%20one'],
  ['actor', 'actor=%C3%A9'],
  ['objectId', `objectId=${'a'.repeat(101)}`],
  ['from', 'from=2026-02-30'],
  ['from', 'from=0001-01-01'],
  ['to', 'to=yesterday'],
  ['colour', 'colour=red'],
])('the field %s is refused by its name: %s', async (field, query) => {
  await using app = await testApp()
  const alice = await app.person()

  for (const path of ['/api/audit-log', '/api/audit-log/export']) {
    const refused = await alice.rest('GET', `${path}?${query}`)
    expect([path, refused.status]).toEqual([path, 400])
    expect(refused.json().issues[0].path).toBe(field)
  }
})

test('an invalid cursor, or a cursor of another list, is refused', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const encode = (text: string) => Buffer.from(text).toString('base64url')

  for (const cursor of [
    'hello',
    encode('["-createdAt","x","aud_1"]'),
    encode('["-id","x",""]'),
    encode(JSON.stringify(['-id', 'x', 'aud_\0'])),
  ]) {
    const refused = await alice.rest('GET', `/api/audit-log?cursor=${cursor}`)
    expect([cursor, refused.status, refused.json().issues[0].path]).toEqual([cursor, 400, 'cursor'])
  }
})

test('the export holds exactly the filtered entries, in order, across all batches', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome', name: 'Ada Rossi' })
  await write(
    app,
    alice.merchant.id,
    Array.from({ length: 2300 }, (_, index) => ({
      actor: index % 2 === 0 ? `user:${alice.id}` : 'system:test',
      objectId: `cus_${index % 50}`,
    })),
  )

  const filters: Record<string, string>[] = [
    {},
    { objectId: 'cus_7' },
    { actor: `user:${alice.id}`, from: '2026-03-10' },
  ]
  for (const filter of filters) {
    const listed = await listEntries(alice, filter)
    const query = new URLSearchParams(filter).toString()
    const csv = await alice.rest('GET', `/api/audit-log/export?${query}`)
    const lines = csv.body.trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => cellsOf(line)[0])).toEqual(listed.map(({ id }) => id))
    expect(lines.map((line) => cellsOf(line)[3])).toEqual(
      listed.map(({ actorLabel }) => actorLabel),
    )
  }
})

test('a row of the export holds the whole entry in the header’s time zone, and no cell is a formula', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome', name: '=HYPERLINK("http://x","y")' })
  const [row] = await write(app, alice.merchant.id, [
    {
      actor: `user:${alice.id}`,
      objectId: 'cus_formula',
      before: '{"status":"active"}',
      after: '{"status":"inactive"}',
      address: '203.0.113.7',
    },
  ])

  const csv = await alice.rest('GET', '/api/audit-log/export?objectId=cus_formula')

  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toBe(
    'attachment; filename="incasso-audit-log_2026-03-10_objectId-cus_formula.csv"',
  )
  expect(csv.body.startsWith('\uFEFF')).toBe(true)
  const [header = '', line = ''] = csv.body.slice(1).split('\r\n')
  const cells = cellsOf(line)
  expect(Object.fromEntries(cellsOf(header).map((name, index) => [name, cells[index]]))).toEqual({
    Id: row?.id,
    'Date (Europe/Rome)': '2026-03-10 13:00:01',
    'Date (UTC)': '2026-03-10T12:00:01.000Z',
    Who: `'=HYPERLINK("http://x","y")`,
    Actor: `user:${alice.id}`,
    Action: 'customer.updated',
    Object: 'cus_formula',
    Before: '{"status":"active"}',
    After: '{"status":"inactive"}',
    Address: '203.0.113.7',
    'Request ID': 'req_test',
  })
})

test('the actor filter finds the actions of a person', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const paid = await alice.api.transactions.create.mutate(payment())
  await alice.api.customers.update.mutate({ id: paid.customerId, status: 'inactive' })

  const actor = `user:${alice.id}`
  const [entry] = await listEntries(alice, { actor, objectId: paid.customerId })
  expect(entry).toMatchObject({
    actor,
    actorLabel: 'Person 1',
    action: 'customer.updated',
    before: { status: 'active' },
    after: { status: 'inactive' },
  })
})
