import { expect, test } from 'vitest'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

test('an owner sets limits, staff read them, and refunds above them wait', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const NO_LIMITS = { currency: 'USD', staffRefundLimit: null, staffRefundDayLimit: null }
  expect(await bob.api.merchant.refundLimits.query()).toEqual(NO_LIMITS)

  const changed = await alice.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '20.5' })
  const more = await alice.api.merchant.changeRefundLimits.mutate({ staffRefundDayLimit: '30' })

  expect(changed).toEqual({ ...NO_LIMITS, staffRefundLimit: '20.50' })
  expect(more).toEqual({ ...NO_LIMITS, staffRefundLimit: '20.50', staffRefundDayLimit: '30.00' })
  expect(await bob.api.merchant.refundLimits.query()).toEqual(more)
  const { id } = await alice.api.transactions.create.mutate(payment({ amount: '100.00' }))
  const refund = async (amount: string) =>
    (await bob.api.refunds.create.mutate({ id, amount })).status
  expect(await refund('20.50')).toBe('success')
  expect(await refund('20.51')).toBe('pending')
  const open = await alice.api.merchant.changeRefundLimits.mutate({
    staffRefundLimit: null,
    staffRefundDayLimit: null,
  })
  expect(open).toEqual(NO_LIMITS)
  expect(await refund('50.00')).toBe('success')
})

test('a change of the limits is recorded with the former ones', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '5' })

  const noted = await auditEntriesOf(app, () =>
    alice.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '7.00' }),
  )

  expect(noted).toMatchObject([
    {
      action: 'merchant.updated',
      actor: `user:${alice.id}`,
      before: { staffRefundLimit: '5.00' },
      after: { staffRefundLimit: '7.00' },
    },
  ])
})

test('staff, keys and strangers set no limits, and bad ones change nothing', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const bob = await createTeamMember(app, alice)
  const change = { staffRefundLimit: '5.00' }

  await expect(bob.api.merchant.changeRefundLimits.mutate(change)).rejects.toMatchObject({
    data: { reason: 'owner_only' },
  })
  await mallory.api.merchant.changeRefundLimits.mutate(change)
  for (const bad of [{ staffRefundLimit: '0' }, { staffRefundDayLimit: '-1' }, { limit: '1' }]) {
    await expect(
      alice.api.merchant.changeRefundLimits.mutate(bad as typeof change),
    ).rejects.toMatchObject({ data: { code: 'invalid' } })
  }

  const limits = await alice.api.merchant.refundLimits.query()
  expect([limits.staffRefundLimit, limits.staffRefundDayLimit]).toEqual([null, null])
})

test('the merchant’s response has only the keys of version 1, in both APIs', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  await alice.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '5.00' })

  const byKey = (await shop.rest('GET', '/api/merchants')).json()

  expect(Object.keys(byKey)).not.toContain('staffRefunds')
  expect(await alice.api.merchant.current.query()).toEqual(byKey)
})

test('live mode begins with the limits of test mode', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const limits = { staffRefundLimit: '20.00', staffRefundDayLimit: '30.00' }
  await alice.api.merchant.changeRefundLimits.mutate(limits)

  const { live } = await goLive(app, alice)

  expect(await live.api.merchant.refundLimits.query()).toMatchObject(limits)
})

test('refunds that staff send together do not exceed their daily limit', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  await alice.api.merchant.changeRefundLimits.mutate({ staffRefundDayLimit: '100.00' })
  const payments = await Promise.all(
    Array.from({ length: 10 }, () =>
      alice.api.transactions.create.mutate(payment({ amount: '25.00' })),
    ),
  )

  const refunds = await Promise.all(payments.map(({ id }) => bob.api.refunds.create.mutate({ id })))

  expect(refunds.filter(({ status }) => status === 'success')).toHaveLength(4)
  expect(refunds.filter(({ status }) => status === 'pending')).toHaveLength(6)
})

test('limits stay in the currency in which they were set', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  await alice.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '20.00' })
  await alice.rest('PATCH', '/api/merchant/profile', { currency: 'JPY' })
  const pay = (amount: string, currency: 'USD' | 'JPY') =>
    alice.api.transactions.create.mutate(payment({ amount, currency }))
  const inDollars = await pay('100.00', 'USD')
  const inYen = await pay('2000', 'JPY')

  const small = await bob.api.refunds.create.mutate({ id: inDollars.id, amount: '20.00' })
  const large = await bob.api.refunds.create.mutate({ id: inDollars.id, amount: '20.01' })
  const other = await bob.api.refunds.create.mutate({ id: inYen.id, amount: '20' })
  const dollarLimits = await alice.api.merchant.refundLimits.query()
  const day = await alice.api.merchant.changeRefundLimits.mutate({ staffRefundDayLimit: '30.00' })
  await alice.api.merchant.changeRefundLimits.mutate({
    staffRefundLimit: null,
    staffRefundDayLimit: null,
  })
  const yenLimits = await alice.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '3000' })

  expect([small.status, large.status, other.status]).toEqual(['success', 'pending', 'pending'])
  expect(dollarLimits).toEqual({
    currency: 'USD',
    staffRefundLimit: '20.00',
    staffRefundDayLimit: null,
  })
  expect(day.currency).toBe('USD')
  expect(yenLimits).toMatchObject({ currency: 'JPY', staffRefundLimit: '3000.00' })
})

test('staff release no more of an authorized amount than they may refund', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const authorizePayment = async (amount: string, currency: 'USD' | 'EUR' = 'USD') =>
    (
      await alice.rest('POST', '/api/payments', {
        ...payment({ amount, currency }),
        captureMethod: 'manual',
      })
    ).json().id as string
  const large = await authorizePayment('60.00')
  const before = await bob.rest(
    'POST',
    `/api/transactions/${await authorizePayment('60.00')}/void`,
    {},
  )
  await alice.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '20.00' })
  const small = await authorizePayment('20.00')
  const euros = await authorizePayment('20.00', 'EUR')
  const postAsBob = (path: string, body: object = {}) =>
    bob.rest('POST', `/api/transactions/${path}`, body)

  const refused = [
    await postAsBob(`${large}/void`),
    await postAsBob(`${large}/capture`, { amount: '39.99' }),
    await postAsBob(`${euros}/void`),
    await bob.rest('PUT', `/api/transactions/${large}`, { status: 'failed' }),
  ]
  const stage = (await alice.api.refunds.ofPayment.query({ id: large })).stage
  const allowedResponses = [
    await postAsBob(`${large}/capture`, { amount: '40.00' }),
    await postAsBob(`${small}/void`),
  ]
  const owner = await alice.rest('POST', `/api/transactions/${euros}/void`, {})

  expect(before.status).toBe(200)
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(refused[0]?.json()).toMatchObject({ reason: 'owner_only' })
  expect(stage).toBe('authorized')
  expect(allowedResponses.map(({ status }) => status)).toEqual([200, 200])
  expect(owner.status).toBe(200)
})
