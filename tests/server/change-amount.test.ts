import { expect, test } from 'vitest'
import { type Processor, ProcessorRefusedError } from '#server/core/ports/processor.ts'
import { LEASE_MS } from '#server/features/transactions/settle/settle-due.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { createPayPalShop } from '../support/paypal-shop.ts'
import { createStripeShop } from '../support/stripe-shop.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const V2 = { 'api-version': 'v2' }
const FORM = 'application/x-www-form-urlencoded'
/** An amount whose sandbox payment waits for its payer. */
const OPEN = '10.06'

type Options = Parameters<typeof payment>[0]
type Caller = Awaited<ReturnType<typeof keyCaller>>

const withPayments = (shop: Caller) => ({
  ...shop,
  pay: async (more: Options = {}) =>
    (await shop.rest('POST', '/api/payments', payment({ amount: OPEN, ...more }), V2)).json(),
  read: async (id: string) =>
    (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json(),
  change: (id: string, amount: string) =>
    shop.rest('PATCH', `/api/transactions/${id}`, { amount }, V2),
})

const createShop = async (app: TestApp) => withPayments(await keyCaller(app, await app.person()))

/** An online processor whose payers wait. `changeAmount` and the other answers replace its calls. */
const waitingProcessor = (answers: Partial<Processor>) => {
  const waiting = async (_payment: unknown, nowMs: number) =>
    ({ stage: 'awaiting_payer', pollAtMs: nowMs + 86_400_000 }) as const
  return createOnlineProcessor({ pay: waiting, readProgress: waiting, ...answers })
}

const open = (app: TestApp, url: string) => app.rest({ method: 'GET', url: new URL(url).pathname })

const decide = (app: TestApp, url: string, body: string) =>
  app.rest({
    method: 'POST',
    url: new URL(url).pathname,
    payload: body,
    headers: {
      'content-type': FORM,
      origin: 'http://127.0.0.1:3000',
      'sec-fetch-site': 'same-origin',
    },
  })

test('the new amount is in the payment, its search, its figures and the audit log', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = withPayments(await keyCaller(app, owner))
  const { id, next } = await shop.pay()

  const changed = await shop.change(id, '25.06')

  expect(changed.status).toBe(200)
  expect(changed.json()).toMatchObject({ id, amount: '25.06', status: 'pending' })
  expect(changed.json().next.type).toBe(next.type)
  expect((await owner.rest('GET', '/api/transactions?search=25.06')).json()).toHaveLength(1)
  expect((await owner.rest('GET', '/api/transactions?search=10.06')).json()).toEqual([])
  expect(await owner.api.transactions.summary.query({ status: 'pending' })).toMatchObject({
    groups: [{ count: 1, amount: '25.06' }],
  })
  const [entry] = (await owner.rest('GET', '/api/audit-log')).json()
  expect(entry).toMatchObject({
    action: 'transaction.amount_changed',
    before: { amount: '10.06' },
    after: { amount: '25.06' },
  })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payer who still sees the old amount is shown the new one, and pays that', async () => {
  await using app = await testApp()
  const shop = await createShop(app)
  const { id, next } = await shop.pay()
  await shop.change(id, '25.06')

  await decide(app, next.url, 'decision=approve&amount=1006')
  const between = await shop.read(id)
  await decide(app, next.url, 'decision=approve&amount=2506')

  expect(between).toMatchObject({ status: 'pending' })
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '25.06' })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a kept amount is on the payment’s page with its reason, until a later change', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = withPayments(await keyCaller(app, owner))
  const { id } = await shop.pay()
  const keptAmount = async () => (await owner.api.refunds.ofPayment.query({ id })).keptAmount
  const before = await keptAmount()

  const refused = await shop.change(id, '11.00')
  const kept = await keptAmount()
  await shop.change(id, '25.06')

  expect(refused.json()).toMatchObject({ status: 409, reason: 'amount_fixed' })
  const at = new Date(app.clock.now()).toISOString()
  expect([before, kept]).toEqual([null, { requested: '11.00', reason: 'refused', at }])
  expect(await keptAmount()).toBeNull()
})

test('the same amount changes nothing', async () => {
  await using app = await testApp()
  const shop = await createShop(app)
  const { id } = await shop.pay()

  const same = await shop.change(id, OPEN)

  expect([same.status, same.json().amount]).toEqual([200, OPEN])
  const entries = await app.db.selectFrom('auditLog').select('action').execute()
  expect(entries.map(({ action }) => action)).not.toContain('transaction.amount_changed')
})

test.each([
  ['a paid one', { amount: '10.00' }, '11.00'],
  ['a failed one', { amount: '10.01' }, '11.00'],
  ['an authorized one', { amount: '10.00', captureMethod: 'manual' as const }, '9.00'],
  ['one at a bank', { amount: '10.00', paymentMethod: 'bank' as const }, '11.00'],
  ['one whose payer would not be asked any more', {}, '11.00'],
])('the amount of a payment stays: %s', async (_, more, amount) => {
  await using app = await testApp()
  const shop = await createShop(app)
  const before = await shop.pay(more)

  const refused = await shop.change(before.id, amount)

  expect([refused.status, refused.json().reason]).toEqual([409, 'amount_fixed'])
  expect(await shop.read(before.id)).toMatchObject({ amount: before.amount, status: before.status })
  expect(await ledgerFindings(app)).toEqual([])
})

test.each(['0', '1.001', '-1.00', 'ten', '100000000.00'])(
  'the amount %s is refused',
  async (amount) => {
    await using app = await testApp()
    const shop = await createShop(app)
    const { id } = await shop.pay()

    const refused = await shop.change(id, amount)

    expect([refused.status, refused.json().issues[0].path]).toEqual([400, 'amount'])
    expect((await shop.read(id)).amount).toBe(OPEN)
  },
)

test('another merchant’s payment is not found', async () => {
  await using app = await testApp()
  const [shop, other] = [await createShop(app), await createShop(app)]
  const { id } = await shop.pay()

  expect((await other.change(id, '25.06')).status).toBe(404)
  expect((await shop.read(id)).amount).toBe(OPEN)
})

test('a change without a response is finished by the job, once', async () => {
  let isDown = true
  let changes = 0
  const processor = waitingProcessor({
    changeAmount: async (_payment, { amount }) => {
      if (isDown) throw new Error('no response')
      changes += 1
      return { is: 'changed', ref: `pi_${amount}` }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await createShop(app)
  const { id } = await shop.pay({ amount: '10.00', reference: 'A-7' })

  const lost = await shop.change(id, '12.00')
  const order = payment({ amount: '10.00', reference: 'A-7' })
  const repeated = await shop.rest('POST', '/api/payments', order, V2)
  isDown = false
  app.clock.advance(LEASE_MS + 1)
  await app.settle()
  await app.settle()

  expect([lost.status, lost.json().reason]).toEqual([503, 'processor_unavailable'])
  expect(repeated.status).toBe(503)
  expect(await shop.read(id)).toMatchObject({ amount: '12.00', status: 'pending' })
  expect(changes).toBe(1)
  expect(await ledgerFindings(app)).toEqual([])
})

/** A processor that never answers changes of an amount, and counts them. */
function silentProcessor(answers: Partial<Processor> = {}) {
  const calls = { count: 0 }
  const changeAmount = async () => {
    calls.count += 1
    throw new Error('no response')
  }
  return { calls, deps: depsWithProcessor(waitingProcessor({ changeAmount, ...answers })) }
}

test('a change that never succeeds is requested at growing pauses, and then the old amount stays', async () => {
  const { calls, deps } = silentProcessor()
  await using app = await testApp({ deps })
  const owner = await app.person()
  const shop = withPayments(await keyCaller(app, owner))
  const { id } = await shop.pay({ amount: '10.00' })
  await shop.change(id, '12.00')
  const settleFor = async (steps: number, stepMs: number) => {
    for (let step = 0; step < steps; step++) {
      app.clock.advance(stepMs)
      await app.settle()
    }
  }

  await settleFor(20, LEASE_MS + 1)
  const soon = calls.count
  await settleFor(30, 120_000)
  const last = calls.count
  await settleFor(30, 120_000)

  expect(soon).toBeLessThan(8)
  expect([last, calls.count]).toEqual([8, 8])
  expect(await shop.read(id)).toMatchObject({ status: 'pending', amount: '10.00' })
  const [entry] = (await owner.rest('GET', '/api/audit-log')).json()
  expect(entry).toMatchObject({
    action: 'transaction.amount_kept',
    after: { amount: '10.00', requested: '12.00', reason: 'processor_unavailable' },
  })
  expect((await shop.rest('POST', `/api/transactions/${id}/void`, {})).status).toBe(200)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payment is cancelled while the change of its amount fails', async () => {
  const { calls, deps } = silentProcessor()
  await using app = await testApp({ deps })
  const shop = await createShop(app)
  const { id } = await shop.pay({ amount: '10.00' })
  await shop.change(id, '12.00')

  const voided = await shop.rest('POST', `/api/transactions/${id}/void`, {}, V2)
  app.clock.advance(LEASE_MS + 1)
  await app.settle()

  expect([voided.status, voided.json().status]).toEqual([200, 'failed'])
  expect(await shop.read(id)).toMatchObject({ amount: '10.00', stage: 'cancelled' })
  expect(calls.count).toBe(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payment expires although the change of its amount fails', async () => {
  const { deps } = silentProcessor()
  await using app = await testApp({ deps })
  const shop = await createShop(app)
  const expiresAt = new Date(app.clock.now() + 300_000).toISOString()
  const { id } = await shop.pay({ amount: '10.00', expiresAt })
  await shop.change(id, '12.00')

  for (let step = 0; step < 6; step++) {
    app.clock.advance(120_000)
    await app.settle()
  }

  expect(await shop.read(id)).toMatchObject({ status: 'failed', failureReason: 'expired' })
  expect(await ledgerFindings(app)).toEqual([])
})

test('an outcome of an earlier page is not recorded, though the amount is the same again', async () => {
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  const processor = waitingProcessor({
    readProgress: async () => {
      asked += 1
      await isReleased
      return { stage: 'failed', reason: 'expired' }
    },
    changeAmount: async (_payment, { amount }) => ({ is: 'changed', ref: `pi_${amount}` }),
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const owner = await app.person()
  const shop = withPayments(await keyCaller(app, owner))
  const { id } = await shop.pay({ amount: '10.00' })

  const asking = owner.api.transactions.ask.mutate({ id })
  await expect.poll(() => asked, { timeout: 60_000 }).toBe(1)
  await shop.change(id, '12.00')
  const back = await shop.change(id, '10.00')
  release()
  await asking

  expect(back.json()).toMatchObject({ status: 'pending', amount: '10.00' })
  expect(await shop.read(id)).toMatchObject({ status: 'pending', amount: '10.00' })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a processor that refuses the change keeps the amount, and the payment goes on', async () => {
  const processor = waitingProcessor({
    changeAmount: async () => {
      throw new ProcessorRefusedError('refused')
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await createShop(app)
  const { id } = await shop.pay({ amount: '10.00' })

  const refused = await shop.change(id, '12.00')
  const voided = await shop.rest('POST', `/api/transactions/${id}/void`, {})

  expect([refused.status, refused.json().reason]).toEqual([409, 'amount_fixed'])
  expect(voided.json()).toMatchObject({ amount: '10.00', status: 'failed' })
  expect(await ledgerFindings(app)).toEqual([])
})

test('an amount that a job kept during the request is explained by the job’s reason', async () => {
  let calls = 0
  let endRequest = () => {}
  const jobDone = new Promise<void>((resolve) => {
    endRequest = resolve
  })
  const processor = waitingProcessor({
    changeAmount: async () => {
      if (++calls > 1) throw new ProcessorRefusedError('refused')
      await jobDone
      return { is: 'changed' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await createShop(app)
  const { id } = await shop.pay({ amount: '10.00' })

  const request = shop.change(id, '12.00')
  await expect.poll(() => calls).toBe(1)
  app.clock.advance(LEASE_MS + 1)
  await app.settle()
  endRequest()
  const response = await request

  expect(response.json()).toMatchObject({
    status: 409,
    reason: 'amount_fixed',
    detail: 'The processor refused the new amount.',
  })
  expect(await shop.read(id)).toMatchObject({ status: 'pending', amount: '10.00' })
})

test('of two changes at once, one is made and the other waits or follows', async () => {
  const processor = waitingProcessor({ changeAmount: async () => ({ is: 'changed' }) })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const shop = await createShop(app)
  const { id } = await shop.pay({ amount: '10.00' })

  const responses = await Promise.all(['11.00', '12.00'].map((amount) => shop.change(id, amount)))

  const made = responses.filter(({ status }) => status === 200).map(({ json }) => json().amount)
  expect(responses.every(({ status }) => status === 200 || status === 503)).toBe(true)
  expect(made).toContain((await shop.read(id)).amount)
  expect(await ledgerFindings(app)).toEqual([])
})

test('an outcome of the page with the old amount is not recorded while the page is replaced', async () => {
  let release = (): void => {}
  const isReplaced = new Promise<void>((resolve) => {
    release = resolve
  })
  let isStarted = false
  const processor = waitingProcessor({
    readProgress: async () => ({ stage: 'failed', reason: 'expired' }),
    changeAmount: async () => {
      isStarted = true
      await isReplaced
      return { is: 'changed', ref: 'cs_new' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const owner = await app.person()
  const shop = withPayments(await keyCaller(app, owner))
  const { id } = await shop.pay({ amount: '10.00' })
  const change = shop.change(id, '12.00')
  await expect.poll(() => isStarted).toBe(true)

  await owner.api.transactions.ask.mutate({ id })
  const between = await shop.read(id)
  release()

  expect(between).toMatchObject({ status: 'pending', amount: '10.00' })
  expect((await change).json()).toMatchObject({ status: 'pending', amount: '12.00' })
})

test('Stripe’s page with the old amount is closed, and the payer pays the new amount at the same link', async () => {
  await using shop = await createStripeShop()
  const { pay, change, read } = withPayments(shop.shop)
  const { id, next } = await pay({
    amount: '10.00',
    currency: 'EUR',
    returnUrl: 'https://shop.example/thanks',
  })
  const payOn = async (page: string) =>
    fetch(page, {
      method: 'POST',
      body: new URLSearchParams({
        action: 'pay',
        method: 'pm_card_visa',
        email: 'a@b.it',
        name: 'A',
      }),
      redirect: 'manual',
    })
  const oldPage = String((await open(shop.app, next.url)).headers.location)

  const changed = await change(id, '12.00')
  const back = await change(id, '10.00')
  const again = await change(id, '12.00')
  await payOn(oldPage)
  shop.app.clock.advance(6000)
  const newPage = String((await open(shop.app, next.url)).headers.location)
  const paid = await payOn(newPage)
  const returned = await open(shop.app, String(paid.headers.get('location')))

  expect([changed.status, back.status, again.status]).toEqual([200, 200, 200])
  expect(newPage).not.toBe(oldPage)
  expect(returned.headers.location).toBe(`https://shop.example/thanks?payment=${id}&status=success`)
  expect(await read(id)).toMatchObject({ status: 'success', amount: '12.00' })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1200, refunded: 0 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a replaced page of Stripe is closed at the end of the payer’s time, too', async () => {
  await using shop = await createStripeShop()
  const { pay, change, read } = withPayments(shop.shop)
  const expiresAt = new Date(shop.app.clock.now() + 300_000).toISOString()
  const { id } = await pay({ amount: '10.00', currency: 'EUR', expiresAt })
  await shop.later(60_000)

  const changed = await change(id, '12.00')
  await shop.later(240_000)

  expect(changed.status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'failed', failureReason: 'expired' })
  const statuses = [...shop.account.checkouts.values()].map(({ session }) => session.status)
  expect(statuses).toEqual(['expired', 'expired'])
})

test('the amount of a payment that was paid on Stripe’s page a moment ago stays', async () => {
  await using shop = await createStripeShop()
  const { pay, change, read } = withPayments(shop.shop)
  const { id, next } = await pay({ amount: '10.00', currency: 'EUR' })
  const page = String((await open(shop.app, next.url)).headers.location)
  await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({
      action: 'pay',
      method: 'pm_card_visa',
      email: 'a@b.it',
      name: 'A',
    }),
    redirect: 'manual',
  })

  const refused = await change(id, '12.00')
  await shop.later(20_000)

  expect([refused.status, refused.json().reason]).toEqual([409, 'amount_fixed'])
  expect(await read(id)).toMatchObject({ status: 'success', amount: '10.00' })
  expect(await shop.ada.api.refunds.ofPayment.query({ id })).toMatchObject({
    keptAmount: { requested: '12.00', reason: 'payer_acted' },
  })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1000, refunded: 0 })
})

test('a payment in the merchant’s own page is changed at Stripe', async () => {
  await using shop = await createStripeShop()
  const { pay, change } = withPayments(shop.shop)
  const { id } = await pay({ amount: '10.00', currency: 'EUR', next: 'stripe' })

  const changed = await change(id, '12.00')

  expect(changed.json()).toMatchObject({ amount: '12.00', next: { type: 'stripe' } })
  expect([...shop.account.intents.values()].map(({ amount }) => amount)).toEqual([1200])
})

test('an amount that Stripe took before its response was lost is stored, though the payer has acted', async () => {
  await using shop = await createStripeShop()
  const { pay, change } = withPayments(shop.shop)
  const { id } = await pay({ amount: '10.00', currency: 'EUR', next: 'stripe' })
  for (const intent of shop.account.intents.values()) {
    Object.assign(intent, { amount: 1200, status: 'requires_action' })
  }

  const changed = await change(id, '12.00')

  expect(changed.json()).toMatchObject({ amount: '12.00' })
})

test('an order of PayPal is replaced, and an approval of the old one takes no money', async () => {
  await using shop = await createPayPalShop()
  const { change } = withPayments(shop.shop)
  const { id, next } = await shop.pay({ amount: '10.00' })
  const approve = (page: string) =>
    fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ action: 'approve' }),
      redirect: 'manual',
    })
  const oldPage = String((await open(shop.app, next.url)).headers.location)

  const changed = await change(id, '12.00')
  await approve(oldPage)
  await shop.later(20_000)
  const between = await shop.read(id)
  await approve(String((await open(shop.app, next.url)).headers.location))
  await shop.later(20_000)

  expect(changed.status).toBe(200)
  expect(between).toMatchObject({ status: 'pending', amount: '12.00' })
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '12.00' })
  expect([...shop.account.captures.values()].map(({ amount }) => amount.value)).toEqual(['12.00'])
})

test('the amount of an order that its payer has approved at PayPal stays', async () => {
  await using shop = await createPayPalShop()
  const { change } = withPayments(shop.shop)
  const { id, next } = await shop.pay({ amount: '10.00' })
  const page = String((await open(shop.app, next.url)).headers.location)
  await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ action: 'approve' }),
    redirect: 'manual',
  })

  const refused = await change(id, '12.00')
  await shop.later(20_000)

  expect([refused.status, refused.json().reason]).toEqual([409, 'amount_fixed'])
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '10.00' })
  expect(await shop.ada.api.refunds.ofPayment.query({ id })).toMatchObject({
    keptAmount: { requested: '12.00', reason: 'payer_acted' },
  })
})
