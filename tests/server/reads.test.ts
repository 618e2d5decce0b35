import { expect, test } from 'vitest'
import { restRoutes } from '#server/core/calls/rest-routes.ts'
import { appRouter } from '#server/router.ts'
import { createSandboxPayout } from '../support/balances.ts'
import { freshDatabase } from '../support/database.ts'
import { rowsOf, tablesOf } from '../support/database-snapshot.ts'
import { disputeOf } from '../support/disputes.ts'
import { payment } from '../support/make.ts'
import { startOpenaiStandIn } from '../support/openai-stand-in.ts'
import { testApp } from '../support/test-app.ts'

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string } }
>
const proceduresOfType = (type: string) =>
  Object.entries(procedures)
    .filter(([, { _def }]) => _def.type === type)
    .map(([name]) => name)

/** Tables that reads may change: the audit log records model requests and exports, and nothing else. */
const auditTables = ['audit_log']

test('no read changes a row, in both APIs', { timeout: 60_000 }, async () => {
  await using openai = await startOpenaiStandIn()
  const fresh = await freshDatabase()
  await using app = await testApp({ environment: openai.environment, fresh })
  const alice = await app.person()
  const paid = await alice.api.transactions.create.mutate(payment())
  await app.settle()
  const ids: Record<string, string> = {
    customers: paid.customerId,
    disputes: await disputeOf(app, alice),
    payouts: await createSandboxPayout(app, alice),
  }
  const month = String((await alice.api.months.list.query())[0]?.month)
  const reads = restRoutes(appRouter).filter(({ method }) => method === 'GET')
  const queries = proceduresOfType('query')
  const idFor = (noun: string) => ids[noun] ?? paid.id
  const inputFor = (name: string) => {
    const noun = String(name.split('.')[0])
    return encodeURIComponent(JSON.stringify(noun === 'months' ? { month } : { id: idFor(noun) }))
  }
  const addresses = [
    ...reads.map(({ path }) =>
      path.replace('{id}', idFor(String(path.split('/')[2]))).replace('{month}', month),
    ),
    ...queries.flatMap((name) => [`/trpc/${name}`, `/trpc/${name}?input=${inputFor(name)}`]),
    '/api/transactions/export',
    '/api/refunds/export',
    '/api/disputes/export',
    `/api/months/export?month=${month}`,
    '/api/balance/entries/export',
    '/api/payouts/export',
    '/api/takings/export',
    '/api/audit-log/export',
    '/api/openapi.json',
    '/healthz',
    '/readyz',
  ]
  const tables = await tablesOf(fresh.url)
  for (const name of auditTables) tables.delete(name)
  const before = await rowsOf(fresh.url, tables)

  const responses = new Set<string>()
  for (const url of addresses) {
    const { status } = await alice.rest('GET', url)
    responses.add(`${status < 300} ${url.split('?')[0]}`)
    await alice.rest('HEAD', url)
  }

  expect(queries.length).toBeGreaterThan(25)
  expect(await rowsOf(fresh.url, tables)).toEqual(before)
  // Most calls returned rows, so they were not refused before they could change anything.
  const succeeded = [...responses].filter((each) => each.startsWith('true'))
  expect(succeeded.length).toBeGreaterThan(reads.length + queries.length - 12)
})

test('a call that changes something has no GET URL that a link could open', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const reads = restRoutes(appRouter).filter(({ method }) => method === 'GET')

  expect(reads.filter(({ name }) => procedures[name]?._def.type !== 'query')).toEqual([])
  const mutations = proceduresOfType('mutation')
  expect(mutations.length).toBeGreaterThan(20)
  for (const name of mutations) {
    const { status } = await alice.rest('GET', `/trpc/${name}?input=%7B%7D`)
    expect([name, status]).toEqual([name, 400])
  }
})
