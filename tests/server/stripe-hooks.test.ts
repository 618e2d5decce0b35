import { expect, test } from 'vitest'
import { pruneProcessorEvents } from '#server/features/processor-accounts/prune-processor-events.ts'
import { readDueRefundsAndDisputes } from '#server/features/refunds/from-processor/read-refunds-and-disputes.ts'
import { dialect } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { findUnfilteredTables } from '../support/statements.ts'
import { signatureOf } from '../support/stripe/webhook-endpoints.ts'
import { connectStripe, createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const SECRET = 'whsec_0123456789abcdef0123456789abcdef'
const V2 = { 'api-version': 'v2' }

const pay = ({ shop }: StripeShop, more: Record<string, unknown> = {}) =>
  shop.rest('POST', '/api/transactions', payment({ amount: '12.34', ...more }), V2)

const statusOf = async ({ shop }: StripeShop, id: string): Promise<string> =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json().status

/** Gives the account a webhook secret, as a person does who created the endpoint by hand. */
const setWebhookSecret = ({ ada, connected }: StripeShop, webhookSecret = SECRET) =>
  ada.api.processorAccounts.update.mutate({ id: connected.id, webhookSecret })

type HookCall = { body?: string; signature?: string | undefined; id?: string }

const sendNotification = (
  shop: StripeShop,
  { body = '{}', signature, id = shop.connected.id }: HookCall,
) =>
  shop.app.rest({
    method: 'POST',
    url: `/hooks/${id}`,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    payload: body,
  })

/** Returns every event of the account, signed at this moment as Stripe does. */
const eventsOf = ({ account, app }: StripeShop, secret = SECRET, aheadMs = 0) =>
  account.events.map((event) => {
    const body = JSON.stringify(event)
    return { body, signature: signatureOf(body, secret, app.clock.now() + aheadMs) }
  })

/** Creates a payment that its holder has approved, without any notification to our server. */
async function payWithoutNotification(shop: StripeShop): Promise<string> {
  const { id } = (await pay(shop, { paymentToken: 'pm_card_authenticationRequired' })).json()
  const [intent] = [...shop.account.intents.values()]
  shop.stripe.decideAsHolder(shop.account, intent?.id ?? '', true)
  expect(await statusOf(shop, id)).toBe('pending')
  return id
}

test.each([
  ['once', (events: HookCall[]) => events],
  ['three times', (events: HookCall[]) => events.flatMap((event) => [event, event, event])],
  ['the last first', (events: HookCall[]) => events.toReversed()],
])('events that arrive %s have the same final result', async (_, order) => {
  await using shop = await createStripeShop()
  await setWebhookSecret(shop)
  const id = await payWithoutNotification(shop)

  for (const event of order(eventsOf(shop)))
    expect((await sendNotification(shop, event)).status).toBe(200)
  await shop.app.settle()

  expect(await statusOf(shop, id)).toBe('success')
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
  const stored = await shop.app.db.selectFrom('processorEvents').selectAll().execute()
  expect(new Set(stored.map(({ ref }) => ref)).size).toBe(stored.length)
  expect(JSON.stringify(stored)).not.toContain('@')
})

test('polling finds the same within a minute without a webhook', async () => {
  await using shop = await createStripeShop()
  const id = await payWithoutNotification(shop)

  await shop.later(20_000)

  expect(await statusOf(shop, id)).toBe('success')
})

test('events are polled from the end of the last ones, page by page', async () => {
  await using shop = await createStripeShop()
  await pay(shop, { paymentToken: 'pm_card_visa' })
  await shop.poll()
  const [first] = await accountsOf(shop)

  for (let n = 0; n < 60; n++) await pay(shop, { paymentToken: 'pm_card_visa' })
  await shop.later(600_000)
  await shop.poll()

  const [second] = await accountsOf(shop)
  expect(first?.eventRef).toBe(shop.account.events[2]?.id)
  expect(second?.eventRef).toBe(shop.account.events.at(-1)?.id)
  expect(await shop.app.count('processorEvents')).toBe(61)
  expect(second?.polledAt).not.toBeNull()
})

const accountsOf = ({ app }: StripeShop) =>
  app.db.selectFrom('processorAccounts').selectAll().execute()

test('a webhook that is not signed by the account, or not now, is refused and changes nothing', async () => {
  await using shop = await createStripeShop()
  await setWebhookSecret(shop)
  const id = await payWithoutNotification(shop)
  const [event] = eventsOf(shop).slice(-1)
  const body = event?.body ?? ''
  const now = shop.app.clock.now()

  const responses = {
    unsigned: await sendNotification(shop, { body }),
    forged: await sendNotification(shop, {
      body,
      signature: signatureOf(body, 'whsec_another', now),
    }),
    changed: await sendNotification(shop, { body: `${body} `, signature: event?.signature }),
    old: await sendNotification(shop, {
      body,
      signature: signatureOf(body, SECRET, now - 301_000),
    }),
    ahead: await sendNotification(shop, {
      body,
      signature: signatureOf(body, SECRET, now + 301_000),
    }),
    nonsense: await sendNotification(shop, { body, signature: 't=,v1=' }),
  }
  const unknownAccount = await sendNotification(shop, {
    ...event,
    id: 'acc_01KGA2Z9YX3W4V5T6S7R8Q9P0N',
  })
  const bank = await shop.ada.api.processorAccounts.connectTransfer.mutate({
    iban: 'IT60X0542811101000000123456',
    holder: 'Ada',
  })
  const bankResponse = await sendNotification(shop, { ...event, id: bank.id })
  await shop.app.settle()

  const statuses = Object.fromEntries(
    Object.entries(responses).map(([k, { status }]) => [k, status]),
  )
  expect(statuses).toEqual({
    unsigned: 400,
    forged: 400,
    changed: 400,
    old: 400,
    ahead: 400,
    nonsense: 400,
  })
  expect(unknownAccount.status).toBe(404)
  expect(bankResponse.status).toBe(400)
  expect(await shop.app.count('processorEvents')).toBe(0)
  expect(await statusOf(shop, id)).toBe('pending')
})

test('a former secret is accepted for a day after a new one', async () => {
  await using shop = await createStripeShop()
  await setWebhookSecret(shop)
  await setWebhookSecret(shop, 'whsec_abcdef0123456789abcdef0123456789')
  await pay(shop, { paymentToken: 'pm_card_visa' })
  const send = async () => (await sendNotification(shop, eventsOf(shop).at(-1) ?? {})).status

  const atOnce = await send()
  shop.app.clock.advance(24 * 3_600_000 - 1)
  const later = await send()
  shop.app.clock.advance(1)
  const after = await send()

  expect([atOnce, later, after]).toEqual([200, 200, 400])
})

test('a disconnected account’s events are refused, and its endpoint at Stripe is deleted', async () => {
  await using shop = await createStripeShop({ isWithWebhook: true })
  expect(shop.account.endpoints.size).toBe(1)

  await shop.ada.api.processorAccounts.disconnect.mutate({ id: shop.connected.id })

  expect(shop.account.endpoints.size).toBe(0)
  expect((await sendNotification(shop, {})).status).toBe(404)
})

test('three hundred events that arrive at once are all stored, once each', async () => {
  await using shop = await createStripeShop()
  await setWebhookSecret(shop)
  const { id } = (await pay(shop, { paymentToken: 'pm_card_visa' })).json()
  const lastEvent = shop.account.events.at(-1)
  const now = shop.app.clock.now()
  const many = Array.from({ length: 300 }, (_, n) => {
    const body = JSON.stringify({ ...lastEvent, id: `evt_${n}` })
    return { body, signature: signatureOf(body, SECRET, now) }
  })

  const responses = await Promise.all(
    [...many, ...many].map((event) => sendNotification(shop, event)),
  )

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await shop.app.count('processorEvents')).toBe(300)
  await shop.app.settle()
  expect(await statusOf(shop, id)).toBe('success')
})

test('the time of an account’s last event is stored once a second, however many events arrive', async () => {
  const seen: string[] = []
  await using shop = await createStripeShop({ onPostgresStatement: (text) => seen.push(text) })
  await setWebhookSecret(shop)
  await pay(shop, { paymentToken: 'pm_card_visa' })
  const begin = shop.app.clock.now()
  seen.length = 0
  const send = async (times: number) => {
    const event = eventsOf(shop).at(-1) ?? {}
    await Promise.all(Array.from({ length: times }, () => sendNotification(shop, event)))
    const [account] = await accountsOf(shop)
    return Date.parse(account?.heardAt ?? '') - begin
  }

  const first = await send(20)
  shop.app.clock.advance(999)
  const within = await send(20)
  shop.app.clock.advance(1)
  const after = await send(20)

  expect([first, within, after]).toEqual([0, 0, 1000])
  if (dialect === 'postgres') {
    const notes = seen.filter((text) => /update "processor_accounts" set "heard_at"/.test(text))
    expect(notes).toHaveLength(2)
  }
})

test('an account’s merchant is looked up once for all events, and the account is then read by merchant', async () => {
  const seen: string[] = []
  await using shop = await createStripeShop({ onPostgresStatement: (text) => seen.push(text) })
  await setWebhookSecret(shop)
  await pay(shop, { paymentToken: 'pm_card_visa' })
  const send = async () => (await sendNotification(shop, eventsOf(shop).at(-1) ?? {})).status
  const unfilteredReads = () =>
    seen.filter((text) => findUnfilteredTables(text).includes('processor_accounts'))
  seen.length = 0

  const first = await Promise.all([send(), send(), send()])
  expect(unfilteredReads()).toHaveLength(dialect === 'postgres' ? 1 : 0)
  seen.length = 0
  const later = await send()
  await shop.ada.api.processorAccounts.disconnect.mutate({ id: shop.connected.id })
  const closed = await send()

  expect([...first, later, closed]).toEqual([200, 200, 200, 200, 404])
  expect(unfilteredReads()).toEqual([])
})

test('received events are kept until they cannot arrive again, and no longer', async () => {
  await using shop = await createStripeShop()
  await pay(shop, { paymentToken: 'pm_card_visa' })
  await shop.poll()
  const { world, clock, count } = shop.app
  const before = await count('processorEvents')

  clock.advance(35 * 86_400_000)
  await pruneProcessorEvents(world)
  const countAfter = await count('processorEvents')
  clock.advance(1)
  await pruneProcessorEvents(world)

  expect(before).toBeGreaterThan(0)
  expect([countAfter, await count('processorEvents')]).toEqual([before, 0])
})

test('events are read from before the time of the connection on our clock', async () => {
  await using shop = await createStripeShop()
  const { app, ada, stripe } = shop
  const other = stripe.addAccount()
  // Our clock is ten minutes ahead of Stripe's.
  app.clock.advance(600_000)
  await connectStripe(ada, other)
  const paid = (await pay(shop, { paymentToken: 'pm_card_authenticationRequired' })).json()
  const [intent] = [...other.intents.values()]
  stripe.decideAsHolder(other, intent?.id ?? '', true)

  await shop.poll()

  expect(await app.count('processorEvents')).toBeGreaterThan(0)
  expect(await statusOf(shop, paid.id)).toBe('success')
})

test.each([
  'null',
  '[]',
  '"evt_1"',
  '{}',
  '{"id":"evt_1","type":"refund.created"}',
  '{"id":"evt_1","type":"refund.created","data":null}',
  '{"id":"evt_1","type":"refund.created","data":{"object":null}}',
  '{"id":"evt_1","type":"refund.created","data":{"object":{"metadata":"x","payment_intent":7}}}',
  '{"id":7,"type":["refund.created"],"data":{"object":{"id":{}}}}',
])(
  'a signed body that is not an event, such as %s, is accepted and has no effect',
  async (body) => {
    await using shop = await createStripeShop()
    await setWebhookSecret(shop)
    const signature = signatureOf(body, SECRET, shop.app.clock.now())

    const response = await sendNotification(shop, { body, signature })
    await shop.app.settle()
    await readDueRefundsAndDisputes(shop.app.world)

    expect([200, 400]).toContain(response.status)
    expect(shop.app.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
  },
)

test('an IP address that sends unsigned events is refused unread for a minute', async () => {
  await using shop = await createStripeShop({ environment: { TRUST_PROXY: '127.0.0.1' } })
  await setWebhookSecret(shop)
  await pay(shop, { paymentToken: 'pm_card_visa' })
  const from = (address: string, { body = '{}', signature = '' }: HookCall = {}) =>
    shop.app.rest({
      method: 'POST',
      url: `/hooks/${shop.connected.id}`,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(signature && { 'stripe-signature': signature }),
      },
      payload: body,
    })
  const lastSignedEvent = () => eventsOf(shop).at(-1)

  const statuses = []
  for (let at = 0; at < 110; at++) statuses.push((await from('203.0.113.7')).status)
  const limitedResponse = await from('203.0.113.7', lastSignedEvent())
  const other = await from('203.0.113.8', lastSignedEvent())
  shop.app.clock.advance(60_000)
  const later = await from('203.0.113.7', lastSignedEvent())

  expect(statuses).toEqual([...Array(100).fill(400), ...Array(10).fill(429)])
  expect(limitedResponse.status).toBe(429)
  expect(limitedResponse.headers['retry-after']).toBe('60')
  expect(other.status).toBe(200)
  expect(later.status).toBe(200)
})
