import { expect, test } from 'vitest'
import { rules } from '../support/admission.ts'
import { makeBelongings, requestWith } from '../support/belongings.ts'
import { keyCaller } from '../support/key.ts'
import { requestOf, restCalls, restKinds, statusFor } from '../support/rest-calls.ts'
import { testApp } from '../support/test-app.ts'

// Other tests cover refusals: api-parity.test.ts compares refusals of REST with tRPC, and roles.test.ts compares
// refusals of tRPC with the table. Ids of other merchants are tried in tenants.test.ts.
test('each route gives its owner the documented status, for a repeated call too', async () => {
  await using app = await testApp()

  for (const call of restCalls) {
    const owner = await app.person()
    const belongings = await makeBelongings({ request: requestWith(owner.rest) }, restKinds)
    const { method, path, body } = requestOf(call, belongings)
    const send = () => owner.rest(method as 'GET', path, body)

    const first = await send()
    expect([call.route, first.status]).toEqual([call.route, statusFor(call, 'owner')])
    if (call.row.repeatStatus === undefined) continue
    expect([call.route, (await send()).status]).toEqual([call.route, call.row.repeatStatus])
  }
})

test('each route admits a key with the right scope, refuses another scope, or is closed to keys', async () => {
  await using app = await testApp()

  for (const call of restCalls) {
    const isRead = call.method === 'GET'
    const owner = await app.person()
    const fullKey = await keyCaller(app, owner, {
      scopes: ['read', 'write', 'refund', 'disputes', 'webhooks'],
    })
    const other = await keyCaller(app, owner, { scopes: [isRead ? 'write' : 'read'] })
    const belongings = await makeBelongings({ request: requestWith(owner.rest) }, restKinds)
    const { method, path, body } = requestOf(call, belongings)

    const refused = await other.rest(method as 'GET', path, body)
    const admitted = await fullKey.rest(method as 'GET', path, body)

    const reason = rules[call.row.who].admitsKeys ? 'scope_missing' : 'key_not_admitted'
    expect([call.route, refused.status, refused.json().reason]).toEqual([call.route, 403, reason])
    expect([call.route, admitted.status]).toEqual([call.route, statusFor(call, 'key')])
  }
})
