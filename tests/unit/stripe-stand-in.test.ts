import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { runs } from '../support/runs.ts'
import type { StripeAccount } from '../support/stripe/account.ts'
import { API_VERSION } from '../support/stripe/events.ts'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stripe-stand-in.ts'

const START = Date.parse('2026-11-24T10:00:00Z')
const DAY_MS = 86_400_000

/** Creates a client from Stripe's own package, as the server uses it. */
function clientOf({ url }: StripeStandIn, { key }: StripeAccount, timeout = 20_000) {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    telemetry: false,
    timeout,
  })
}

async function open(options?: Parameters<StripeStandIn['addAccount']>[0]) {
  const standIn = await startStripeStandIn(START)
  const account = standIn.addAccount(options)
  return { standIn, account, stripe: clientOf(standIn, account) }
}

const create = (stripe: Stripe, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 1234,
    currency: 'eur',
    metadata: { incasso: 'txn_1' },
    ...more,
  })

const confirm = (stripe: Stripe, id: string, payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.confirm(id, { payment_method, use_stripe_sdk: true })

const errorOf = (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  promise.then(
    () => {
      throw new Error('it was not refused')
    },
    (error: unknown) => error as Stripe.errors.StripeError,
  )

test('a payment is created, confirmed and refunded, and each step sends an event', async () => {
  const { standIn, account, stripe } = await open()
  await using _ = standIn

  const intent = await create(stripe)
  const paid = await confirm(stripe, intent.id)
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 234 })

  expect(intent).toMatchObject({ status: 'requires_payment_method', amount_received: 0 })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1234 })
  expect(refund).toMatchObject({ status: 'succeeded', amount: 234, payment_intent: intent.id })
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 234 })
  const { data } = await stripe.events.list({ limit: 100 })
  expect(data.map(({ type }) => type).toReversed()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
  ])
  expect(standIn.calls.every(({ version }) => version === API_VERSION)).toBe(true)
})

test('a declined card can be followed by another, and the decline has a reason', async () => {
  const { standIn, account, stripe } = await open()
  await using _ = standIn
  const { id } = await create(stripe)

  const error = await errorOf(confirm(stripe, id, 'pm_card_visa_chargeDeclinedInsufficientFunds'))
  const between = await stripe.paymentIntents.retrieve(id)
  const paid = await confirm(stripe, id)

  expect(error).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'insufficient_funds',
  })
  expect(between).toMatchObject({ status: 'requires_payment_method', amount_received: 0 })
  expect(paid.status).toBe('succeeded')
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
})

test.each([
  [true, 'succeeded', 1234],
  [false, 'requires_payment_method', 0],
])(
  'the bank authenticates the cardholder, who approves: %s',
  async (isConfirmed, status, captured) => {
    const { standIn, account, stripe } = await open()
    await using _ = standIn
    const { id } = await create(stripe)

    const confirmed = await confirm(stripe, id, 'pm_card_threeDSecure2Required')
    standIn.decideAsHolder(account, id, isConfirmed)

    expect(confirmed).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status)
    expect(standIn.movedBy(account)).toEqual({ captured, refunded: 0 })
  },
)

test('an authorized payment is captured in part once, or voided, or expires by itself', async () => {
  const { standIn, account, stripe } = await open()
  await using _ = standIn
  const authorized = async () => {
    const { id } = await create(stripe, { capture_method: 'manual' })
    await confirm(stripe, id)
    return id
  }
  const [toCapture, voided, forgotten] = [
    await authorized(),
    await authorized(),
    await authorized(),
  ]

  const captured = await stripe.paymentIntents.capture(toCapture, { amount_to_capture: 1000 })
  const again = await errorOf(stripe.paymentIntents.capture(toCapture))
  const cancelled = await stripe.paymentIntents.cancel(voided)
  standIn.advance(7 * DAY_MS)

  expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1000 })
  expect(again).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 })
  expect(cancelled.status).toBe('canceled')
  const { status, cancellation_reason } = await stripe.paymentIntents.retrieve(forgotten)
  expect({ status, cancellation_reason }).toEqual({
    status: 'canceled',
    cancellation_reason: 'automatic',
  })
  expect(standIn.movedBy(account)).toEqual({ captured: 1000, refunded: 0 })
})

test('a refund may be pending first, and one that succeeded may fail later', async () => {
  const { standIn, account, stripe } = await open()
  await using _ = standIn
  const refunded = async (card: string) => {
    const { id } = await create(stripe)
    await confirm(stripe, id, card)
    return stripe.refunds.create({ payment_intent: id })
  }

  const pendingRefund = await refunded('pm_card_pendingRefund')
  const failing = await refunded('pm_card_refundFail')
  standIn.advance(60_000)

  expect([pendingRefund.status, failing.status]).toEqual(['pending', 'succeeded'])
  expect((await stripe.refunds.retrieve(pendingRefund.id)).status).toBe('succeeded')
  expect(await stripe.refunds.retrieve(failing.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  expect(standIn.movedBy(account)).toEqual({ captured: 2468, refunded: 1234 })
})

test('a key returns the first response again for a day, and only to the same request', async () => {
  const { standIn, account, stripe } = await open()
  await using _ = standIn
  const keyed = { idempotencyKey: 'txn_1:create' }
  const make = (amount = 1234) => stripe.paymentIntents.create({ amount, currency: 'eur' }, keyed)

  const first = await make()
  const second = await make()
  const other = await errorOf(make(999))
  standIn.advance(DAY_MS)
  const later = await make()

  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect(later.id).not.toBe(first.id)
  expect(account.intents.size).toBe(2)
})

test('a declined confirmation is stored with its key, a refused parameter is not', async () => {
  const { standIn, stripe } = await open()
  await using _ = standIn
  const { id } = await create(stripe)
  const declined = () =>
    stripe.paymentIntents.confirm(
      id,
      { payment_method: 'pm_card_visa_chargeDeclined' },
      { idempotencyKey: 'once' },
    )
  const made = (amount: number) =>
    stripe.paymentIntents.create({ amount, currency: 'eur' }, { idempotencyKey: 'again' })

  await errorOf(declined())
  await errorOf(declined())
  const refused = await errorOf(made(0))

  expect((await stripe.events.list({ type: 'charge.failed' })).data).toHaveLength(1)
  expect(refused).toMatchObject({ code: 'parameter_invalid_integer', param: 'amount' })
  expect((await made(5)).amount).toBe(5)
})

test('unknown keys, parameters, URLs and missing permissions are refused', async () => {
  const { standIn, account, stripe } = await open({ permissions: { refunds: 'read' } })
  await using _ = standIn
  const { id } = await create(stripe)
  await confirm(stripe, id)

  const stranger = clientOf(standIn, { ...account, key: 'rk_test_nobody' })
  expect(await errorOf(create(stranger))).toMatchObject({ statusCode: 401 })
  const misspelt = { amuont: 5 } as Partial<Stripe.PaymentIntentCreateParams>
  expect(await errorOf(create(stripe, misspelt))).toMatchObject({ code: 'parameter_unknown' })
  expect(await errorOf(stripe.customers.list())).toMatchObject({ statusCode: 404 })
  expect(await errorOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    type: 'StripePermissionError',
    statusCode: 403,
  })
  expect((await stripe.refunds.list()).data).toEqual([])
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
})

test.each([
  ['reset', 'StripeConnectionError'],
  ['stall', 'StripeConnectionError'],
  ['half', 'StripeConnectionError'],
  ['500', 'StripeAPIError'],
  ['503', 'StripeAPIError'],
  ['429', 'StripeRateLimitError'],
] as const)(
  'a fault (%s) before the effect moves no money, and one after it does',
  async (kind, type) => {
    const { standIn, account } = await open()
    await using _ = standIn
    const stripe = clientOf(standIn, account, 300)
    const call = /POST .*\/confirm$/

    const { id } = await create(stripe)
    // The package always retries a closed connection once, whatever its settings, so both attempts meet the fault.
    standIn.fail({ kind, when: 'before', call, times: 2 })
    const before = await errorOf(confirm(stripe, id))
    const moved = standIn.movedBy(account)
    standIn.recover()
    standIn.fail({ kind, when: 'after', call, times: 2 })
    const after = await errorOf(confirm(stripe, id))
    standIn.recover()

    expect(before.type).toBe(type)
    expect(moved).toEqual({ captured: 0, refunded: 0 })
    expect(after.type).toBe(type)
    expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  },
)

test('a created object is found again by our id, and pages contain each event once', async () => {
  const { standIn, stripe } = await open()
  await using _ = standIn
  const made = await create(stripe)
  await create(stripe, { metadata: { incasso: 'txn_2' } })
  for (let n = 0; n < 5; n++) await create(stripe, { amount: n + 1 })

  const found = await stripe.paymentIntents.search({ query: "metadata['incasso']:'txn_2'" })
  const [oldest] = (await stripe.events.list({ limit: 100 })).data.toReversed()
  const newer = await stripe.events.list({ ending_before: oldest?.id ?? '', limit: 4 })
  const all: string[] = []
  for await (const { id } of stripe.events.list({ limit: 3 })) all.push(id)

  expect(found.data).toHaveLength(1)
  expect(found.data[0]?.id).not.toBe(made.id)
  // Stripe returns the events next to the known one, newest first.
  expect(newer.data.map(({ id }) => id)).toEqual(all.toReversed().slice(1, 5).toReversed())
  expect(all).toHaveLength(7)
  expect(new Set(all).size).toBe(7)
})

const steps = fc.constantFrom(
  'confirm',
  'decline',
  'capture',
  'cancel',
  'refund some',
  'refund all',
  'a minute',
)

test('the intents agree with the moved money after any requests in any order', async () => {
  const { standIn, account, stripe } = await open()
  await using _ = standIn

  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.constantFrom('pm_card_visa', 'pm_card_refundFail', 'pm_card_pendingRefund'),
      fc.array(steps, { maxLength: 8 }),
      async (isManual, card, wanted) => {
        const { id } = await create(stripe, isManual ? { capture_method: 'manual' } : {})
        const doing: Record<string, () => Promise<unknown> | void> = {
          confirm: () => confirm(stripe, id, card),
          decline: () => confirm(stripe, id, 'pm_card_visa_chargeDeclined'),
          capture: () => stripe.paymentIntents.capture(id, { amount_to_capture: 1000 }),
          cancel: () => stripe.paymentIntents.cancel(id),
          'refund some': () => stripe.refunds.create({ payment_intent: id, amount: 100 }),
          'refund all': () => stripe.refunds.create({ payment_intent: id }),
          'a minute': () => standIn.advance(60_000),
        }
        for (const step of wanted) {
          await Promise.resolve(doing[step]?.()).catch((error: unknown) => {
            expect(error).toBeInstanceOf(Stripe.errors.StripeError)
          })
        }
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
        const charge = intent.latest_charge as Stripe.Charge | null
        const moved = account.moved.get(id) ?? { captured: 0, refunded: 0 }
        expect(intent.amount_received).toBe(moved.captured)
        const released = charge?.captured ? charge.amount - charge.amount_captured : 0
        expect(charge?.captured ? charge.amount_refunded - released : 0).toBe(moved.refunded)
        expect(moved.refunded).toBeLessThanOrEqual(moved.captured)
      },
    ),
    { numRuns: runs(60, 10) },
  )
})

/** Starts a server that records the deliveries that a webhook endpoint of ours would receive. */
async function listener() {
  const received: { body: string; signature: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      received.push({ body: Buffer.concat(chunks).toString('utf8'), signature })
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

test('an endpoint gets the events that it requested, with signatures that the package accepts', async () => {
  const { standIn, account, stripe } = await open()
  await using _ = standIn
  await using hooks = await listener()
  const { id, secret = '' } = await stripe.webhookEndpoints.create({
    url: hooks.url,
    enabled_events: ['payment_intent.succeeded', 'payment_intent.created'],
    api_version: API_VERSION,
  })
  const intent = await create(stripe)
  await confirm(stripe, intent.id)

  const statuses = await standIn.deliver(account, { times: 2, isReversed: true })
  const again = await standIn.deliver(account)

  expect(statuses).toEqual([200, 200, 200, 200])
  expect(again).toEqual([])
  const events = hooks.received.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, START),
  )
  expect(events.map(({ type }) => type)).toEqual([
    'payment_intent.succeeded',
    'payment_intent.succeeded',
    'payment_intent.created',
    'payment_intent.created',
  ])
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([{ id, url: hooks.url }])
  await stripe.webhookEndpoints.del(id)
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})

test('the signature shows a stranger’s secret or a clock that is behind', async () => {
  const { standIn, account, stripe } = await open()
  await using _ = standIn
  await using hooks = await listener()
  const { secret = '' } = await stripe.webhookEndpoints.create({
    url: hooks.url,
    enabled_events: ['*'],
  })
  await create(stripe)
  await standIn.deliver(account, { secret: 'whsec_of_a_stranger' })
  await create(stripe)
  await standIn.deliver(account, { skewMs: -301_000 })

  for (const { body, signature } of hooks.received) {
    expect(() =>
      stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, START),
    ).toThrow(Stripe.errors.StripeSignatureVerificationError)
  }
  expect(hooks.received).toHaveLength(2)
})
