import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import { testApp } from '../support/test-app.ts'

const DAY_MS = 86_400_000
const REAUTHORIZE = /^POST \/v2\/payments\/authorizations\/\w+\/reauthorize$/
const CAPTURE = /^POST \/v2\/payments\/authorizations\/\w+\/capture$/

/** Authorizes 12.34, and lets days pass. Returns the payment's id. */
async function authorizeBefore(shop: PayPalShop, days: number): Promise<string> {
  const id = await shop.payApproved({ captureMethod: 'manual' })
  await shop.later(days * DAY_MS)
  return id
}

const capture = ({ shop }: PayPalShop, id: string, amount = '12.34') =>
  shop.rest('POST', `/api/transactions/${id}/capture`, { amount })

const madeOf = ({ paypal }: PayPalShop, pattern: RegExp) =>
  paypal.calls.filter(({ call, status }) => pattern.test(call) && status === 201)

test.each(['12.34', '5.00'])(
  'a capture of %s after the guarantee authorizes again first, once',
  async (amount) => {
    await using shop = await createPayPalShop()
    const id = await authorizeBefore(shop, 5)
    const [old = ''] = shop.account.authorizations.keys()

    const captured = await capture(shop, id, amount)

    expect([captured.status, captured.json()]).toMatchObject([200, { status: 'success', amount }])
    expect(madeOf(shop, REAUTHORIZE)).toHaveLength(1)
    const [made] = madeOf(shop, CAPTURE)
    expect(made?.call).not.toContain(old)
    const minor = Math.round(Number(amount) * 100)
    expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: minor, refunded: 0 })
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
)

test('a capture within the guarantee does not authorize again', async () => {
  await using shop = await createPayPalShop()
  const id = await authorizeBefore(shop, 2)

  const captured = await capture(shop, id)

  expect(captured.json().status).toBe('success')
  expect(shop.paypal.calls.some(({ call }) => REAUTHORIZE.test(call))).toBe(false)
})

test('money that PayPal does not authorize again is captured from the old authorization', async () => {
  await using shop = await createPayPalShop()
  const id = await authorizeBefore(shop, 5)
  shop.paypal.plan(shop.account, {
    kind: 'reauthorization refused',
    issue: 'REAUTHORIZATION_FAILED',
  })

  const captured = await capture(shop, id)

  expect(captured.json().status).toBe('success')
  expect(shop.account.authorizations.size).toBe(1)
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test.each(['before', 'after'] as const)(
  'a capture that is lost %s PayPal acted, after a refused renewal, is repeated on the same authorization',
  async (when) => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    await using shop = await createPayPalShop({ fresh })
    const { paypal, account } = shop
    await using other = await testApp({ fresh, environment: { PAYPAL_API_URL: paypal.url } })
    const id = await authorizeBefore(shop, 5)
    paypal.plan(account, { kind: 'reauthorization refused', issue: 'REAUTHORIZATION_FAILED' })
    paypal.fail({ kind: 'reset', when, call: CAPTURE })

    const lost = await capture(shop, id)
    const again = await capture(shop, id)
    // Two processes repeat the capture, at the same moment, after the lease of the first call.
    shop.app.clock.advance(31_000)
    other.clock.advance(shop.app.clock.now() - other.clock.now())
    await Promise.all([shop.app, other].map((each) => each.settle()))
    await shop.later(60_000)

    expect([lost.status, again.status]).toEqual([503, 409])
    expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '12.34' })
    expect(account.authorizations.size).toBe(1)
    const captures = paypal.calls.filter(({ call }) => CAPTURE.test(call))
    expect(new Set(captures.map(({ requestId }) => requestId)).size).toBe(1)
    expect(account.captures.size).toBe(1)
    expect(paypal.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
  },
)

test('a refused capture after a new authorization leaves the money authorized', async () => {
  await using shop = await createPayPalShop()
  const id = await authorizeBefore(shop, 5)
  shop.paypal.plan(shop.account, { kind: 'refused', issue: 'AUTHORIZATION_AMOUNT_EXCEEDED' })

  const refused = await capture(shop, id)
  const between = await shop.read(id)
  await shop.later(60_000)

  expect(refused.status).toBe(503)
  expect(between).toMatchObject({ status: 'pending', stage: 'authorized' })
  expect(madeOf(shop, REAUTHORIZE)).toHaveLength(1)
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '12.34' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test.each([
  // The repeated capture takes the old authorization, because it cannot know whether PayPal refused a new one.
  ['the new authorization', 'before', REAUTHORIZE, 1],
  ['the new authorization', 'after', REAUTHORIZE, 2],
  ['its capture', 'before', CAPTURE, 2],
  ['its capture', 'after', CAPTURE, 2],
] as const)(
  'a process that dies at %s, %s PayPal acted, captures once in the end',
  async (_, when, call, authorizations) => {
    await using shop = await createPayPalShop()
    const id = await authorizeBefore(shop, 5)
    shop.paypal.fail({ kind: 'reset', when, call })

    const lost = await capture(shop, id)
    for (const ms of [31_000, 60_000]) await shop.later(ms)

    expect(lost.status).toBe(503)
    expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '12.34' })
    expect(shop.account.authorizations.size).toBe(authorizations)
    expect(shop.account.captures.size).toBe(1)
    expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
)
