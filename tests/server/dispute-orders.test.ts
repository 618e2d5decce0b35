import { expect, test } from 'vitest'
import type { DisputeAtProcessor, RefundsAndDisputes } from '#server/core/ports/processor.ts'
import { recordRefundsAndDisputes } from '#server/features/refunds/from-processor/record-refunds-and-disputes.ts'
import { findTransaction } from '#server/features/transactions/transactions.queries.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import { stripeClientOf } from '../support/stripe/stripe-client.ts'
import { createStripeShop } from '../support/stripe-shop.ts'
import { testApp } from '../support/test-app.ts'

type Step = 'opened' | 'part refunded' | 'rest refunded' | 'closed'

const steps: readonly Step[] = ['opened', 'part refunded', 'rest refunded', 'closed']

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

const AT_MS = Date.parse('2026-03-10T12:00:00.000Z')

const refund = (ref: string, amount: number) => ({
  ref,
  ownId: null,
  amount,
  createdAtMs: AT_MS,
  progress: { status: 'success' } as const,
})

const dispute = (ref: string, status: DisputeAtProcessor['status']): DisputeAtProcessor => ({
  ref,
  kind: 'dispute',
  status,
  amount: 1234,
  reason: 'general',
  category: 'general',
  networkReason: null,
  fee: 1500,
  isRefundable: false,
  evidenceDueMs: AT_MS + 86_400_000,
  openedAtMs: AT_MS,
  hasEvidence: false,
})

/** Returns what a processor reports after these steps, in the order in which its notifications arrive. */
const factsAfter = (
  ref: string,
  done: readonly Step[],
  end: 'won' | 'lost',
): RefundsAndDisputes => {
  const last = done.filter((step) => step === 'opened' || step === 'closed').at(-1)
  return {
    refunds: [
      ...(done.includes('part refunded') ? [refund('re_1', 300)] : []),
      ...(done.includes('rest refunded') ? [refund('re_2', 500)] : []),
    ],
    disputes: last ? [dispute(ref, last === 'opened' ? 'needs_response' : end)] : [],
  }
}

test.each(['won', 'lost'] as const)(
  'every order in which a dispute that is %s and refunds become known ends in the same sums',
  async (end) => {
    await using app = await testApp()
    const alice = await app.person()
    const merchantId = alice.merchant.id
    const results = new Set<string>()

    for (const order of ordersOf(steps)) {
      const { id } = await alice.api.transactions.create.mutate(payment({ amount: '12.34' }))
      const row = await findTransaction(app.db, { merchantId, key: id })
      if (!row) throw new Error('the payment is not there')
      for (const at of order.keys()) {
        await recordRefundsAndDisputes(app.world, row, factsAfter(id, order.slice(0, at + 1), end))
      }
      await recordRefundsAndDisputes(app.world, row, factsAfter(id, ['opened', ...steps], end))
      const { amounts } = await alice.api.refunds.ofPayment.query({ id })
      results.add(JSON.stringify(amounts))
    }

    expect([...results].map((text) => JSON.parse(text))).toEqual([sumsAfter(end)])
    expect(await ledgerFindings(app)).toEqual([])
  },
)

const sumsAfter = (end: 'won' | 'lost') => ({
  authorized: null,
  captured: '12.34',
  refunding: '0.00',
  refunded: '8.00',
  disputed: end === 'lost' ? '4.34' : '0.00',
  remaining: end === 'lost' ? '0.00' : '4.34',
})

const TEN_MINUTES_MS = 600_000

/** Polls a processor later. None of these shops has a webhook, so no notification ever arrives. */
async function pollLater({ later, poll }: Pick<PayPalShop, 'later' | 'poll'>): Promise<void> {
  await later(TEN_MINUTES_MS)
  await poll()
}

const ways = ['after each step', 'at the end', 'without events'] as const

/** Disputes a payment, refunds parts of it and ends the dispute, all at PayPal, which is polled in one of the ways. */
async function disputeAtPayPal(shop: PayPalShop, end: 'won' | 'lost', way: (typeof ways)[number]) {
  const { paypal, account } = shop
  const id = await shop.payApproved()
  const capture = shop.lastCapture()
  const outcome_code = end === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'
  const changes = [
    () => paypal.dispute(account, capture),
    () => paypal.refundAtPayPal(account, capture, '3.00'),
    () => paypal.refundAtPayPal(account, capture, '5.00'),
    () =>
      paypal.dispute(account, capture, { status: 'RESOLVED', dispute_outcome: { outcome_code } }),
  ]
  for (const change of changes) {
    change()
    // PayPal records no events for an app that never had a webhook.
    if (way === 'without events') paypal.forgetEvents(account)
    if (way === 'after each step') await pollLater(shop)
  }
  await pollLater(shop)
  return (await shop.ada.api.refunds.ofPayment.query({ id })).amounts
}

test.each(['won', 'lost'] as const)(
  'PayPal’s dispute that is %s has the same sums however it is polled',
  async (end) => {
    await using shop = await createPayPalShop()

    for (const way of ways) {
      expect([way, await disputeAtPayPal(shop, end, way)]).toEqual([way, sumsAfter(end)])
    }

    expect(await shop.app.count('disputes')).toBe(ways.length)
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
)

test.each(['won', 'lost'] as const)(
  'Stripe’s dispute that is %s has the same sums when it is polled after its end',
  async (end) => {
    await using shop = await createStripeShop()
    const { account, stripe } = shop
    const order = payment({ currency: 'EUR', paymentToken: 'pm_card_createDispute' })
    const { id } = (await shop.shop.rest('POST', '/api/transactions', order)).json()
    const person = stripeClientOf(stripe, account.key)
    const [intent = ''] = account.intents.keys()
    for (const amount of [300, 500]) await person.refunds.create({ payment_intent: intent, amount })
    stripe.advance(TEN_MINUTES_MS)
    const [dispute = ''] = account.disputes.keys()
    const uncategorized_text = end === 'won' ? 'winning_evidence' : 'losing_evidence'
    await person.disputes.update(dispute, { evidence: { uncategorized_text }, submit: true })

    await pollLater(shop)

    expect(account.disputes.get(dispute)?.status).toBe(end)
    expect((await shop.ada.api.refunds.ofPayment.query({ id })).amounts).toEqual(sumsAfter(end))
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
)
