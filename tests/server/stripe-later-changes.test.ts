import { expect, test } from 'vitest'
import { readDueRefundsAndDisputes } from '#server/features/refunds/from-processor/read-refunds-and-disputes.ts'
import { recordRefundsAndDisputes } from '#server/features/refunds/from-processor/record-refunds-and-disputes.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createRecordingMailer } from '../support/link-shop.ts'
import { payment } from '../support/make.ts'
import { runImport } from '../support/past-shop.ts'
import { stripeClientOf } from '../support/stripe/stripe-client.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'
import { createTeamMember } from '../support/team.ts'

const V2 = { 'api-version': 'v2' }
const TEN_MINUTES_MS = 600_000

const pay = async ({ shop }: StripeShop, paymentToken = 'pm_card_visa', more: object = {}) =>
  (
    await shop.rest(
      'POST',
      '/api/transactions',
      payment({ amount: '12.34', currency: 'EUR', paymentToken, ...more }),
      V2,
    )
  ).json()

const read = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json()

const refundsOf = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/refunds?transactionId=${id}`)).json()

const moneyOf = ({ ada }: StripeShop, id: string) => ada.api.refunds.ofPayment.query({ id })

const intentOf = ({ account }: StripeShop, at = 0): string => [...account.intents.keys()][at] ?? ''

/** Returns a client that acts as a person in Stripe's own dashboard. */
const stripeOf = ({ stripe, account }: StripeShop) => stripeClientOf(stripe, account.key)

/** Advances the clock by ten minutes, after which every earlier event of Stripe is known. */
async function pollLater(shop: StripeShop): Promise<void> {
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()
}

test('a refund made in Stripe’s dashboard is recorded on the payment, once', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop)
  const made = await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 400 })

  await pollLater(shop)
  await pollLater(shop)

  expect(await refundsOf(shop, id)).toMatchObject([
    { amount: '4.00', currency: 'EUR', status: 'success', reason: 'other' },
  ])
  expect(await read(shop, id)).toMatchObject({
    refundState: 'partial',
    amounts: { refunded: '4.00', refunding: '0.00' },
  })
  const [refund] = (await moneyOf(shop, id)).refunds
  expect(refund?.actor).toBe('processor:stripe')
  const stored = await shop.app.db.selectFrom('refunds').selectAll().execute()
  expect(stored).toMatchObject([{ processorRef: made.id }])

  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop) })
  await pollLater(shop)

  expect(await refundsOf(shop, id)).toHaveLength(2)
  expect((await read(shop, id)).refundState).toBe('full')
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 1234 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

/** Creates a payment of 100.00 and captures this amount; the remainder is released. */
async function capturePayment(shop: StripeShop, amount: string): Promise<string> {
  const { id } = await pay(shop, 'pm_card_visa', { amount: '100.00', captureMethod: 'manual' })
  const response = await shop.ada.rest('POST', `/api/transactions/${id}/capture`, { amount })
  expect([response.status, response.body]).toEqual([200, response.body])
  return id
}

test('the uncaptured part of an authorized amount is not a refund', async () => {
  await using shop = await createStripeShop()
  const id = await capturePayment(shop, '60.00')
  const released = [...shop.account.refunds.values()]
  expect(released).toMatchObject([{ amount: 4000, status: 'succeeded', metadata: {} }])

  await pollLater(shop)

  expect(await refundsOf(shop, id)).toEqual([])
  expect(await read(shop, id)).toMatchObject({
    refundState: 'none',
    amounts: { captured: '60.00', refunded: '0.00' },
  })
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 1000 })
  await shop.ada.rest('POST', `/api/transactions/${id}/refunds`, { amount: '50.00' })
  await pollLater(shop)

  const amounts = (await refundsOf(shop, id)).map(({ amount }: { amount: string }) => amount)
  expect(amounts.toSorted()).toEqual(['10.00', '50.00'])
  expect(await read(shop, id)).toMatchObject({
    refundState: 'full',
    amounts: { captured: '60.00', refunded: '60.00' },
  })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 6000, refunded: 6000 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a dispute is found also when less than half of the payment was captured', async () => {
  await using shop = await createStripeShop()
  const manual = { amount: '100.00', captureMethod: 'manual' }
  const { id } = await pay(shop, 'pm_card_createDispute', manual)
  await shop.ada.rest('POST', `/api/transactions/${id}/capture`, { amount: '30.00' })

  await pollLater(shop)

  expect(await refundsOf(shop, id)).toEqual([])
  expect((await read(shop, id)).amounts).toMatchObject({ captured: '30.00', disputed: '30.00' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a refund of more than its payment is logged, counted and shown, and the others are recorded', async () => {
  await using shop = await createStripeShop()
  const id = await capturePayment(shop, '30.00')
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 500 })
  const strange = shop.account.refunds.get([...shop.account.refunds.keys()].at(-1) ?? '')
  if (!strange) throw new Error('Stripe made no refund')
  shop.account.refunds.set('re_strange', { ...strange, id: 're_strange', amount: 9999 })

  await pollLater(shop)

  expect(await refundsOf(shop, id)).toMatchObject([{ amount: '5.00', status: 'success' }])
  const errorLogs = shop.app.logs.filter(({ msg }) => msg === 'refunds exceed their payment')
  expect(errorLogs).toMatchObject([{ transactionId: id, unfit: ['re_strange'] }])
  const status = (await shop.ada.rest('GET', '/api/environment/status')).json()
  expect(status.database).toMatchObject({
    status: 'warning',
    details: expect.arrayContaining([{ label: 'Payments', value: expect.stringContaining('pi_') }]),
  })
  const metrics = await shop.app.rest({ method: 'GET', url: '/metrics' })
  expect(metrics.body).toMatch(/^incasso_facts_unfit [1-9]/m)

  shop.account.refunds.delete('re_strange')
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 100 })
  await pollLater(shop)

  expect(await refundsOf(shop, id)).toHaveLength(2)
  const after = (await shop.ada.rest('GET', '/api/environment/status')).json()
  expect(after.database.status).toBe('healthy')
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a refund at Stripe that exceeds the payment cancels none that waits for an owner', async () => {
  await using shop = await createStripeShop()
  const bob = await createTeamMember(shop.app, shop.ada)
  await shop.ada.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '1.00' })
  const { id } = await pay(shop)
  const waiting = await bob.api.refunds.create.mutate({ id, amount: '10.00' })
  const { id: strangeId } = await stripeOf(shop).refunds.create({
    payment_intent: intentOf(shop),
    amount: 100,
  })
  const strange = shop.account.refunds.get(strangeId)
  if (!strange) throw new Error('Stripe made no refund')
  strange.amount = 9999

  await pollLater(shop)

  expect(await refundsOf(shop, id)).toMatchObject([{ id: waiting.id, status: 'pending' }])
})

/** Returns recipient and subject of the mails about cancelled refunds. */
const cancellationsOf = ({ app }: StripeShop) =>
  app.db
    .selectFrom('mails')
    .select(['recipient', 'subject'])
    .where('kind', '=', 'refund_cancelled')
    .execute()

test('a waiting refund is cancelled for one made at Stripe, and its author gets a mail', async () => {
  await using shop = await createStripeShop({ mailer: createRecordingMailer().mailer })
  const bob = await createTeamMember(shop.app, shop.ada)
  await shop.ada.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '1.00' })
  const { id } = await pay(shop)
  await bob.api.refunds.create.mutate({ id, amount: '2.00' })
  const waiting = await bob.api.refunds.create.mutate({ id, amount: '10.00' })
  for (const amount of [200, 1000]) {
    await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount })
  }

  await pollLater(shop)

  expect(await refundsOf(shop, id)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: waiting.id,
        status: 'cancelled',
        failureReason: 'refunded_elsewhere',
      }),
      expect.objectContaining({ amount: '2.00', status: 'cancelled' }),
      expect.objectContaining({ amount: '10.00', status: 'success' }),
    ]),
  )
  expect((await read(shop, id)).amounts).toMatchObject({ refunded: '12.00', refunding: '0.00' })
  const mail = { recipient: bob.email, subject: '[Test] One of your refunds was cancelled' }
  expect(await cancellationsOf(shop)).toEqual([mail, mail])
  await expect(shop.ada.api.refunds.approve.mutate({ id: waiting.id })).rejects.toMatchObject({
    data: { reason: 'refund_final' },
  })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a refund that waits for an owner is cancelled when a bank takes the money', async () => {
  await using shop = await createStripeShop({ mailer: createRecordingMailer().mailer })
  const bob = await createTeamMember(shop.app, shop.ada)
  await shop.ada.api.merchant.changeRefundLimits.mutate({ staffRefundLimit: '1.00' })
  const { id } = await pay(shop, 'pm_card_createDispute')
  await bob.api.refunds.create.mutate({ id, amount: '10.00' })
  await bob.api.team.leave.mutate({})

  await pollLater(shop)

  expect(await refundsOf(shop, id)).toMatchObject([{ status: 'cancelled' }])
  expect(await cancellationsOf(shop)).toMatchObject([{ recipient: shop.ada.email }])
  expect((await read(shop, id)).amounts).toMatchObject({ disputed: '12.34', refunding: '0.00' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a refund made at Stripe is not mistaken for our own, nor ours for theirs', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop)
  await shop.shop.rest('POST', `/api/transactions/${id}/refunds`, { amount: '1.00' })
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 200 })

  await pollLater(shop)

  const amounts = (await refundsOf(shop, id)).map(({ amount }: { amount: string }) => amount)
  expect(amounts.toSorted()).toEqual(['1.00', '2.00'])
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 300 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test.each([
  ['pm_card_pendingRefund', 'success', '5.00'],
  ['pm_card_refundFail', 'failed', '0.00'],
])(
  'a refund made at Stripe of %s ends as a %s, when Stripe reports it',
  async (token, status, refunded) => {
    await using shop = await createStripeShop()
    const { id } = await pay(shop, token)
    await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 500 })
    await shop.poll()
    expect(await refundsOf(shop, id)).toMatchObject([
      { status: token === 'pm_card_pendingRefund' ? 'pending' : 'success' },
    ])

    await pollLater(shop)

    expect(await refundsOf(shop, id)).toMatchObject([{ status }])
    expect((await read(shop, id)).amounts).toMatchObject({ refunded, refunding: '0.00' })
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
)

test('a pending refund made at Stripe is polled by its id, and never made again', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop, 'pm_card_pendingRefund')
  const before = shop.stripe.calls.length
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 500 })
  await shop.poll()

  // The server requests no events in between, only the refund itself.
  await shop.later(120_000)

  expect(await refundsOf(shop, id)).toMatchObject([{ status: 'success' }])
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 500 })
  const made = shop.stripe.calls.slice(before).filter(({ call }) => call === 'POST /v1/refunds')
  expect(made).toHaveLength(1)
})

test('a dispute takes the money of the payment, and gives it back when it is won', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop, 'pm_card_createDispute')

  await pollLater(shop)

  expect(await read(shop, id)).toMatchObject({
    status: 'success',
    disputeState: 'needs_response',
    amounts: { captured: '12.34', disputed: '12.34' },
  })
  const money = await moneyOf(shop, id)
  expect(money.disputes).toMatchObject([
    { kind: 'dispute', status: 'needs_response', amount: '12.34', reason: 'fraudulent' },
  ])
  expect(money.disputes[0]?.evidenceDueAt).toMatch(/^2/)
  expect(money.amounts.remaining).toBe('0.00')
  const refused = await shop.shop.rest('POST', `/api/transactions/${id}/refunds`, {})
  expect(refused.json()).toMatchObject({ status: 409, reason: 'payment_disputed' })

  const [dispute] = [...shop.account.disputes.keys()]
  await stripeOf(shop).disputes.update(dispute ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
    submit: true,
  })
  await shop.poll()
  await pollLater(shop)

  expect(await read(shop, id)).toMatchObject({
    disputeState: 'won',
    amounts: { disputed: '0.00' },
  })
  const again = await shop.shop.rest('POST', `/api/transactions/${id}/refunds`, {})
  expect(again.status).toBe(201)
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a won dispute and a later refund of the money are recorded together', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop, 'pm_card_createDispute')
  await pollLater(shop)
  const [dispute] = [...shop.account.disputes.keys()]
  await stripeOf(shop).disputes.update(dispute ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
    submit: true,
  })
  shop.stripe.advance(TEN_MINUTES_MS)
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop) })

  await pollLater(shop)

  expect(await read(shop, id)).toMatchObject({
    disputeState: 'won',
    refundState: 'full',
    amounts: { disputed: '0.00', refunded: '12.34' },
  })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a lost dispute keeps the money, in addition to earlier refunds', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop, 'pm_card_createDisputeProductNotReceived')
  await pollLater(shop)
  const [dispute] = [...shop.account.disputes.keys()]
  await stripeOf(shop).disputes.close(dispute ?? '')

  await pollLater(shop)

  expect(await read(shop, id)).toMatchObject({
    disputeState: 'lost',
    amounts: { disputed: '12.34', refunded: '0.00' },
  })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('an inquiry and a fraud warning are shown and take no money', async () => {
  await using shop = await createStripeShop()
  const inquired = await pay(shop, 'pm_card_createDisputeInquiry')
  const warned = await pay(shop, 'pm_card_createIssuerFraudRecord')

  await pollLater(shop)

  for (const { id } of [inquired, warned]) {
    expect(await read(shop, id)).toMatchObject({
      disputeState: 'warning',
      amounts: { disputed: '0.00' },
    })
  }
  expect((await moneyOf(shop, warned.id)).disputes).toMatchObject([
    { kind: 'fraud_warning', status: 'warning_needs_response', reason: 'misc' },
  ])

  // A refund is the expected response to a fraud warning.
  await shop.shop.rest('POST', `/api/transactions/${warned.id}/refunds`, {})
  await pollLater(shop)
  expect(await read(shop, warned.id)).toMatchObject({ disputeState: 'none', refundState: 'full' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('facts that a key may not read are left out, and the rest are recorded', async () => {
  await using shop = await createStripeShop()
  shop.account.permissions.disputes = 'none'
  shop.account.permissions.early_fraud_warnings = 'none'
  const { id } = await pay(shop, 'pm_card_createDisputeInquiry')
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 100 })

  await pollLater(shop)

  expect(await read(shop, id)).toMatchObject({
    disputeState: 'none',
    amounts: { refunded: '1.00' },
  })
})

test('facts of payments that are not ours are read once', async () => {
  await using shop = await createStripeShop()
  const stripe = stripeOf(shop)
  const { id } = await stripe.paymentIntents.create({ amount: 900, currency: 'eur' })
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_createDispute' })

  await pollLater(shop)
  const callCount = shop.stripe.calls.length
  expect(await readDueRefundsAndDisputes(shop.app.world)).toBe(0)

  expect(shop.stripe.calls).toHaveLength(callCount)
  expect(await shop.app.db.selectFrom('disputes').selectAll().execute()).toEqual([])
})

test('facts stay due while Stripe does not respond, and are read later', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop)
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 100 })
  for (const moment of ['before', 'after'] as const) {
    shop.stripe.fail({ kind: '500', when: moment, call: /^GET \/v1\/refunds/ })
    await pollLater(shop)
    expect(await refundsOf(shop, id)).toEqual([])
    shop.stripe.recover()
  }

  await pollLater(shop)

  expect(await refundsOf(shop, id)).toMatchObject([{ amount: '1.00' }])
})

test('facts that are recorded twice at once, or whose recording breaks off, are stored once', async () => {
  await using shop = await createStripeShop()
  const { id } = await pay(shop)
  const { world, db } = shop.app
  const row = await findTransaction(db, { merchantId: shop.ada.merchant.id, key: id })
  if (!row) throw new Error('the payment is not there')
  const facts = {
    refunds: [
      {
        ref: 're_1',
        ownId: null,
        amount: 300,
        createdAtMs: world.now(),
        progress: { status: 'success' } as const,
      },
    ],
    disputes: [
      {
        ref: 'du_1',
        kind: 'dispute' as const,
        status: 'needs_response' as const,
        amount: 1234,
        reason: 'general',
        category: 'general' as const,
        networkReason: null,
        fee: null,
        isRefundable: false,
        hasEvidence: false,
        evidenceDueMs: null,
        openedAtMs: world.now(),
      },
    ],
  }

  const broken = recordRefundsAndDisputes(world, row, facts, () =>
    Promise.reject(new Error('it breaks off')),
  )
  await expect(broken).rejects.toThrow('it breaks off')
  expect(await refundsOf(shop, id)).toEqual([])
  await Promise.all([
    recordRefundsAndDisputes(world, row, facts),
    recordRefundsAndDisputes(world, row, facts),
  ])

  expect(await refundsOf(shop, id)).toHaveLength(1)
  // A dispute of the full amount takes only the part that was not refunded.
  expect((await read(shop, id)).amounts).toMatchObject({ refunded: '3.00', disputed: '9.34' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a refund made at Stripe for an erased customer contains no name', async () => {
  await using shop = await createStripeShop()
  const { id, customerId } = await pay(shop)
  await stripeOf(shop).refunds.create({ payment_intent: intentOf(shop), amount: 100 })
  await shop.ada.api.customers.erase.mutate({ id: customerId })

  await pollLater(shop)

  const stored = await shop.app.db.selectFrom('refunds').selectAll().execute()
  expect(stored).toHaveLength(1)
  const payer = payment({}).customerEmail
  expect(JSON.stringify(stored)).not.toContain(payer)
  expect(await refundsOf(shop, id)).toMatchObject([{ status: 'success' }])
})

test('changes of a payment before its import are recorded on it, and no notification is sent', async () => {
  await using shop = await createStripeShop()
  const { app, ada, stripe, account } = shop
  const [integration] = await ada.api.integrations.list.query()
  const webhookUrl = 'https://shop.example/hooks'
  await ada.api.integrations.update.mutate({ id: integration?.id ?? '', webhookUrl })
  const pastPayment = { currency: 'eur', amount: 5000, email: 'p@example.com', name: 'P' }
  const atMs = app.clock.now() - 5 * 86_400_000
  stripe.addPast(account, { ...pastPayment, atMs, refunded: 500 })
  stripe.addPast(account, { ...pastPayment, atMs, card: 'pm_card_createDispute' })
  await runImport(shop)

  await readDueRefundsAndDisputes(app.world)

  const payments = await shop.shop.rest('GET', '/api/transactions', undefined, V2)
  expect(
    payments.json().data.map((row: Record<string, unknown>) => [row.refundState, row.disputeState]),
  ).toEqual(
    expect.arrayContaining([
      ['partial', 'none'],
      ['none', 'needs_response'],
    ]),
  )
  const [refund] = (await shop.shop.rest('GET', '/api/refunds')).json()
  // The stand-in refunds an hour after the payment.
  const at = new Date(Math.floor(atMs / 1000) * 1000 + 3_600_000).toISOString()
  expect(refund).toMatchObject({ amount: '5.00', status: 'success', createdAt: at, settledAt: at })
  expect(await app.db.selectFrom('webhookEvents').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('mails').selectAll().execute()).toEqual([])
  expect(await ledgerFindings(app)).toEqual([])
})
