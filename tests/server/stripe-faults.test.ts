import { expect, test } from 'vitest'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { payment } from '../support/make.ts'
import type { FaultKind } from '../support/stripe/faults.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const KINDS: FaultKind[] = ['reset', 'stall', '500', '503', '429', 'half', 'slow']
const FAULTS = KINDS.flatMap((kind) =>
  (['before', 'after'] as const).map((when) => ({ kind, when })),
)

/** Number of tries of each fault at each call. `STRIPE_FAULTS` sets more than one. */
const ROUNDS = Number(process.env.STRIPE_FAULTS ?? 1)

const V2 = { 'api-version': 'v2' }

const pay = async ({ shop }: StripeShop, more: Record<string, unknown> = {}) =>
  (
    await shop.rest(
      'POST',
      '/api/transactions',
      payment({ amount: '10.00', currency: 'EUR', paymentToken: 'pm_card_visa', ...more }),
      V2,
    )
  ).json()

/** Creates an authorized payment. On a busy machine its response may come too late, so the stage is polled. */
async function authorizePayment(shop: StripeShop): Promise<string> {
  const { id } = await pay(shop, { captureMethod: 'manual' })
  for (let tries = 0; tries < 10; tries++) {
    const { body } = await shop.shop.rest('GET', `/api/transactions/${id}`, undefined, V2)
    if (JSON.parse(body).stage === 'authorized') return id
    await shop.later(61_000)
  }
  throw new Error(`${id} was never authorized`)
}

type FaultPoint = { call: RegExp; run: (shop: StripeShop, fail: () => void) => Promise<unknown> }

/** Calls whose response may be lost: money is requested, taken, released and refunded. */
const faultPoints: Record<string, FaultPoint> = {
  'the intent is made': {
    call: /^POST \/v1\/payment_intents$/,
    run: (shop, fail) => {
      fail()
      return pay(shop)
    },
  },
  'the card is asked': {
    call: /^POST \/v1\/payment_intents\/\w+\/confirm$/,
    run: (shop, fail) => {
      fail()
      return pay(shop)
    },
  },
  'what is authorized is captured': {
    call: /^POST \/v1\/payment_intents\/\w+\/capture$/,
    run: async (shop, fail) => {
      const id = await authorizePayment(shop)
      fail()
      return shop.shop.rest('POST', `/api/transactions/${id}/capture`, { amount: '7.00' })
    },
  },
  'what is authorized is let go': {
    call: /^POST \/v1\/payment_intents\/\w+\/cancel$/,
    run: async (shop, fail) => {
      const id = await authorizePayment(shop)
      fail()
      return shop.shop.rest('POST', `/api/transactions/${id}/void`, {})
    },
  },
  'money goes back': {
    call: /^POST \/v1\/refunds$/,
    run: async (shop, fail) => {
      const { id } = await pay(shop)
      fail()
      return shop.shop.rest('POST', `/api/transactions/${id}/refunds`, { amount: '3.00' })
    },
  },
}

/** Returns the money that our rows contain, and the number of pending rows. */
async function sumsStored({ app }: StripeShop) {
  const paid = await app.db.selectFrom('transactions').select(['status', 'amount']).execute()
  const refunds = await app.db.selectFrom('refunds').select(['status', 'amount']).execute()
  const sum = (rows: { status: string; amount: number }[]) =>
    rows.reduce((all, { status, amount }) => all + (status === 'success' ? amount : 0), 0)
  const isOpen = ({ status }: { status: string }) => status === 'pending'
  return {
    captured: sum(paid),
    refunded: sum(refunds),
    open: [...paid, ...refunds].filter(isOpen).length,
  }
}

/** Waits until every lost outcome is known. A first inquiry may fail, so there is time for a second one. */
async function settleAll(shop: StripeShop) {
  for (let minutes = 0; minutes < 5; minutes++) {
    if ((await sumsStored(shop)).open === 0) return
    await shop.later(61_000)
  }
}

test.each(Object.entries(faultPoints))(
  'a loss when %s never makes our rows differ from the money that moved',
  { timeout: 60_0000 * ROUNDS },
  async (_, { call, run }) => {
    await using shop = await createStripeShop({ processorTimeoutMs: 300 })
    for (const { kind, when } of Array.from({ length: ROUNDS }, () => FAULTS).flat()) {
      await run(shop, () => shop.stripe.fail({ kind, when, call }))
      // Removes an unused fault, so that later requests succeed.
      shop.stripe.recover()
      await settleAll(shop)

      const { open, ...sums } = await sumsStored(shop)
      expect([kind, when, open, sums]).toEqual([kind, when, 0, shop.stripe.movedBy(shop.account)])
    }
    expect((await runLedgerCheck(shop.app.world)).findings).toEqual([])
  },
)
