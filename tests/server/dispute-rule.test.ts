import { expect, test } from 'vitest'
import { sendDueResponses } from '#server/features/disputes/responses/send-responses.ts'
import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

const HOUR_MS = 3_600_000

const ruleOf = (upTo = '15.00') => ({ acceptance: { upTo, afterHours: 24 } })

async function later(app: TestApp, ms: number): Promise<void> {
  app.clock.advance(ms)
  await checkDueDisputes(app.world)
  await sendDueResponses(app.world)
  await checkDueDisputes(app.world)
}

/** Takes a payment that the sandbox disputes, and returns its dispute. */
async function disputed(app: TestApp, person: Person, amount = '12.11') {
  const paid = await person.api.transactions.create.mutate(payment({ amount, currency: 'USD' }))
  await later(app, 0)
  await later(app, SETTLEMENT_MS)
  const [dispute] = (await person.api.disputes.list.query({ transactionId: paid.id })).data
  if (!dispute) throw new Error('the payment is not disputed')
  return dispute
}

const stateOf = async (person: Person, id: string) => {
  const { state, acceptedAt, events } = await person.api.disputes.get.query({ id })
  return { state, isAccepted: acceptedAt !== null, acceptances: acceptancesOf(events) }
}

const acceptancesOf = (events: readonly { type: string; actor: string }[]) =>
  events.filter(({ type }) => type === 'accepted').map(({ actor }) => actor)

const kept = { state: 'needs_response', isAccepted: false, acceptances: [] }
const accepted = { state: 'lost', isAccepted: true, acceptances: ['system:rule'] }

test('the rule accepts a small dispute after its hours, once, and says so when the dispute is opened', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.disputes.changeSettings.mutate(ruleOf())
  const small = await disputed(app, alice)
  const great = await disputed(app, alice, '15.11')

  const { acceptsAt } = await alice.api.disputes.acceptance.query({ id: small.id })
  expect(Date.parse(acceptsAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(small.createdAt) + 24 * HOUR_MS,
  )
  expect(await alice.api.disputes.acceptance.query({ id: great.id })).toEqual({ acceptsAt: null })
  const { data } = await alice.api.notices.list.query({ kind: 'dispute_opened' })
  const facts = data.map((notice) => [notice.facts.amount, notice.facts.acceptsAt])
  expect(facts.toSorted()).toEqual([
    ['12.11', acceptsAt],
    ['15.11', undefined],
  ])
  await later(app, 23 * HOUR_MS)
  await alice.signIn()
  expect(await stateOf(alice, small.id)).toEqual(kept)
  await later(app, HOUR_MS)
  await later(app, HOUR_MS)

  expect(await stateOf(alice, small.id)).toEqual(accepted)
  expect(await stateOf(alice, great.id)).toEqual(kept)
  const entries = await app.db
    .selectFrom('auditLog')
    .select(['actor', 'objectId'])
    .where('action', '=', 'dispute.accepted')
    .execute()
  expect(entries).toEqual([{ actor: 'system:rule', objectId: small.id }])
  expect(await ledgerFindings(app)).toEqual([])
})

test.each<[string, (alice: Person, id: string) => Promise<unknown>]>([
  ['a person stops it', ({ api }, id) => api.disputes.stopAcceptance.mutate({ id })],
  [
    'evidence was drafted',
    ({ api }, id) =>
      api.disputes.saveEvidence.mutate({ id, version: 0, fields: { explanation: 'It arrived.' } }),
  ],
  [
    'the owner switches the rule off',
    ({ api }) => api.disputes.changeSettings.mutate({ acceptance: null }),
  ],
  ['the owner lowers the amount', ({ api }) => api.disputes.changeSettings.mutate(ruleOf('12.10'))],
])('the rule accepts nothing when %s', async (_, act) => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.disputes.changeSettings.mutate(ruleOf())
  const { id } = await disputed(app, alice)

  await act(alice, id)
  expect(await alice.api.disputes.acceptance.query({ id })).toEqual({ acceptsAt: null })
  await later(app, 25 * HOUR_MS)
  await later(app, HOUR_MS)
  await alice.signIn()

  expect(await stateOf(alice, id)).toEqual(kept)
  await alice.api.disputes.submit
    .mutate({ id })
    .catch((error: Error) => expect(error.message).toContain('needs a text'))
})

test('inquiries, warnings and disputes from before the rule are not accepted by it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const before = await disputed(app, alice)
  await alice.api.disputes.changeSettings.mutate(ruleOf())
  const warning = await disputed(app, alice, '10.12')
  const inquiry = await disputed(app, alice, '10.13')

  await later(app, 26 * HOUR_MS)
  await alice.signIn()

  for (const { id } of [before, warning, inquiry]) {
    expect(await stateOf(alice, id)).toMatchObject({ isAccepted: false })
  }
})

test('only owners change the rule, and staff stop an acceptance only where they may answer', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const staff = await createTeamMember(app, alice)
  await alice.api.disputes.changeSettings.mutate(ruleOf())
  const { id } = await disputed(app, alice)
  const stranger = await app.person()

  await expect(staff.api.disputes.changeSettings.mutate(ruleOf())).rejects.toThrow('owner')
  await expect(staff.api.disputes.stopAcceptance.mutate({ id })).rejects.toThrow('Only owners')
  await expect(stranger.api.disputes.stopAcceptance.mutate({ id })).rejects.toThrow('no such')
  const { acceptsAt } = await alice.api.disputes.acceptance.query({ id })
  expect(acceptsAt).not.toBeNull()
  await alice.api.disputes.changeSettings.mutate({ staffMayAnswer: true })
  await staff.api.disputes.stopAcceptance.mutate({ id })
  expect(await alice.api.disputes.acceptance.query({ id })).toEqual({ acceptsAt: null })
  expect(await alice.api.disputes.settings.query()).toMatchObject({
    staffMayAnswer: true,
    acceptance: { upTo: '15.00', currency: 'USD', afterHours: 24 },
  })
})

test('an acceptance by the rule that breaks off is at the processor once', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.disputes.changeSettings.mutate(ruleOf())
  const { id } = await disputed(app, alice)
  const { disputes } = app.world.processors.named('sandbox')
  if (!disputes) throw new Error('the sandbox takes no answers')
  const { accept } = disputes
  let calls = 0
  disputes.accept = async (...input) => {
    calls += 1
    await accept(...input)
    throw new Error('the response is lost')
  }

  await later(app, 25 * HOUR_MS)
  await later(app, HOUR_MS)
  await alice.signIn()

  expect(calls).toBe(1)
  expect(await stateOf(alice, id)).toEqual(accepted)
})

test.runIf(dialect === 'postgres')(
  'of the rule and a person in another process exactly one answers',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    await using app = await testApp({ fresh })
    await using other = await testApp({ fresh })
    const alice = await app.person()
    await alice.api.disputes.changeSettings.mutate(ruleOf())
    for (let round = 0; round < 6; round++) {
      const { id } = await disputed(app, alice)
      app.clock.advance(25 * HOUR_MS)
      other.clock.advance(app.clock.now() - other.clock.now())
      await alice.signIn()
      await Promise.all([
        sendDueResponses(other.world),
        alice.api.disputes.accept.mutate({ id }).catch(() => undefined),
      ])
      await later(app, HOUR_MS)
      const { acceptances } = await stateOf(alice, id)
      expect(acceptances).toHaveLength(1)
    }
    expect(await ledgerFindings(app)).toEqual([])
  },
)
