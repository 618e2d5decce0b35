import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sendDueResponses } from '#server/features/disputes/responses/send-responses.ts'
import { putFile } from '../support/evidence-files.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import type { DisputeChange } from '../support/paypal/disputes.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import { pdf } from '../support/pdf.ts'
import { png } from '../support/pictures.ts'

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

async function pollLater(shop: PayPalShop, ms = TEN_MINUTES_MS): Promise<void> {
  await shop.later(ms)
  await shop.poll()
}

/** Takes a payment that is disputed at PayPal, and returns its dispute here and PayPal's id of it. */
async function disputed(shop: PayPalShop, change: DisputeChange = {}) {
  await shop.payApproved()
  const { dispute_id: ref } = shop.paypal.dispute(shop.account, shop.lastCapture(), change)
  await pollLater(shop)
  const [dispute] = (await shop.ada.api.disputes.list.query()).data
  if (!dispute) throw new Error('the payment is not disputed')
  return { dispute, ref }
}

const draft = (shop: PayPalShop, id: string, fields: Record<string, string>) =>
  shop.ada.api.disputes.saveEvidence.mutate({ id, version: 0, fields })

const readDispute = (shop: PayPalShop, id: string) => shop.ada.api.disputes.get.query({ id })

/** Returns the calls with which responses reached PayPal. */
const responsesTo = ({ paypal }: PayPalShop) =>
  paypal.calls
    .filter(({ call }) => /^POST .*\/disputes\/PP-/.test(call))
    .map(({ call, status }) => [call.split('/').at(-1), status])

const sentTo = ({ account }: PayPalShop, ref: string) => account.disputes.get(ref)?.evidences ?? []

test('evidence for a claim reaches PayPal once, by its types, and wins', async () => {
  await using shop = await createPayPalShop()
  const { dispute, ref } = await disputed(shop)
  expect(await readDispute(shop, dispute.id)).toMatchObject({
    state: 'needs_response',
    canAnswer: true,
    canAccept: true,
    form: { slots: expect.arrayContaining(['shippingProof']) },
  })
  await draft(shop, dispute.id, {
    explanation: 'It was delivered: winning_evidence',
    shippingCarrier: 'Poste Italiane',
    trackingNumber: 'XX1',
    productDescription: 'A lamp',
  })

  const sent = await shop.ada.api.disputes.submit.mutate({ id: dispute.id, version: 1 })

  expect(sent.submittedAt).not.toBeNull()
  expect(responsesTo(shop)).toEqual([['provide-evidence', 200]])
  expect(
    sentTo(shop, ref).map(({ evidence_type: type, notes, evidence_info: info }) => [
      type,
      notes ?? info,
    ]),
  ).toEqual([
    [
      'PROOF_OF_FULFILLMENT',
      {
        tracking_info: [
          { carrier_name: 'OTHER', carrier_name_other: 'Poste Italiane', tracking_number: 'XX1' },
        ],
      },
    ],
    [
      'OTHER',
      `Reference: ${dispute.id}\n\nExplanation: It was delivered: winning_evidence\n\nCarrier: Poste Italiane\n\nTracking number: XX1`,
    ],
    ['ITEM_DESCRIPTION', 'Product or service: A lamp'],
  ])
  await pollLater(shop, DAY_MS + TEN_MINUTES_MS)
  await shop.ada.signIn()
  expect(await readDispute(shop, dispute.id)).toMatchObject({ state: 'won', withdrawn: '0.00' })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('files reach PayPal as they are, named by their evidence, and once', async () => {
  await using shop = await createPayPalShop()
  const { dispute, ref } = await disputed(shop)
  const { id } = dispute
  await draft(shop, id, { explanation: 'Consegnata è' })
  const [first, second] = [pdf(), png()]
  const name = 'Bolla "n. 1" è.pdf'
  await putFile(shop.app, shop.ada, { id, slot: 'shippingProof', version: 1, name, content: first })
  const picture = { slot: 'other', type: 'image/png', content: second }
  await putFile(shop.app, shop.ada, { id, version: 2, name: 'foto.png', ...picture })
  const files = (await readDispute(shop, id)).evidence?.files
  shop.paypal.fail({ kind: 'reset', when: 'after', call: /provide-evidence/ })

  await shop.ada.rest('POST', `/api/disputes/${id}/submit`, {})
  shop.app.clock.advance(60_000)
  await sendDueResponses(shop.app.world)

  expect(responsesTo(shop).map(([action]) => action)).toEqual(['provide-evidence'])
  const documents = sentTo(shop, ref).flatMap((evidence) =>
    (evidence.documents ?? []).map(({ name: sent, bytes = Buffer.alloc(0) }) => [
      evidence.notes,
      sent,
      createHash('sha256').update(bytes).digest('hex'),
    ]),
  )
  const hashOf = (slot: string) => files?.find((file) => file.slot === slot)?.sha256
  expect(documents).toEqual([
    ['Other document', 'other-foto.png', hashOf('other')],
    ['Proof of delivery', 'shippingProof-Bolla_n._1_e_.pdf', hashOf('shippingProof')],
  ])
  expect(sentTo(shop, ref)[0]?.notes).toContain('Consegnata è')
  expect((await readDispute(shop, id)).submittedAt).not.toBeNull()
})

test('a long text continues in further notes, and nothing of it is lost', async () => {
  await using shop = await createPayPalShop()
  const { dispute, ref } = await disputed(shop)
  const explanation = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ')
  await draft(shop, dispute.id, { explanation })

  await shop.ada.api.disputes.submit.mutate({ id: dispute.id })

  const notes = sentTo(shop, ref).map((evidence) => evidence.notes ?? '')
  expect(notes.length).toBeGreaterThan(3)
  expect(notes.join(' ')).toBe(`Reference: ${dispute.id}\n\nExplanation: ${explanation}`)
})

test.each(['before', 'after'] as const)(
  'evidence whose response is lost %s it arrived is at PayPal once',
  async (when) => {
    await using shop = await createPayPalShop()
    const { dispute, ref } = await disputed(shop)
    await draft(shop, dispute.id, { explanation: 'losing_evidence' })
    shop.paypal.fail({ kind: '500', when, call: /provide-evidence/ })

    const first = await shop.ada.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
    expect(first.json()).toMatchObject({ status: 503, reason: 'processor_unavailable' })
    shop.app.clock.advance(60_000)
    await sendDueResponses(shop.app.world)
    await sendDueResponses(shop.app.world)

    expect(sentTo(shop, ref)).toHaveLength(1)
    const { submittedAt, events } = await readDispute(shop, dispute.id)
    expect(submittedAt).not.toBeNull()
    expect(events.filter(({ type }) => type === 'submitted')).toHaveLength(1)
  },
)

test('an inquiry is answered by one message; the claim that follows takes evidence of its own', async () => {
  await using shop = await createPayPalShop()
  const { dispute, ref } = await disputed(shop, { dispute_life_cycle_stage: 'INQUIRY' })
  expect(dispute).toMatchObject({ state: 'inquiry', withdrawn: '0.00' })
  await draft(shop, dispute.id, { explanation: 'It is on its way' })
  // PayPal takes files for a claim only.
  expect((await readDispute(shop, dispute.id)).form.slots).toEqual([])
  await putFile(shop.app, shop.ada, { id: dispute.id, version: 1 })
  const withFile = await shop.ada.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  expect(withFile.json().detail).toContain('PayPal takes only for a claim')
  await shop.ada.rest('DELETE', `/api/disputes/${dispute.id}/files/receipt?version=2`)

  await shop.ada.api.disputes.submit.mutate({ id: dispute.id })

  expect(responsesTo(shop)).toEqual([['send-message', 200]])
  expect(shop.account.disputes.get(ref)?.messages?.map(({ content }) => content)).toEqual([
    `Explanation: It is on its way\n\nReference: ${dispute.id}`,
  ])
  await pollLater(shop)
  expect(await readDispute(shop, dispute.id)).toMatchObject({ canAnswer: false })
  shop.paypal.dispute(shop.account, shop.lastCapture(), {
    status: 'WAITING_FOR_SELLER_RESPONSE',
    dispute_life_cycle_stage: 'CHARGEBACK',
  })
  await pollLater(shop)
  expect(await readDispute(shop, dispute.id)).toMatchObject({
    state: 'needs_response',
    submittedAt: null,
    canAnswer: true,
  })
  await shop.ada.api.disputes.submit.mutate({ id: dispute.id })
  expect(responsesTo(shop).map(([action]) => action)).toEqual(['send-message', 'provide-evidence'])
  expect(sentTo(shop, ref)).toHaveLength(1)
})

test('an answer that PayPal would not get in full is refused before anything is sent', async () => {
  await using shop = await createPayPalShop()
  const { dispute } = await disputed(shop, { dispute_life_cycle_stage: 'INQUIRY' })
  await draft(shop, dispute.id, { explanation: 'x'.repeat(2000) })

  const refused = await shop.ada.rest('POST', `/api/disputes/${dispute.id}/submit`, {})

  expect(refused.json()).toMatchObject({ status: 400 })
  expect(refused.json().detail).toContain('at most 2000 characters')
  expect(responsesTo(shop)).toEqual([])
  expect(await readDispute(shop, dispute.id)).toMatchObject({ canAnswer: true, submittedAt: null })
})

test('an accepted claim is lost, also when the response is lost, and takes no evidence', async () => {
  await using shop = await createPayPalShop()
  const { dispute, ref } = await disputed(shop)
  shop.paypal.fail({ kind: 'reset', when: 'after', call: /accept-claim/ })

  const first = await shop.ada.rest('POST', `/api/disputes/${dispute.id}/accept`, {})
  expect(first.json()).toMatchObject({ status: 503 })
  shop.app.clock.advance(60_000)
  await sendDueResponses(shop.app.world)
  await pollLater(shop)

  expect(responsesTo(shop).map(([action]) => action)).toEqual(['accept-claim'])
  expect(shop.account.disputes.get(ref)?.status).toBe('RESOLVED')
  const lost = await readDispute(shop, dispute.id)
  expect(lost).toMatchObject({ state: 'lost', canAnswer: false, canAccept: false })
  expect(lost.acceptedAt).not.toBeNull()
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a claim that PayPal has decided meanwhile refuses the answer, which is not sent', async () => {
  await using shop = await createPayPalShop()
  const { dispute } = await disputed(shop)
  await draft(shop, dispute.id, { explanation: 'late' })
  shop.paypal.dispute(shop.account, shop.lastCapture(), {
    status: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
  })

  const refused = await shop.ada.rest('POST', `/api/disputes/${dispute.id}/submit`, {})

  expect(refused.json()).toMatchObject({ status: 409, reason: 'dispute_not_answerable' })
  expect(responsesTo(shop)).toEqual([])
})
