import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectPayPal, createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'

const refusalOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no refusal',
    (error: unknown) => JSON.stringify(error),
  )

test('credentials of the other mode, wrong ones and those without payments are refused', async () => {
  await using shop = await createPayPalShop()
  const connect = (key: string) =>
    refusalOf(
      shop.ada.api.processorAccounts.connect.mutate({
        processor: 'paypal',
        secretKey: key,
        makeWebhook: false,
      }),
    )
  const live = shop.paypal.addAccount({ isLive: true })
  const poor = shop.paypal.addAccount({ missing: ['captures'] })
  const before = await shop.app.db.selectFrom('processorAccounts').selectAll().execute()

  const otherMode = await connect(live.key)
  const wrong = await connect(`${shop.account.clientId}:${'x'.repeat(60)}`)
  const lacking = await connect(poor.key)
  const malformed = await connect('rk_test_0123456789')
  shop.paypal.fail({ kind: '503', when: 'before', call: /./, times: 100 })
  const down = await connect(shop.paypal.addAccount().key)
  shop.paypal.recover()

  expect(otherMode).toContain('livemode_mismatch')
  expect(wrong).toContain('Client Authentication failed')
  expect(lacking).toContain('You do not have permission to access')
  expect(malformed).toContain('client id and the secret')
  expect(down).toContain('processor_unavailable')
  expect(await shop.app.db.selectFrom('processorAccounts').selectAll().execute()).toEqual(before)
})

test('a live account is not accepted in test mode while PayPal issues no token', async () => {
  await using shop = await createPayPalShop()
  const live = shop.paypal.addAccount({ isLive: true })
  const before = await shop.app.db.selectFrom('processorAccounts').selectAll().execute()
  // Incasso requests a token from the host of each mode.
  shop.paypal.fail({ kind: '503', when: 'before', call: /\/oauth2\/token$/, times: 2 })

  const refusal = await refusalOf(connectPayPal(shop.ada, live))

  expect(refusal).toContain('processor_unavailable')
  expect(await shop.app.db.selectFrom('processorAccounts').selectAll().execute()).toEqual(before)
  expect(await refusalOf(connectPayPal(shop.ada, live))).toContain('livemode_mismatch')
})

test('each permission is tested, and a missing one is named in PayPal’s words', async () => {
  await using shop = await createPayPalShop()
  const poor = shop.paypal.addAccount({ missing: ['disputes', 'webhooks'] })

  const { permissions } = await shop.ada.api.processorAccounts.check.mutate({
    processor: 'paypal',
    secretKey: poor.key,
  })

  expect(permissions.map(({ name, state, says }) => [name, state, says])).toEqual([
    ['paypal_orders', 'allowed', null],
    ['paypal_captures', 'allowed', null],
    ['paypal_disputes', 'missing', expect.stringContaining('do not have permission')],
    ['paypal_webhooks', 'missing', expect.stringContaining('do not have permission')],
    ['paypal_transaction_search', 'allowed', null],
  ])
  expect(poor.orders.size + poor.refunds.size + poor.webhooks.size).toBe(0)
})

test.each(['answers', 'disputes'] as const)(
  'an app without the permission for %s cannot answer disputes',
  async (feature) => {
    await using shop = await createPayPalShop()
    const poor = shop.paypal.addAccount({ missing: [feature] })

    const { permissions } = await shop.ada.api.processorAccounts.check.mutate({
      processor: 'paypal',
      secretKey: poor.key,
    })

    expect(permissions.filter(({ state }) => state !== 'allowed')).toMatchObject([
      { name: 'paypal_disputes', needs: 'write', isNeeded: false, state: 'missing' },
    ])
  },
)

test('an account whose app may not read events still connects, and its payments settle', async () => {
  await using shop = await createPayPalShop()
  const poor = shop.paypal.addAccount({ missing: ['disputes', 'webhooks'] })
  await connectPayPal(shop.ada, poor, true)
  const { id } = await shop.pay()
  shop.paypal.approve(poor, [...poor.orders.keys()].at(-1) ?? '')

  await shop.later(21_000)

  expect(await shop.read(id)).toMatchObject({ status: 'success' })
  expect(shop.paypal.movedBy(poor)).toEqual({ captured: 1234, refunded: 0 })
})

test('a new secret of the same account replaces the old one, and another account’s does not', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved()
  const other = shop.paypal.addAccount()
  const change = (secretKey: string) =>
    shop.ada.api.processorAccounts.update.mutate({ id: shop.connected.id, secretKey })

  const refusal = await refusalOf(change(other.key))
  shop.account.secret = `E${'9'.repeat(60)}`
  shop.account.key = `${shop.account.clientId}:${shop.account.secret}`
  await change(shop.account.key)
  const refund = await shop.shop.rest('POST', `/api/transactions/${id}/refunds`, {})

  expect(refusal).toContain('another PayPal account')
  expect(refund.json()).toMatchObject({ status: 'success' })
})

test('earlier payments cannot be imported, and the request says so', async () => {
  await using shop = await createPayPalShop()

  const refusal = await refusalOf(
    shop.ada.api.processorAccounts.import.mutate({ id: shop.connected.id }),
  )

  expect(refusal).toContain('PayPal lists no earlier payments')
})

/** Returns all rows of the database, as a copy of it contains them. */
async function readAllRows({ app }: PayPalShop): Promise<string> {
  const db = app.database.db.withoutPlugins()
  const tables = await db.introspection.getTables()
  const found: unknown[] = []
  for (const { name } of tables) {
    found.push((await sql`select * from ${sql.table(name)}`.execute(db)).rows)
  }
  return JSON.stringify(found)
}

test('no secret, token or payer is in the database, the logs or a response that should not contain it', async () => {
  await using shop = await createPayPalShop({ processorTimeoutMs: 3_000 })
  const { app, account, paypal } = shop
  const responses: string[] = []
  const orders: string[] = []
  for (const kind of ['none', '500', 'half', 'stall', 'reset'] as const) {
    const created = await shop.pay()
    orders.push(shop.lastOrder())
    paypal.approve(account, shop.lastOrder())
    if (kind !== 'none') paypal.fail({ kind, when: 'after', call: /\/capture$/ })
    // The payer's return has PayPal's token and the payer's id in its query.
    const url = `${new URL(created.next.url).pathname}/back?token=${shop.lastOrder()}&PayerID=QYR5Z8XDVJNXQ`
    const back = await app.rest({ method: 'GET', url })
    responses.push(JSON.stringify(created), back.body, JSON.stringify(back.headers))
    await shop.later(61_000)
    const refund = await shop.shop.rest('POST', `/api/transactions/${created.id}/refunds`, {})
    responses.push(refund.body)
  }
  const poor = paypal.addAccount({ missing: ['captures'] })
  responses.push(await refusalOf(connectPayPal(shop.ada, poor)))
  await shop.later(600_000)
  await shop.poll()

  const secrets = [
    account.secret,
    account.key,
    poor.secret,
    Buffer.from(account.key).toString('base64'),
    ...account.tokens.keys(),
    'QYR5Z8XDVJNXQ',
    'payer@personal.example',
  ]
  const logged = JSON.stringify(app.logs)
  const text = `${await readAllRows(shop)}\n${logged}\n${responses.join('\n')}`
  expect(secrets.filter((secret) => secret.length < 12)).toEqual([])
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  // An order's id is also the token of PayPal's page. Only the payment's row and PayPal's events have it.
  expect(orders.filter((token) => `${logged}${responses.join('')}`.includes(token))).toEqual([])
  expect(text).toContain(account.captures.keys().next().value)
  expect(app.logs.length).toBeGreaterThan(3)
})

test('the secret is stored encrypted, and the hint shows a part of the client id only', async () => {
  await using shop = await createPayPalShop()
  const [before] = await shop.app.db.selectFrom('processorAccounts').selectAll().execute()
  expect(before?.secretKey).not.toContain(shop.account.secret)
  expect(before?.keyHint).toBe(
    `${shop.account.clientId.slice(0, 6)}…${shop.account.clientId.slice(-4)}`,
  )
})
