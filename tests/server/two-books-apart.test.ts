import { expect, test } from 'vitest'
import { calls } from '../calls.ts'
import { rules } from '../support/admission.ts'
import { type Belongings, makeBelongings, requestWith } from '../support/belongings.ts'
import { foreignInputsOf } from '../support/call-row.ts'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { type Call, queryOf, readingCalls } from '../support/every-call.ts'
import { type KeyCaller, keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { procedureTypes } from '../support/procedures.ts'
import { requestOf, restCalls, restKinds, rowOf } from '../support/rest-calls.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { asPage, goLive, withSandbox } from '../support/two-modes.ts'

/** A book with rows of its own. Each of their texts contains `word`. */
type FilledBook = { person: Person; shop: KeyCaller; owned: Belongings; word: string }

/** Procedures whose responses are the same in both books of a team. */
const shared = new Set(['team.list', 'team.role'])

async function fill(
  app: TestApp,
  { person, shop, word }: Omit<FilledBook, 'owned'>,
): Promise<FilledBook> {
  const request = requestWith(person.rest)
  const belongings = await makeBelongings({ request }, [...restKinds, 'view'])
  await shop.rest('POST', '/api/payments', {
    ...payment({ amount: word === 'Tortuga' ? '12.34' : '98.76', currency: 'EUR' }),
    customerName: `${word} Customer`,
    customerEmail: `${word}@example.com`,
    description: `${word} order`,
  })
  await shop.rest('GET', `/api/customers?search=${word}`)
  return { person, shop, owned: belongings, word }
}

async function fillTest(app: TestApp, person: Person): Promise<FilledBook> {
  const word = 'Tortuga'
  return fill(app, { person, word, shop: await keyCaller(app, person, { name: `${word} shop` }) })
}

/** Fills the live book as if a processor were connected. */
async function fillLive(app: TestApp, { live, liveId }: LiveMerchant): Promise<FilledBook> {
  const word = 'Quasimodo'
  const shop = await keyCaller(app, live, { name: `${word} shop` })
  return withSandbox(app, liveId, () => fill(app, { person: live, word, shop }))
}

type LiveMerchant = Awaited<ReturnType<typeof goLive>>

async function fillBooks(app: TestApp) {
  const test = await fillTest(app, await app.person())
  return { test, live: await fillLive(app, await goLive(app, test.person)) }
}

/** Returns every read of a merchant's data, on each API that offers it. */
const readCallsOf = ({ person, owned: belongings }: FilledBook): Call[] =>
  readingCalls({ ...belongings, email: person.email }).filter(({ name, api }) => {
    if (api === 'auth' || shared.has(name)) return false
    const { needs } = rules[rowOf(name).who]
    return needs === 'a merchant' || needs === 'ownership' || rowOf(name).who === 'caller'
  })

const responsesOf = (filled: FilledBook) => readResponses(filled, filled.person.rest)

async function readResponses(
  filled: FilledBook,
  send: Person['rest'],
): Promise<Map<string, string>> {
  const responses = new Map<string, string>()
  for (const call of readCallsOf(filled)) {
    const { status, body } = await send('GET', call.path + queryOf(call))
    // Ids of requests and sealed URLs differ in each response.
    const lasting = body.replaceAll(/req_[\w-]+/g, '').replaceAll(/\/sandbox\/v1[\w.-]+/g, '')
    responses.set(`${call.api} ${call.path}`, `${status} ${lasting}`)
  }
  return responses
}

const idsOf = ({ owned: belongings }: FilledBook): string[] =>
  Object.values(belongings).filter((id) => !id.endsWith('none'))

function assertNothingOf(other: FilledBook, responses: Map<string, string>): void {
  for (const [call, body] of responses) {
    for (const word of [other.word.toLowerCase(), ...idsOf(other)]) {
      // Requests to the empty live book name ids of the test book: responses must not repeat them either.
      expect([call, word, body.toLowerCase().includes(word.toLowerCase())]).toEqual([
        call,
        word,
        false,
      ])
    }
  }
}

test('no list, figure, search or export of one mode has anything of the other, for sessions and keys', async () => {
  await using app = await testApp()
  await assertApart(app)
})

test('the same holds when Clerk signs people in', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  await assertApart(app)
})

/** Calls whose responses in the test book change when the merchant goes live. */
const knowsOfTwin = /merchant\.books|auditLog|audit-log/

async function assertApart(app: TestApp): Promise<void> {
  const alice = await app.person()
  const test = await fillTest(app, alice)
  const before = await responsesOf(test)
  expect(before.size).toBeGreaterThan(45)

  const wentLive = await goLive(app, alice)
  const empty = await responsesOf({ ...test, person: wentLive.live })
  const live = await fillLive(app, wentLive)

  const after = await responsesOf(test)
  for (const [call, body] of before) {
    if (!knowsOfTwin.test(call)) expect([call, after.get(call)]).toEqual([call, body])
  }
  assertNothingOf(test, empty)
  assertNothingOf(live, after)
  const liveResponses = await responsesOf(live)
  assertNothingOf(test, liveResponses)
  expect(
    [...liveResponses.values()].filter((body) => body.includes(live.word)).length,
  ).toBeGreaterThan(6)
  for (const [own, otherBook] of [
    [test, live],
    [live, test],
  ] as const) {
    const byKey = await readResponses(own, (method, path) => own.shop.rest(method, path))
    assertNothingOf(otherBook, byKey)
  }
}

test('ids of the other mode do not exist, on every route, for people, staff and keys', async () => {
  await using app = await testApp()
  const books = await fillBooks(app)
  const staff = await createTeamMember(app, books.test.person)

  for (const [own, otherBook] of [
    [books.test, books.live],
    [books.live, books.test],
  ] as const) {
    const before = await responsesOf(otherBook)
    const sendAsStaff = own === books.live ? inLiveMode(app, staff) : staff.rest
    for (const call of restCalls) {
      // Both books share the business's profile, and it can go live only once.
      if (call.name === 'merchant.update') continue
      const { method, path, body } = requestOf(call, otherBook.owned)
      const isNamed = call.template.includes('{')
      const byKey = restWith(app, own.shop.key.secret)
      for (const send of [own.person.rest, sendAsStaff, byKey]) {
        const response = await send(method as 'GET', path, body)
        expect(response.status).not.toBe(500)
        if (isNamed && response.status !== 403) {
          expect([call.route, response.status]).toEqual([call.route, 404])
        }
      }
    }
    const withoutLogs = (responses: Map<string, string>) =>
      [...responses].filter(([call]) => !/request-log|requestLog|audit-log|auditLog/.test(call))
    expect(withoutLogs(await responsesOf(otherBook))).toEqual(withoutLogs(before))
  }
})

const inLiveMode = (app: TestApp, staff: Person) => asPage(app, liveCookie(staff), 'live')

const liveCookie = (person: Person): Person => ({
  ...person,
  cookie: `${person.cookie}; incasso-book=live`,
})

test('filters and lists of ids of the other mode find nothing, at every procedure of the page', async () => {
  await using app = await testApp()
  const books = await fillBooks(app)

  for (const [own, otherBook] of [
    [books.test, books.live],
    [books.live, books.test],
  ] as const) {
    for (const [name, row] of Object.entries(calls)) {
      if (row.route || procedureTypes[name] !== 'query' || row.who === 'anyone') continue
      for (const id of idsOf(otherBook)) {
        const { named, narrowed } = foreignInputsOf(row, own.owned, id)
        for (const input of [...named, ...narrowed]) {
          const query = `?input=${encodeURIComponent(JSON.stringify(input))}`
          const { status, body } = await own.person.rest('GET', `/trpc/${name}${query}`)
          expect(status).not.toBe(500)
          expect([name, id, body.includes(otherBook.word)]).toEqual([name, id, false])
        }
      }
    }
  }
})

test('a call that names the mode that is not open is refused, whichever it is', async () => {
  await using app = await testApp()
  const { test: own, live } = await fillBooks(app)
  const tables = ['customers', 'transactions', 'apiKeys', 'savedViews', 'auditLog'] as const
  const countAll = () => Promise.all(tables.map(app.count))
  const before = await countAll()
  let refused = 0

  for (const [open, statedMode] of [
    [own, 'live'],
    [live, 'test'],
  ] as const) {
    const send = asPage(app, open.person, statedMode)
    for (const [name, type] of Object.entries(procedureTypes)) {
      const { needs } = rules[rowOf(name).who]
      if (needs === 'nothing' || needs === 'an account') continue
      const response = await (type === 'mutation'
        ? send('POST', `/trpc/${name}`, {})
        : send('GET', `/trpc/${name}`))
      // A stream begins before it is refused.
      if (type !== 'subscription') expect([name, response.status]).toEqual([name, 409])
      expect(response.body).toContain('book_changed')
      refused += 1
    }
  }

  expect(refused).toBeGreaterThan(80)
  expect(await countAll()).toEqual(before)
})
