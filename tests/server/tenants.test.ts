import { expect, test } from 'vitest'
import { rules } from '../support/admission.ts'
import { CANARY, makeBelongings, requestWith } from '../support/belongings.ts'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { requestOf, restCalls, restKinds } from '../support/rest-calls.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** Routes by which a merchant reads its own data without naming an id. */
const ownReads = restCalls.filter(
  ({ method, template, row }) =>
    method === 'GET' && !template.includes('{') && rules[row.who].needs !== 'an account',
)

async function snapshotOf(person: Person): Promise<string> {
  const responses = await Promise.all(ownReads.map(({ template }) => person.rest('GET', template)))
  return responses.map(({ body }) => body).join('\n')
}

test('every route responds to ids of another merchant as if they did not exist, for people and keys', async () => {
  await using app = await testApp()
  await assertSeparate(app)
})

test('the same holds when Clerk signs people in', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  await assertSeparate(app)
})

async function assertSeparate(app: TestApp): Promise<void> {
  const [alice, mallory] = [await app.person(), await app.person()]
  const otherKey = await keyCaller(app, mallory, {
    scopes: ['read', 'write', 'refund', 'disputes', 'webhooks'],
  })
  const hers = await makeBelongings({ request: requestWith(alice.rest) }, restKinds)
  const before = await snapshotOf(alice)
  expect(before).toMatch(CANARY)

  for (const call of restCalls) {
    const { route, template, row } = call
    const { method, path, body } = requestOf(call, hers)
    const asPerson = await mallory.rest(method as 'GET', path, body)
    const asKey = await restWith(app, otherKey.key.secret)(method as 'GET', path, body)

    const isNamed = template.includes('{')
    if (isNamed) expect([route, asPerson.status]).toEqual([route, 404])
    if (!rules[row.who].admitsKeys) expect([route, asKey.status]).toEqual([route, 403])
    else if (isNamed) expect([route, asKey.status]).toEqual([route, 404])
    for (const response of [asPerson, asKey]) {
      expect([route, CANARY.test(response.body)]).toEqual([route, false])
      // A foreign id is answered like a missing id, never with 500.
      expect(response.status).not.toBe(500)
    }
  }
  expect(await snapshotOf(alice)).toBe(before)
}

test('filters by ids of another merchant find nothing', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const hers = await alice.api.transactions.create.mutate(payment())

  for (const query of [
    `customerId=${hers.customerId}`,
    `search=${hers.id}`,
    `search=${hers.transactionId}`,
  ]) {
    const response = await mallory.rest('GET', `/api/transactions?${query}`)
    expect([query, response.body]).toEqual([query, '[]'])
  }
  const csv = await mallory.rest('GET', `/api/transactions/export?customerId=${hers.customerId}`)
  expect(csv.body).not.toContain(hers.id)
})

test('two merchants may have a customer with the same e-mail address and do not share it', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]

  const hers = await alice.api.transactions.create.mutate(payment())
  const bobPayment = await bob.api.transactions.create.mutate(payment())

  expect(bobPayment.customerId).not.toBe(hers.customerId)
  expect(await app.count('customers')).toBe(2)
})
