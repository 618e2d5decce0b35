import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

test.each([
  ['/api/transactions/export', 'transactions'],
  ['/api/refunds/export', 'refunds'],
  ['/api/disputes/export', 'disputes'],
  ['/api/takings/export', 'rollup_refund_days'],
  ['/api/audit-log/export', 'audit_log'],
])('%s that fails responds with a problem that describes it', async (url, table) => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment())
  // The table that the export reads is gone.
  await app.db.schema.alterTable(table).renameTo('hidden').execute()
  if (table === 'audit_log')
    await app.db.schema.createTable('audit_log').addColumn('id', 'text').execute()

  const response = await app.app.inject({
    url,
    headers: { cookie: alice.cookie, 'accept-encoding': 'gzip' },
  })

  expect(response.statusCode).toBe(500)
  expect(response.headers['content-disposition']).toBeUndefined()
  const body =
    response.headers['content-encoding'] === 'gzip'
      ? gunzipSync(response.rawPayload).toString()
      : response.body
  expect(JSON.parse(body)).toMatchObject({ code: 'internal', status: 500 })
})
