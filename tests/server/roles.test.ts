import { expect, test } from 'vitest'
import { calls } from '../calls.ts'
import { type Caller, refusalOf } from '../support/admission.ts'
import {
  type Belongings,
  type Kind,
  makeBelongings,
  noBelongings,
  requestWith,
} from '../support/belongings.ts'
import { badInputsOf, inputOf, kindsOf, type Row } from '../support/call-row.ts'
import { tablesChangedBy } from '../support/changed-tables.ts'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { payment } from '../support/make.ts'
import { procedureTypes } from '../support/procedures.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const MINUTE_MS = 60_000

type NamedRow = [name: string, row: Row]

/** Calls that end something come last; a stream has tests of its own. */
const rows: NamedRow[] = Object.entries(calls)
  .filter(([name]) => (procedureTypes[name] ?? 'subscription') !== 'subscription')
  .toSorted(([, one], [, other]) => Number(one.isLast ?? 0) - Number(other.isLast ?? 0))

type TestResponse = { status: number; body: string; json: () => ReturnType<typeof JSON.parse> }
type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<TestResponse>

function send(sendAs: Send, name: string, input: object): Promise<TestResponse> {
  if (procedureTypes[name] === 'mutation') return sendAs('POST', `/trpc/${name}`, input)
  return sendAs('GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
}

const asStranger =
  ({ rest }: TestApp): Send =>
  (method, url, payload) =>
    rest({ method, url, ...(payload && { payload }) })

/** Things that belong to one person, even among the members of a merchant. */
const PERSONAL_KINDS: readonly Kind[] = ['session', 'view']

/** Creates the things that the call needs: shared things by the owner, personal things by the caller. */
async function belongingsFor(
  row: Row,
  app: TestApp,
  { owner, caller = owner }: { owner: Person; caller?: Person },
): Promise<Belongings> {
  const kinds = kindsOf(row)
  const sharedKinds = kinds.filter((kind) => !PERSONAL_KINDS.includes(kind))
  const joinTeam = async (token: string): Promise<string> => {
    const person = await app.person({ isOnboarded: false })
    await person.api.team.accept.mutate({ token })
    return person.id
  }
  const belongings = await makeBelongings(
    { request: requestWith(owner.rest), acceptInvitation: joinTeam },
    sharedKinds,
  )
  const personalKinds = kinds.filter((kind) => PERSONAL_KINDS.includes(kind))
  const ownBelongings = await makeBelongings(
    { request: requestWith(caller.rest), email: caller.email },
    personalKinds,
  )
  return {
    ...belongings,
    ...Object.fromEntries(personalKinds.map((kind) => [kind, ownBelongings[kind]])),
  }
}

const refusalFor = ([name, { who, isForAccountants }]: NamedRow, caller: Caller) =>
  refusalOf(who, caller, { isChange: procedureTypes[name] === 'mutation' && !isForAccountants })

/** Expects each call that the table denies this caller to be refused, with its reason. */
async function assertRefused(sendAs: Send, caller: Caller): Promise<void> {
  for (const namedRow of rows) {
    const [name, row] = namedRow
    const refusal = refusalFor(namedRow, caller)
    if (!refusal) continue
    const response = await send(sendAs, name, inputOf(row, noBelongings))
    const { reason } = response.json().error?.data ?? {}
    expect([name, response.status, reason]).toEqual([name, refusal.status, refusal.reason])
  }
}

test('strangers, newcomers, staff and accountants are refused forbidden calls, and change nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const carla = await createTeamMember(app, alice, 'accountant')
  const newcomer = await app.person({ isOnboarded: false })

  const changed = await tablesChangedBy(app, async () => {
    await assertRefused(asStranger(app), 'stranger')
    await assertRefused(newcomer.rest, 'newcomer')
    await assertRefused(bob.rest, 'staff')
    await assertRefused(carla.rest, 'accountant')
    app.clock.advance(11 * MINUTE_MS)
    await assertRefused(alice.rest, 'owner of long ago')
  })

  expect(changed).toEqual([])
})

test('accountants who sign in through Clerk are refused the same calls, and close months', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  app.clock.set('2026-03-10T12:00:00.000Z')
  const alice = await app.person()
  const carla = await createTeamMember(app, alice, 'accountant')
  await alice.rest('POST', '/api/payments', payment())
  app.clock.set('2026-04-02T12:00:00.000Z')
  await carla.signIn()

  const changed = await tablesChangedBy(app, () => assertRefused(carla.rest, 'accountant'))

  expect(changed).toEqual([])
  const close = () => carla.rest('POST', '/api/months/2026-03/close', {})
  expect((await close()).json()).toMatchObject({ state: 'closed', totals: [{ count: 1 }] })
  // The role belongs to the team, so a change of it counts at once.
  await alice.signIn()
  await alice.api.team.changeRole.mutate({ userId: carla.id, role: 'staff' })
  expect((await carla.rest('POST', '/api/payments', payment())).status).toBe(201)
})

const mayDo = (row: NamedRow, caller: Caller) => refusalFor(row, caller) === undefined

test('bad input is refused to permitted callers too, and changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const changed = await tablesChangedBy(app, async () => {
    for (const [name, row] of rows) {
      for (const bad of badInputsOf(row, noBelongings)) {
        const { status } = await send(alice.rest, name, bad)
        expect([name, bad, status]).toEqual([name, bad, 400])
      }
    }
  })

  expect(changed).toEqual([])
})

/** Every change that accountants may make: months, and what is their own. */
const accountantChanges = [
  'months.close',
  'notices.choose',
  'notices.markAllRead',
  'notices.markRead',
  'openai.analyze',
  'team.leave',
  'views.remove',
  'views.rename',
  'views.save',
]

test('accountants may read everything that is not for owners alone, and close months', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const carla = await createTeamMember(app, alice, 'accountant')
  for (const { kind } of (await carla.api.notices.choices.query()).choices) {
    await carla.api.notices.choose.mutate({ kind, choice: 'page' })
  }
  const permitted = rows.filter((namedRow) => mayDo(namedRow, 'accountant'))

  for (const [name, row] of permitted) {
    const belongings = await belongingsFor(row, app, { owner: alice, caller: carla })
    const { expectedStatus = 200 } = row
    const { status, body } = await send(carla.rest, name, inputOf(row, belongings))
    expect([name, status, body]).toEqual([name, expectedStatus, body])
  }

  const isOfMerchant = ({ who }: Row) => refusalOf(who, 'newcomer') !== undefined
  const changes = permitted.filter(
    ([name, row]) => procedureTypes[name] === 'mutation' && isOfMerchant(row),
  )
  expect(changes.map(([name]) => name).toSorted()).toEqual(accountantChanges)
})

// Each call gets things of its own, and the whole database is compared before and after it.
test('staff may call everything that is not for owners alone, and owners may call that', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)

  for (const namedRow of rows) {
    const [name, row] = namedRow
    const caller = mayDo(namedRow, 'staff') ? bob : alice
    const input = inputOf(row, await belongingsFor(row, app, { owner: alice, caller }))
    const { expectedStatus = 200, changes } = row
    const call = async () => {
      const { status, body } = await send(caller.rest, name, input)
      expect([name, status, body]).toEqual([name, expectedStatus, body])
    }

    if (changes === undefined) await call()
    else expect([name, await tablesChangedBy(app, call)]).toEqual([name, changes.toSorted()])
  }
})

test('people without a merchant may call what needs none', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (const [name, row] of rows.filter((namedRow) => mayDo(namedRow, 'newcomer'))) {
    const newcomer = await app.person({ isOnboarded: false })
    const belongings = await belongingsFor(row, app, { owner: alice, caller: newcomer })
    const { newcomer: expected = row.expectedStatus ?? 200 } = row
    const response = await send(newcomer.rest, name, inputOf(row, belongings))
    const status = expected === 'success' ? 200 : expected
    expect([name, response.status, response.body]).toEqual([name, status, response.body])
  }
})

test('strangers may call what is open to everyone', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const open = rows.filter((namedRow) => mayDo(namedRow, 'stranger'))

  for (const [name, row] of open) {
    const response = await send(
      asStranger(app),
      name,
      inputOf(row, await belongingsFor(row, app, { owner: alice })),
    )
    expect([name, response.status, response.body]).toEqual([name, 200, response.body])
  }
  expect(open.map(([name]) => name)).toEqual([
    'identity.current',
    'preferences.current',
    'team.invitation',
  ])
})

test('staff receive changes as they happen, until they are removed', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}/trpc/events.changes`, {
    headers: { cookie: bob.cookie, accept: 'text/event-stream' },
  })
  expect(response.status).toBe(200)
  await expect.poll(() => app.live.size).toBe(1)

  const { id } = await alice.api.team.invite.mutate({ role: 'staff' })
  await alice.api.team.remove.mutate({ userId: bob.id })
  await alice.api.transactions.create.mutate(payment())

  const events = await response.text()
  expect(events).toContain(`{"type":"team","action":"created","objectId":"${id}"}`)
  expect(events).not.toContain(bob.id)
  expect(events).not.toContain('transaction')
  await expect.poll(() => app.live.size).toBe(0)
})
