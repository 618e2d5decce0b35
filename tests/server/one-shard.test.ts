import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { makeBelongings, requestWith } from '../support/belongings.ts'
import { dialect } from '../support/database.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { requestOf, restCalls, restKinds } from '../support/rest-calls.ts'
import { countShards, findUnfilteredTables, Statements } from '../support/statements.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const growing = readFileSync(new URL('../../docs/growing.md', import.meta.url), 'utf8')

/** Statements of requests that go to every shard; docs/growing.md names each of them. */
const allShardStatements: Record<string, RegExp> = {
  'the link that a payer opens': /from payment_links where (?:payment_links\.)?token_hash = /,
  'the account that a processor calls about':
    /from processor_accounts where (?:processor_accounts\.)?id = /,
  'the merchant whose logo is shown': /from merchant_looks where (?:merchant_looks\.)?logo_hash = /,
}

/** Statements that an unsharded database runs as one, and a sharded database as two. */
const singleShardIfUnsharded = /from (?:api_keys|merchant_members) inner join merchants on/

const isOnAllShards = (text: string) =>
  Object.values(allShardStatements).some((pattern) => pattern.test(text.replaceAll('"', '')))

/** Sends every REST call by a person and by a key, filtered lists, payments in a group, and links. */
async function requestPath(app: TestApp): Promise<void> {
  const alice = await app.person()
  const caller = await keyCaller(app, alice, { scopes: ['read', 'write', 'refund', 'disputes'] })
  const send = restWith(app, caller.key.secret)
  const pay = (n: number) => send('POST', '/api/payments', payment({ description: `Number ${n}` }))
  await Promise.all(Array.from({ length: 5 }, (_, n) => pay(n)))
  const belongings = await makeBelongings({ request: requestWith(alice.rest) }, restKinds)
  for (const call of restCalls) {
    for (const narrowing of call.row.narrows?.(belongings.customer) ?? []) {
      const query = new URLSearchParams(
        Object.entries(narrowing).map(([name, value]) => [name, String(value)]),
      )
      await alice.rest('GET', `${call.template}?${query}`)
    }
    const { method, path, body } = requestOf(call, belongings)
    await alice.rest(method as 'GET', path, body)
    await send(method as 'GET', path, body)
  }
  for (const path of [
    '/api/transactions?search=rossi&sort=-amount',
    '/api/transactions?status=success&from=2026-01-01&to=2026-12-31',
    '/api/customers?search=ada&sort=-totalSpent',
    '/pay/AAAAAAAAAAAAAAAAAAAAAA',
    `/pay/logo/${'0'.repeat(64)}`,
  ]) {
    await alice.rest('GET', path)
  }
  await app.rest({
    method: 'POST',
    url: '/hooks/acc_01KKBSWHG02XRYZFWSNBXJRYKC',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    payload: '{}',
  })
}

test.runIf(dialect === 'postgres')(
  'each statement of a request names the merchant of its rows',
  async () => {
    const statements = new Statements()
    await using app = await testApp({ onPostgresStatement: statements.observe })

    await requestPath(app)

    const all = statements.texts()
    expect(all.length).toBeGreaterThan(100)
    const unfilteredStatements = all.filter((text) => findUnfilteredTables(text).length > 0)
    expect(
      unfilteredStatements.filter(
        (text) => !isOnAllShards(text) && !singleShardIfUnsharded.test(text.replaceAll('"', '')),
      ),
    ).toEqual([])
  },
)

test('a statement that does not name the merchant of its rows is detected', () => {
  const joined = 'select * from customers join transactions as t on t.customer_id = customers.id'

  expect(findUnfilteredTables('select * from "customers" where "id" = $1')).toEqual(['customers'])
  expect(findUnfilteredTables(`${joined} where customers.merchant_id = $1`)).toEqual([
    'transactions',
  ])
  expect(
    findUnfilteredTables(`${joined} where customers.merchant_id = $1 and t.merchant_id = $2`),
  ).toEqual([])
  expect(findUnfilteredTables('update merchants set currency = $1')).toEqual(['merchants'])
})

test('every statement that reads all shards is documented', () => {
  const undocumented = Object.keys(allShardStatements).filter((name) => !growing.includes(name))

  expect(undocumented).toEqual([])
})

test.runIf(inject('cluster'))('each statement of a request goes to one shard', async () => {
  const statements = new Statements()
  await using app = await testApp({ onPostgresStatement: statements.observe })

  await requestPath(app)

  const shardCounts = await countShards(app.world.config.databaseUrl, statements.sent())
  expect(shardCounts.filter(({ shards }) => shards === 1).length).toBeGreaterThan(100)
  const multiShard = shardCounts.filter(({ shards }) => shards > 1)
  expect(multiShard.filter(({ text }) => !isOnAllShards(text))).toEqual([])
  // Each listed statement really goes to every shard.
  const unusedExceptions = Object.entries(allShardStatements).filter(
    ([, pattern]) => !multiShard.some(({ text }) => pattern.test(text)),
  )
  expect(unusedExceptions).toEqual([])
})
