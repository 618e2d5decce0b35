import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'

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
  ['the new authorization', 'before', REAUTHORIZE],
  ['the new authorization', 'after', REAUTHORIZE],
  ['its capture', 'before', CAPTURE],
  ['its capture', 'after', CAPTURE],
] as const)(
  'a process that dies at %s, %s PayPal acted, captures once in the end',
  async (_, when, call) => {
    await using shop = await createPayPalShop()
    const id = await authorizeBefore(shop, 5)
    shop.paypal.fail({ kind: 'reset', when, call })

    const lost = await capture(shop, id)
    for (const ms of [31_000, 60_000]) await shop.later(ms)

    expect(lost.status).toBe(503)
    expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '12.34' })
    expect(shop.account.authorizations.size).toBe(2)
    expect(shop.account.captures.size).toBe(1)
    expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
)
