import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { coveredByParent, lockOrder } from '#db/lock-order.ts'
import { inTransaction } from '#server/core/context.ts'
import { dialect } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { findBrokenInvariantsNow } from '../support/ledger.ts'
import { LockWatch } from '../support/lock-watch.ts'
import { payment } from '../support/make.ts'
import { assertWaiting } from '../support/merchant-lock.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const faultsOf = (...statements: string[]) => {
  const watch = new LockWatch()
  const connection = {}
  for (const text of ['begin', ...statements, 'commit']) watch.observe(text, connection)
  return watch.faults.map((fault) => fault.split(':')[0])
}

const KEY_SHARE_LOCK =
  'select "merchants".* from "merchants" where "id" = $1 for key share of "merchants"'

test.each([
  [
    'a payment before its merchant, through a foreign key',
    ['update "transactions" set "status" = $1', 'insert into "webhook_events" ("id") values ($1)'],
    ['merchants after transactions'],
  ],
  [
    'a payment before its customer',
    [
      KEY_SHARE_LOCK,
      'select * from "transactions" for update',
      'select * from "customers" for key share',
    ],
    ['customers after transactions'],
  ],
  [
    'an event before its endpoint',
    [
      KEY_SHARE_LOCK,
      'select "id" from "webhook_events" where "id" = $1 for update',
      'update "integrations" set "last_sync" = $1',
    ],
    ['integrations after webhook_events'],
  ],
  [
    'a search text whose owner is not held',
    [
      KEY_SHARE_LOCK,
      'insert into "search_texts" ("id") values ($1) on conflict ("id") do update set "a" = 1',
    ],
    ['search_texts without customers or transactions or refunds or payment_links'],
  ],
  [
    'the right order',
    [KEY_SHARE_LOCK, 'update "customers" set "name" = $1', 'update "transactions" set "id" = 1'],
    [],
  ],
])('the lock watch judges %s', (_, statements, faults) => {
  expect(faultsOf(...statements)).toEqual(faults)
})

test.runIf(dialect === 'postgres')(
  'every table that references another is in the lock order',
  async () => {
    await using app = await testApp()
    const { rows } = await sql<{ child: string }>`
    select conrelid::regclass::text as child from pg_constraint
    where contype = 'f' and confrelid in ('merchants'::regclass, 'customers'::regclass)`.execute(
      app.db,
    )

    const knownTables = new Set<string>([
      ...lockOrder,
      ...Object.keys(coveredByParent),
      'request_log',
    ])
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.filter(({ child }) => !knownTables.has(child))).toEqual([])
  },
)

test.runIf(dialect === 'postgres')('every change takes its locks in one order', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  const shop = await keyCaller(app, alice)
  const paid = []
  for (const more of [{}, { paymentMethod: 'bank' as const }, { amount: '1.03' }]) {
    paid.push((await shop.rest('POST', '/api/payments', payment(more))).json())
  }
  await alice.rest('PUT', `/api/transactions/${paid[1].id}`, { status: 'success' })
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
  await alice.rest('PUT', `/api/customers/${paid[0].customerId}`, { status: 'inactive' })
  await alice.rest('PATCH', '/api/merchant/profile', { timezone: 'Asia/Tokyo', currency: 'EUR' })
  await alice.rest('POST', '/api/webhook-events/replay', { dryRun: false })
  await alice.rest('POST', `/api/api-keys/${shop.key.id}/rotate`, {})
  await alice.rest('DELETE', `/api/customers/${paid[0].customerId}`)

  expect(app.locks.watched).toBeGreaterThan(8)
  expect(app.locks.faults).toEqual([])
  expect(await findBrokenInvariantsNow(app.database)).toEqual([])
})

test.runIf(dialect === 'postgres')(
  'a zone change and a payment settled meanwhile do not wait for each other',
  async () => {
    await using app = await testApp()
    const alice = await app.person()
    await setWebhookUrl(alice, 'https://93.184.215.14/hook')
    const { id } = await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))
    app.clock.advance(SETTLEMENT_MS)

    // This transaction locks the payment: the settlement waits halfway while the zone change is requested.
    const { settling, changing } = await inTransaction(app.world, async ({ db }) => {
      await sql`select 1 from transactions
        where merchant_id = ${alice.merchant.id} and id = ${id} for update`.execute(db)
      const started = app.settle()
      await assertWaiting(app, 1)
      const zoneChange = alice.rest('PATCH', '/api/merchant/profile', { timezone: 'Asia/Tokyo' })
      return { settling: started, changing: zoneChange }
    })

    expect(await settling).toBe(1)
    expect((await changing).status).toBe(200)
    expect((await alice.api.transactions.get.query({ id })).status).toBe('success')
    expect(await findBrokenInvariantsNow(app.database)).toEqual([])
  },
)
