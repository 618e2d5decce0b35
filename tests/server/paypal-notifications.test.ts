import { expect, test } from 'vitest'
import { type Delivery, notificationOf } from '../support/paypal/webhooks.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'

const WEBHOOK_ID = '8PT597110X687430LKGECATA'
const DAY_MS = 86_400_000

/** Gives the account a webhook, as a person does who created it by hand. */
async function setWebhook({ ada, account, connected }: PayPalShop, id = WEBHOOK_ID) {
  account.webhooks.set(id, { id, url: 'https://unused.example/hook', event_types: [] })
  await ada.api.processorAccounts.update.mutate({ id: connected.id, webhookSecret: id })
}

type Notification = { body: string; headers: Record<string, string> }

/** Returns every event of the account as PayPal sends it. */
const notificationsOf = (
  { account, paypal }: PayPalShop,
  how: Delivery = {},
  webhookId = WEBHOOK_ID,
): Notification[] =>
  account.events.map((event) =>
    notificationOf(event, webhookId, { ...how, nowMs: paypal.now(), url: paypal.url }),
  )

const send = async (
  { app, connected }: PayPalShop,
  { body, headers }: Notification,
  id = connected.id,
) => (await app.rest({ method: 'POST', url: `/hooks/${id}`, headers, payload: body })).status

/** Starts a payment that its payer approves, without any notification to our server. */
async function approvedPayment(shop: PayPalShop): Promise<string> {
  const { id } = await shop.pay()
  shop.paypal.approve(shop.account, shop.lastOrder())
  expect((await shop.read(id)).status).toBe('pending')
  return id
}

const outcomeOf = async (shop: PayPalShop, id: string) => ({
  payment: await shop.read(id).then(({ status, amounts }) => ({ status, amounts })),
  moved: shop.paypal.movedBy(shop.account),
  refunds: await shop.app.count('refunds'),
})

test.each([
  ['once', (events: Notification[]) => events],
  ['three times', (events: Notification[]) => events.flatMap((event) => [event, event, event])],
  ['the last first', (events: Notification[]) => events.toReversed()],
  ['never', () => []],
])('notifications that arrive %s have the same final result', async (_, order) => {
  await using shop = await createPayPalShop()
  await setWebhook(shop)
  const id = await approvedPayment(shop)
  for (const event of order(notificationsOf(shop))) expect(await send(shop, event)).toBe(200)
  await shop.app.settle()
  await shop.later(21_000)
  shop.paypal.refundAtPayPal(shop.account, shop.lastCapture(), '2.00')
  for (const event of order(notificationsOf(shop))) expect(await send(shop, event)).toBe(200)
  await shop.later(600_000)
  await shop.poll()

  expect(await outcomeOf(shop, id)).toEqual({
    payment: expect.objectContaining({ status: 'success' }),
    moved: { captured: 1234, refunded: 200 },
    refunds: 1,
  })
  const stored = await shop.app.db.selectFrom('processorEvents').selectAll().execute()
  expect(new Set(stored.map(({ ref }) => ref)).size).toBe(stored.length)
  expect(JSON.stringify(stored)).not.toContain('@')
})

test('a notification before the response to the capture takes nothing twice', async () => {
  await using shop = await createPayPalShop({ processorTimeoutMs: 3_000 })
  await setWebhook(shop)
  const id = await approvedPayment(shop)
  shop.paypal.fail({ kind: 'stall', when: 'after', call: /\/capture$/ })
  const taking = shop.later(21_000)
  await expect.poll(() => shop.account.captures.size).toBe(1)
  for (const event of notificationsOf(shop)) expect(await send(shop, event)).toBe(200)
  await taking
  await shop.later(61_000)

  expect(await shop.read(id)).toMatchObject({ status: 'success' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a notification that PayPal did not sign for this webhook is refused and changes nothing', async () => {
  await using shop = await createPayPalShop()
  await setWebhook(shop)
  const id = await approvedPayment(shop)
  const last = (how?: Delivery, webhookId?: string): Notification =>
    notificationsOf(shop, how, webhookId).at(-1) ?? { body: '', headers: {} }
  const { body, headers } = last()
  const without = (name: string) => ({ body, headers: { ...headers, [`paypal-${name}`]: '' } })
  const before = shop.paypal.calls.length

  const statuses = {
    unsigned: await send(shop, { body, headers: { 'content-type': 'application/json' } }),
    forged: await send(shop, last({ forged: 'signature' })),
    changed: await send(shop, last({ forged: 'body' })),
    otherHost: await send(shop, last({ forged: 'certificate host' })),
    otherPath: await send(shop, {
      body,
      headers: { ...headers, 'paypal-cert-url': `${shop.paypal.url}/checkoutnow` },
    }),
    otherWebhook: await send(shop, last({}, '1XX597110X687430LKGECATA')),
    noSignature: await send(shop, without('transmission-sig')),
    noTime: await send(shop, without('transmission-time')),
    old: await send(shop, last({ skewMs: -4 * DAY_MS - 1000 })),
    ahead: await send(shop, last({ skewMs: 301_000 })),
  }
  const unknownAccount = await send(shop, last(), 'acc_01KGA2Z9YX3W4V5T6S7R8Q9P0N')
  await shop.app.settle()

  expect(new Set(Object.values(statuses))).toEqual(new Set([400]))
  expect(unknownAccount).toBe(404)
  expect(await shop.app.count('processorEvents')).toBe(0)
  expect((await shop.read(id)).status).toBe('pending')
  // The certificate answers for itself: PayPal was asked nothing.
  expect(shop.paypal.calls.slice(before).map(({ call }) => call)).not.toContain(
    'POST /v1/notifications/verify-webhook-signature',
  )
})

test('PayPal is asked about a signature when its certificate cannot be fetched', async () => {
  await using shop = await createPayPalShop()
  await setWebhook(shop)
  const id = await approvedPayment(shop)
  const [genuine] = notificationsOf(shop)
  const [forged] = notificationsOf(shop, { forged: 'signature' })
  if (!genuine || !forged) throw new Error('there is no event')
  shop.paypal.fail({ kind: '503', when: 'before', call: /^GET .*certs/, times: 3 })
  // A second webhook of the sender's own, smuggled into the question.
  const smuggled = { ...forged, body: `${forged.body},"webhook_id":"${WEBHOOK_ID}"` }

  expect(await send(shop, forged)).toBe(400)
  expect(await send(shop, smuggled)).toBe(400)
  expect(await send(shop, genuine)).toBe(200)
  await shop.app.settle()

  expect(await shop.read(id)).toMatchObject({ status: 'success' })
})

test('PayPal verifies a limited number of signatures per minute, and the others wait', async () => {
  await using shop = await createPayPalShop()
  await setWebhook(shop)
  const id = await approvedPayment(shop)
  const [genuine] = notificationsOf(shop)
  const [forged] = notificationsOf(shop, { forged: 'signature' })
  if (!genuine || !forged) throw new Error('there is no event')
  shop.paypal.fail({ kind: '503', when: 'before', call: /^GET .*certs/, times: 100 })

  const statuses: number[] = []
  for (let n = 0; n < 40; n++) statuses.push(await send(shop, forged))
  const waiting = await send(shop, genuine)
  shop.app.clock.advance(60_000)
  const verified = await send(shop, genuine)
  await shop.app.settle()

  expect([statuses[29], statuses[30], waiting, verified]).toEqual([400, 429, 429, 200])
  const checks = shop.paypal.calls.filter(({ call }) => call.endsWith('/verify-webhook-signature'))
  expect(checks).toHaveLength(31)
  expect(await shop.read(id)).toMatchObject({ status: 'success' })
})

test('a webhook is created at PayPal and delivers, and is deleted with the connection', async () => {
  await using shop = await createPayPalShop({ isWithWebhook: true })
  const [webhook] = [...shop.account.webhooks.values()]
  expect(shop.connected.webhook).toBe('made')
  expect(webhook?.url).toContain(`/hooks/${shop.connected.id}`)
  const again = await shop.ada.api.processorAccounts.connect.mutate({
    processor: 'paypal',
    secretKey: shop.account.key,
    makeWebhook: true,
  })
  expect([again.id, again.webhook]).toEqual([shop.connected.id, 'made'])
  expect([...shop.account.webhooks.keys()]).toEqual([webhook?.id])

  const id = await approvedPayment(shop)
  for (const event of notificationsOf(shop, {}, webhook?.id))
    expect(await send(shop, event)).toBe(200)
  await shop.app.settle()
  expect((await shop.read(id)).status).toBe('success')

  await shop.ada.api.processorAccounts.disconnect.mutate({ id: shop.connected.id })
  expect(shop.account.webhooks.size).toBe(0)
})

test('polling reads events page by page and stores each once', async () => {
  await using shop = await createPayPalShop()
  for (let n = 0; n < 40; n++) {
    await shop.pay()
    shop.paypal.approve(shop.account, shop.lastOrder())
  }
  await shop.later(21_000)
  await shop.later(600_000)
  await shop.poll()
  await shop.later(600_000)
  await shop.poll()

  expect(shop.account.events).toHaveLength(80)
  expect(await shop.app.count('processorEvents')).toBe(80)
  const [account] = await shop.app.db.selectFrom('processorAccounts').selectAll().execute()
  expect(account?.pollFailures).toBe(0)
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 40 * 1234, refunded: 0 })

  // Nothing happened for a week: the position moves on all the same.
  await shop.later(7 * DAY_MS)
  await shop.poll()
  shop.paypal.refundAtPayPal(shop.account, shop.lastCapture())
  await shop.later(600_000)
  await shop.poll()
  expect(await shop.app.count('refunds')).toBe(1)
})
