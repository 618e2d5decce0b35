import { expect, test } from 'vitest'
import { sendDueResponses } from '#server/features/disputes/responses/send-responses.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const TEN_MINUTES_MS = 600_000

async function pollLater(shop: StripeShop): Promise<void> {
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()
}

/** Takes a payment that is disputed at Stripe, and returns its dispute here and there. */
async function disputed(
  shop: StripeShop,
  paymentToken = 'pm_card_createDisputeProductNotReceived',
) {
  await shop.shop.rest('POST', '/api/transactions', payment({ currency: 'EUR', paymentToken }))
  await pollLater(shop)
  const [dispute] = (await shop.ada.api.disputes.list.query()).data
  const [atStripe] = shop.account.disputes.values()
  if (!dispute || !atStripe) throw new Error('the payment is not disputed')
  return { dispute, atStripe }
}

/** Returns the calls with which responses to disputes reached Stripe. */
const responsesTo = ({ stripe }: StripeShop) =>
  // Without the probe of the permission.
  stripe.calls.filter(({ call }) => /^POST \/v1\/disputes\/(?!dp_none)/.test(call))

test('evidence reaches Stripe once, under its own names, and wins', async () => {
  await using shop = await createStripeShop()
  const { dispute, atStripe } = await disputed(shop)
  const { disputes } = shop.ada.api
  expect(dispute).toMatchObject({
    reason: 'product_not_received',
    networkReason: '13.1',
    state: 'needs_response',
    withdrawn: '12.34',
    fee: '20.00',
  })
  const fields = {
    explanation: 'winning_evidence',
    shippingCarrier: 'Poste',
    trackingNumber: 'XX1',
    shippingAddress: 'Via Roma 1\nRoma',
  }
  await disputes.saveEvidence.mutate({ id: dispute.id, version: 0, fields })

  const sent = await disputes.submit.mutate({ id: dispute.id, version: 1 })

  expect(sent.submittedAt).not.toBeNull()
  expect(responsesTo(shop).map(({ call, key }) => [call, key])).toEqual([
    [`POST /v1/disputes/${atStripe.id}`, dispute.id],
  ])
  expect(
    Object.fromEntries(Object.entries(atStripe.evidence).filter(([, value]) => value)),
  ).toEqual({
    uncategorized_text: 'winning_evidence',
    shipping_carrier: 'Poste',
    shipping_tracking_number: 'XX1',
    shipping_address: 'Via Roma 1\nRoma',
    enhanced_evidence: {},
  })
  expect(atStripe.evidence_details.submission_count).toBe(1)
  await pollLater(shop)
  expect(await disputes.get.query({ id: dispute.id })).toMatchObject({
    state: 'won',
    withdrawn: '0.00',
  })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test.each(['before', 'after'] as const)(
  'evidence whose response is lost %s it arrived is at Stripe once',
  async (when) => {
    await using shop = await createStripeShop()
    const { dispute, atStripe } = await disputed(shop)
    const { saveEvidence } = shop.ada.api.disputes
    const fields = { explanation: 'losing_evidence' }
    await saveEvidence.mutate({ id: dispute.id, version: 0, fields })
    shop.stripe.fail({ kind: '500', when, call: /^POST \/v1\/disputes/ })

    const first = await shop.ada.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
    expect(first.json()).toMatchObject({ status: 503, reason: 'processor_unavailable' })
    shop.app.clock.advance(60_000)
    await sendDueResponses(shop.app.world)
    await sendDueResponses(shop.app.world)

    expect(atStripe.evidence_details.submission_count).toBe(1)
    const { submittedAt, events } = await shop.ada.api.disputes.get.query({ id: dispute.id })
    expect(submittedAt).not.toBeNull()
    expect(events.filter(({ type }) => type === 'submitted')).toHaveLength(1)
    await pollLater(shop)
    expect((await shop.ada.api.disputes.list.query()).data).toMatchObject([{ state: 'lost' }])
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
)

test('an owner accepts a dispute at Stripe, which then takes no answer', async () => {
  await using shop = await createStripeShop()
  const { dispute, atStripe } = await disputed(shop)

  const accepted = await shop.ada.api.disputes.accept.mutate({ id: dispute.id })
  await pollLater(shop)

  expect(accepted.acceptedAt).not.toBeNull()
  expect(atStripe.status).toBe('lost')
  const again = await shop.ada.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  expect(again.json()).toMatchObject({ status: 409, reason: 'dispute_not_answerable' })
  expect((await shop.ada.api.disputes.list.query()).data).toMatchObject([{ state: 'lost' }])
  expect(await ledgerFindings(shop.app)).toEqual([])
})
