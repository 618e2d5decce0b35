import pg from 'pg'
import { expect, test } from 'vitest'
import type { LiveBus } from '#server/services/live/live-bus.ts'
import { PostgresRelay } from '#server/services/live/relay-postgres.ts'
import type { LiveChange } from '#server/shared/live-change.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const isPostgres = dialect === 'postgres'

/** Collects the changes that a page of that merchant receives while the test runs. */
function listen(live: LiveBus, merchantId: string): LiveChange[] {
  const changes: LiveChange[] = []
  void (async () => {
    for await (const change of live.subscribe(merchantId, undefined)) changes.push(change)
  })()
  return changes
}

/** Starts two apps on one database, as two processes. */
async function twoApps() {
  const fresh = await freshDatabase()
  const [one, two] = [await testApp({ fresh }), await testApp({ fresh })]
  const relays = [one, two].map(
    ({ live, world, db }) =>
      new PostgresRelay({
        url: fresh.url,
        db,
        live,
        log: world.log,
        reconnectMs: 20,
        probeMs: 50,
      }),
  )
  for (const relay of relays) await relay.start()
  const admin = new pg.Client({ connectionString: fresh.url })
  await admin.connect()
  return {
    one,
    two,
    relays,
    query: (text: string) => admin.query(text),
    [Symbol.asyncDispose]: async () => {
      for (const relay of relays) await relay.stop()
      await admin.end()
      await one[Symbol.asyncDispose]()
      await two[Symbol.asyncDispose]()
      await fresh.remove()
    },
  }
}

test.runIf(isPostgres)(
  'a change committed by one process is sent to the pages of another, once each',
  async () => {
    await using apps = await twoApps()
    const { one, two } = apps
    const [alice, bob] = [await one.person(), await one.person()]
    const firstChanges = listen(one.live, alice.merchant.id)
    const secondChanges = listen(two.live, alice.merchant.id)
    const bobsChanges = listen(two.live, bob.merchant.id)

    const paid = await alice.api.transactions.create.mutate(payment())

    const expected = [
      { type: 'customer', action: 'created', objectId: paid.customerId },
      { type: 'transaction', action: 'created', objectId: paid.id },
    ]
    await expect.poll(() => secondChanges).toEqual(expected)
    // This change of the other process arrives after any echo of its own changes: there was none.
    two.live.publish({
      merchantId: alice.merchant.id,
      type: 'merchant',
      action: 'changed',
      objectId: 'last',
    })
    await expect.poll(() => firstChanges.at(-1)?.objectId).toBe('last')
    expect(firstChanges).toEqual([
      ...expected,
      { type: 'merchant', action: 'changed', objectId: 'last' },
    ])
    expect(bobsChanges).toEqual([])
  },
)

test.runIf(isPostgres)(
  'a relayed message names only the changed object, and a rolled-back change sends none',
  async () => {
    await using apps = await twoApps()
    const alice = await apps.one.person()
    const payloads: string[] = []
    const observer = new pg.Client({ connectionString: apps.one.world.config.databaseUrl })
    await observer.connect()
    observer.on('notification', ({ payload }) => payloads.push(payload ?? ''))
    await observer.query('listen incasso_live')
    await apps.query('alter table rollup_customers rename to hidden')

    expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(500)
    await apps.query('alter table hidden rename to rollup_customers')
    await alice.api.transactions.create.mutate(payment())

    await expect.poll(() => payloads.length).toBe(2)
    for (const payload of payloads) {
      const { origin, change, ...more } = JSON.parse(payload)
      expect(more).toEqual({})
      expect(origin).toEqual(expect.any(String))
      expect(Object.keys(change).toSorted()).toEqual(['action', 'merchantId', 'objectId', 'type'])
      expect(payload.length).toBeLessThan(400)
    }
    await observer.end()
  },
)

test.runIf(isPostgres)(
  'every page reloads everything when the connection is cut, and the relay continues',
  async () => {
    await using apps = await twoApps()
    const { one, two, relays } = apps
    const alice = await one.person()
    const merchantChange = { type: 'merchant', action: 'changed', objectId: alice.merchant.id }
    const firstChanges = listen(one.live, alice.merchant.id)
    const secondChanges = listen(two.live, alice.merchant.id)

    await apps.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'incasso live' and datname = current_database()`,
    )
    await expect.poll(() => firstChanges).toContainEqual(merchantChange)
    await expect.poll(() => secondChanges).toContainEqual(merchantChange)
    await expect.poll(() => relays.every(({ isConnected }) => isConnected)).toBe(true)
    const paid = await alice.api.transactions.create.mutate(payment())

    await expect.poll(() => secondChanges.map(({ objectId }) => objectId)).toContain(paid.id)
    expect(firstChanges.map(({ objectId }) => objectId)).toContain(paid.id)
  },
)

test.runIf(isPostgres)('malformed messages on the channel are ignored', async () => {
  await using apps = await twoApps()
  const alice = await apps.one.person()
  const secondChanges = listen(apps.two.live, alice.merchant.id)

  for (const text of ['hello', '{}', '{"origin":"x","change":{"type":"secrets"}}', '']) {
    await apps.query(`select pg_notify('incasso_live', '${text}')`)
  }
  const paid = await alice.api.transactions.create.mutate(payment())

  await expect.poll(() => secondChanges.at(-1)?.objectId).toBe(paid.id)
  expect(secondChanges).toHaveLength(2)
})

test.runIf(isPostgres)('an unreachable server is retried until it responds', async () => {
  const fresh = await freshDatabase()
  await using _removed = { [Symbol.asyncDispose]: fresh.remove }
  await using app = await testApp({ fresh })
  const unreachableRelay = new PostgresRelay({
    url: 'postgres://nobody:nothing@127.0.0.1:1/none',
    db: app.db,
    live: app.live,
    log: app.world.log,
    reconnectMs: 5,
  })

  await unreachableRelay.start()
  const warnings = () => app.logs.filter(({ level }) => level === 40).length
  await expect.poll(warnings).toBeGreaterThan(2)

  expect(unreachableRelay.isConnected).toBe(false)
  await unreachableRelay.stop()
})

test.runIf(isPostgres)(
  'a change made just before a process ends is sent to the pages of another',
  async () => {
    await using apps = await twoApps()
    const { one, two, relays } = apps
    const { merchant } = await one.person()
    const secondChanges = listen(two.live, merchant.id)
    const publish = (objectId: string) =>
      one.live.publish({ merchantId: merchant.id, type: 'merchant', action: 'changed', objectId })
    publish('first')
    await expect.poll(() => secondChanges.map(({ objectId }) => objectId)).toContain('first')

    // Too soon after the first message to be sent at once.
    publish('last')
    await relays[0]?.stop()

    await expect.poll(() => secondChanges.at(-1)?.objectId).toBe('last')
  },
)
