import { expect, test } from 'vitest'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import type { FaultKind } from '../support/stripe/faults.ts'

const KINDS: FaultKind[] = ['reset', 'stall', '500', '503', '429', 'half']
const FAULTS = KINDS.flatMap((kind) =>
  (['before', 'after'] as const).map((when) => ({ kind, when })),
)

/** Number of tries of each fault at each call. `PAYPAL_FAULTS` sets more than one. */
const ROUNDS = Number(process.env.PAYPAL_FAULTS ?? 1)

const approveLast = ({ paypal, account, lastOrder }: PayPalShop) => {
  if (account.orders.size > 0) paypal.approve(account, lastOrder())
}

/** Starts a payment and returns its id. On a busy machine a response may come too late, so it is tried again. */
async function paidOf(shop: PayPalShop, stage: string, more: Record<string, unknown> = {}) {
  const { id } = await shop.pay(more)
  approveLast(shop)
  for (let tries = 0; tries < 10; tries++) {
    await shop.later(61_000)
    if ((await shop.read(id)).stage === stage) return id as string
  }
  throw new Error(`${id} never was ${stage}`)
}

type FaultPoint = { call: RegExp; run: (shop: PayPalShop, fail: () => void) => Promise<unknown> }

/** Calls whose response may be lost: money is requested, taken, authorized, captured and refunded. */
const faultPoints: Record<string, FaultPoint> = {
  'an order is created': {
    call: /^POST \/v2\/checkout\/orders$/,
    run: async (shop, fail) => {
      fail()
      await shop.pay()
      const last = shop.account.orders.get(shop.lastOrder())
      if (last && last.status !== 'COMPLETED') approveLast(shop)
    },
  },
  'an approved order is captured': {
    call: /^POST \/v2\/checkout\/orders\/\w+\/capture$/,
    run: async (shop, fail) => {
      await shop.pay()
      approveLast(shop)
      fail()
      await shop.later(21_000)
    },
  },
  'an approved order is authorized': {
    call: /^POST \/v2\/checkout\/orders\/\w+\/authorize$/,
    run: async (shop, fail) => {
      const { id } = await shop.pay({ captureMethod: 'manual' })
      approveLast(shop)
      fail()
      for (let tries = 0; tries < 5; tries++) await shop.later(61_000)
      shop.paypal.recover()
      return shop.shop.rest('POST', `/api/transactions/${id}/capture`, { amount: '7.00' })
    },
  },
  'an authorization is captured': {
    call: /^POST \/v2\/payments\/authorizations\/\w+\/capture$/,
    run: async (shop, fail) => {
      const id = await paidOf(shop, 'authorized', { captureMethod: 'manual' })
      fail()
      return shop.shop.rest('POST', `/api/transactions/${id}/capture`, { amount: '7.00' })
    },
  },
  'money is refunded': {
    call: /^POST \/v2\/payments\/captures\/\w+\/refund$/,
    run: async (shop, fail) => {
      const id = await paidOf(shop, 'succeeded')
      fail()
      return shop.shop.rest('POST', `/api/transactions/${id}/refunds`, { amount: '3.00' })
    },
  },
}

/** Returns the money that our rows contain, and the number of pending rows. */
async function sumsStored({ app }: PayPalShop) {
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

/** Waits until every lost outcome is known. */
async function settleAll(shop: PayPalShop) {
  for (let minutes = 0; minutes < 5; minutes++) {
    if ((await sumsStored(shop)).open === 0) return
    await shop.later(61_000)
  }
}

test.each(Object.entries(faultPoints))(
  'a loss when %s never makes our rows differ from the money that moved',
  { timeout: 600_000 * ROUNDS },
  async (_, { call, run }) => {
    await using shop = await createPayPalShop({ processorTimeoutMs: 300 })
    for (const { kind, when } of Array.from({ length: ROUNDS }, () => FAULTS).flat()) {
      await run(shop, () => shop.paypal.fail({ kind, when, call }))
      shop.paypal.recover()
      await settleAll(shop)

      const { open, ...sums } = await sumsStored(shop)
      expect([kind, when, open, sums]).toEqual([kind, when, 0, shop.paypal.movedBy(shop.account)])
    }
    expect((await runLedgerCheck(shop.app.world)).findings).toEqual([])
    // Every call was made, so that each fault met one.
    expect(shop.paypal.calls.filter((each) => call.test(each.call)).length).toBeGreaterThanOrEqual(
      FAULTS.length * ROUNDS,
    )
  },
)

test('an approval is taken once by many inquiries at the same time', async () => {
  await using shop = await createPayPalShop()
  const { id, next } = await shop.pay()
  approveLast(shop)
  shop.paypal.fail({ kind: 'slow', when: 'before', call: /\/capture$/ })
  const path = new URL(next.url).pathname

  await Promise.all([
    shop.app.settle(),
    shop.later(21_000),
    shop.app.rest({ method: 'GET', url: `${path}/back` }),
    shop.ada.api.transactions.ask.mutate({ id }),
    shop.ada.api.transactions.ask.mutate({ id }),
  ])
  await shop.later(61_000)

  expect(await shop.read(id)).toMatchObject({ status: 'success' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a cancellation and an approval that meet have one outcome, and it is PayPal’s', async () => {
  await using shop = await createPayPalShop()
  const { id } = await shop.pay()
  approveLast(shop)
  shop.paypal.fail({ kind: 'slow', when: 'before', call: /\/capture$/ })

  const taking = shop.later(21_000)
  await expect
    .poll(() => shop.paypal.calls.some(({ call }) => call.endsWith('/capture')))
    .toBe(true)
  await shop.shop.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
  await taking
  await shop.later(61_000)

  const { captured } = shop.paypal.movedBy(shop.account)
  expect(await shop.read(id)).toMatchObject({ status: captured > 0 ? 'success' : 'failed' })
  expect(captured).toBe(0)
})
