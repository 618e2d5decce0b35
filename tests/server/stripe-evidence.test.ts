import { expect, test } from 'vitest'
import { sendDueResponses } from '#server/features/disputes/responses/send-responses.ts'
import { type DisputeReason, disputeReasons } from '#server/shared/disputes/dispute-reasons.ts'
import type { EvidenceField, EvidenceSlot } from '#server/shared/disputes/evidence-fields.ts'
import { freshDatabase } from '../support/database.ts'
import { putFile } from '../support/evidence-files.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { pdf } from '../support/pdf.ts'
import { png } from '../support/pictures.ts'
import { runJobInProcess } from '../support/run-job.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const TEN_MINUTES_MS = 600_000
const KILL_MS = 120_000

/** Takes a payment that is disputed at Stripe, and returns its dispute here and there. */
async function disputed(shop: StripeShop, paymentToken = 'pm_card_createDispute') {
  await shop.shop.rest('POST', '/api/transactions', payment({ currency: 'EUR', paymentToken }))
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()
  const [dispute] = (await shop.ada.api.disputes.list.query()).data
  const [atStripe] = shop.account.disputes.values()
  if (!dispute || !atStripe) throw new Error('the payment is not disputed')
  // The tests count the calls that send evidence, not the calls that tested the key.
  shop.stripe.calls.length = 0
  return { id: dispute.id, atStripe }
}

/** The fields of each form at Stripe: texts, then files. */
const person = ['customer_name', 'customer_email_address']
const fieldsAtStripe: Record<DisputeReason, readonly [string[], string[]]> = {
  fraudulent: [
    [
      ...person,
      'access_activity_log',
      'billing_address',
      'customer_purchase_ip',
      'product_description',
      'shipping_address',
      'uncategorized_text',
    ],
    [
      'customer_communication',
      'customer_signature',
      'receipt',
      'shipping_documentation',
      'uncategorized_file',
    ],
  ],
  product_not_received: [
    [
      ...person,
      'product_description',
      'service_date',
      'shipping_address',
      'shipping_carrier',
      'shipping_date',
      'shipping_tracking_number',
      'uncategorized_text',
    ],
    [
      'customer_communication',
      'receipt',
      'service_documentation',
      'shipping_documentation',
      'uncategorized_file',
    ],
  ],
  product_unacceptable: [
    [
      ...person,
      'product_description',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'service_date',
      'shipping_date',
      'uncategorized_text',
    ],
    [
      'customer_communication',
      'receipt',
      'refund_policy',
      'service_documentation',
      'uncategorized_file',
    ],
  ],
  duplicate: [
    [
      ...person,
      'duplicate_charge_explanation',
      'duplicate_charge_id',
      'product_description',
      'uncategorized_text',
    ],
    [
      'duplicate_charge_documentation',
      'receipt',
      'service_documentation',
      'shipping_documentation',
      'uncategorized_file',
    ],
  ],
  credit_not_processed: [
    [
      ...person,
      'product_description',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'uncategorized_text',
    ],
    ['customer_communication', 'receipt', 'refund_policy', 'uncategorized_file'],
  ],
  subscription_canceled: [
    [
      ...person,
      'access_activity_log',
      'cancellation_policy_disclosure',
      'cancellation_rebuttal',
      'product_description',
      'service_date',
      'uncategorized_text',
    ],
    [
      'cancellation_policy',
      'customer_communication',
      'receipt',
      'service_documentation',
      'uncategorized_file',
    ],
  ],
  general: [
    [
      ...person,
      'billing_address',
      'cancellation_policy_disclosure',
      'product_description',
      'refund_policy_disclosure',
      'service_date',
      'shipping_address',
      'uncategorized_text',
    ],
    [
      'customer_communication',
      'customer_signature',
      'receipt',
      'service_documentation',
      'shipping_documentation',
      'uncategorized_file',
    ],
  ],
}

/** Fills every field and slot of a dispute's form, each with its own content. */
async function fillForm(shop: StripeShop, id: string): Promise<number> {
  const { form } = await shop.ada.api.disputes.get.query({ id })
  const texts = form.fields.map(({ name }): [EvidenceField, string] => [name, `Text of ${name}`])
  await shop.ada.api.disputes.saveEvidence.mutate({
    id,
    version: 0,
    fields: Object.fromEntries(texts),
  })
  let version = 1
  for (const slot of form.slots) {
    const content = pdf({ more: [`(${slot})`] })
    const { status } = await putFile(shop.app, shop.ada, { id, slot, version, content })
    expect(status).toBe(200)
    version += 1
  }
  return version
}

const slotOf = (bytes: { filename: string | null }) =>
  (bytes.filename ?? '').replace(/\.pdf$/, '') as EvidenceSlot

test.each(disputeReasons)('the form for %s sends exactly its fields and files', async (reason) => {
  await using shop = await createStripeShop()
  const { id, atStripe } = await disputed(shop)
  await shop.app.db.updateTable('disputes').set({ category: reason }).where('id', '=', id).execute()
  const version = await fillForm(shop, id)

  await shop.ada.api.disputes.submit.mutate({ id, version })

  const [texts, files] = fieldsAtStripe[reason]
  const sent = Object.entries(atStripe.evidence).filter(
    ([name, value]) => name !== 'enhanced_evidence' && value,
  )
  expect(sent.map(([name]) => name).toSorted()).toEqual([...texts, ...files].toSorted())
  const uploads = new Map(sent.filter(([name]) => files.includes(name)))
  expect(new Set(uploads.values()).size).toBe(files.length)
  expect(shop.account.files.size).toBe(files.length)
  expect(slotOf(shop.account.files.get(String(uploads.get('receipt'))) ?? { filename: '' })).toBe(
    'receipt',
  )
  expect(new Set(sent.filter(([name]) => texts.includes(name)).map(([, text]) => text)).size).toBe(
    texts.length,
  )
  expect(atStripe.evidence_details.submission_count).toBe(1)
})

const callsTo = ({ stripe }: StripeShop, path: RegExp) =>
  stripe.calls.filter(({ call }) => path.test(call)).map(({ key }) => key)

const UPDATE = /^POST \/v1\/disputes\//
const UPLOAD = /^POST \/v1\/files$/

/** Writes the evidence with two files, and returns its version. */
async function writeEvidence({ app, ada }: StripeShop, id: string): Promise<number> {
  await ada.api.disputes.saveEvidence.mutate({ id, version: 0, fields: { explanation: 'Yes' } })
  await putFile(app, ada, { id, version: 1 })
  const picture = { slot: 'other', type: 'image/png', content: png() }
  await putFile(app, ada, { id, version: 2, ...picture })
  return 3
}

test('addresses and the outcome of 3-D Secure are proposed as Stripe has them, and only then', async () => {
  await using shop = await createStripeShop()
  const { id, atStripe } = await disputed(shop)
  const facts = () => shop.ada.api.disputes.paymentFacts.query({ id })
  const charge = shop.account.charges.get(String(atStripe.charge))
  const card = charge?.payment_method_details?.card
  if (!charge || !card) throw new Error('the charge has no card')
  const none = {
    billingAddress: null,
    shippingAddress: null,
    ipAddress: null,
    shippingCarrier: null,
    trackingNumber: null,
    authentication: null,
  }
  expect(await facts()).toMatchObject({ payer: none, isPartial: false })

  const rome = { line1: 'Via Roma 1', line2: null, postal_code: '00184', city: 'Roma', state: 'RM' }
  charge.billing_details.address = { ...rome, country: 'IT' }
  charge.shipping = {
    name: 'Grace Hopper',
    address: { ...rome, line1: 'Via Po 2', country: 'IT' },
    carrier: 'Poste',
    tracking_number: 'XX1',
  }
  card.three_d_secure = { result: 'authenticated' } as typeof card.three_d_secure
  atStripe.evidence.customer_purchase_ip = '203.0.113.7'
  expect((await facts()).payer).toEqual({
    billingAddress: 'Via Roma 1\n00184 Roma RM\nIT',
    shippingAddress: 'Grace Hopper\nVia Po 2\n00184 Roma RM\nIT',
    ipAddress: '203.0.113.7',
    shippingCarrier: 'Poste',
    trackingNumber: 'XX1',
    authentication: 'authenticated',
  })

  // An outcome that does not support the merchant is left out, and a country alone is not an address.
  card.three_d_secure = { result: 'not_supported' } as typeof card.three_d_secure
  charge.billing_details.address = {
    ...rome,
    line1: null,
    postal_code: null,
    city: null,
    state: null,
    country: 'IT',
  }
  expect((await facts()).payer).toMatchObject({ billingAddress: null, authentication: null })

  shop.stripe.fail({ kind: '500', when: 'before', call: /^GET \/v1\/disputes\//, times: 9 })
  expect(await facts()).toMatchObject({
    payer: null,
    isPartial: true,
    customerName: 'Ada Rossi',
  })
})

test('an error that Stripe repeats for a day does not stop the answer', async () => {
  await using shop = await createStripeShop()
  const { id, atStripe } = await disputed(shop)
  await writeEvidence(shop, id)
  shop.stripe.fail({ kind: 'kept 500', when: 'before', call: UPDATE })

  const first = await shop.ada.rest('POST', `/api/disputes/${id}/submit`, {})
  shop.app.clock.advance(60_000)
  await sendDueResponses(shop.app.world)

  expect(first.json()).toMatchObject({ status: 503, reason: 'processor_unavailable' })
  expect(callsTo(shop, UPDATE)).toEqual([id, `${id}:after-1`])
  expect(callsTo(shop, UPLOAD)).toEqual([`${id}:other:3`, `${id}:receipt:2`])
  expect(atStripe.evidence_details.submission_count).toBe(1)
  expect((await shop.ada.api.disputes.get.query({ id })).submittedAt).not.toBeNull()
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('an upload that Stripe repeats as failed for a day does not stop the answer', async () => {
  await using shop = await createStripeShop()
  const { id, atStripe } = await disputed(shop)
  await writeEvidence(shop, id)
  shop.stripe.fail({ kind: 'kept 500', when: 'before', call: UPLOAD })

  await shop.ada.rest('POST', `/api/disputes/${id}/submit`, {})
  shop.app.clock.advance(60_000)
  await sendDueResponses(shop.app.world)

  expect(callsTo(shop, UPLOAD)).toEqual([
    `${id}:other:3`,
    `${id}:other:3:after-1`,
    `${id}:receipt:2:after-1`,
  ])
  expect(callsTo(shop, UPDATE)).toEqual([`${id}:after-1`])
  expect(atStripe.evidence_details.submission_count).toBe(1)
})

test('a missing permission is named in Stripe’s words, and the answer is sent once it is there', async () => {
  await using shop = await createStripeShop()
  const { id, atStripe } = await disputed(shop)
  await writeEvidence(shop, id)
  shop.account.permissions.files = 'none'

  const { status, body } = await shop.ada.rest('POST', `/api/disputes/${id}/submit`, {})
  const waiting = await shop.ada.api.disputes.unsentResponse.query({ id })

  expect(status).toBe(503)
  expect(JSON.parse(body)).toMatchObject({
    reason: 'processor_key_invalid',
    detail: expect.stringContaining('rak_file_write'),
  })
  expect(waiting).toEqual({
    kind: 'submit',
    processorMessage: expect.stringContaining('rak_file_write'),
  })

  shop.account.permissions.files = 'write'
  shop.account.permissions.disputes = 'read'
  shop.app.clock.advance(600_000)
  await sendDueResponses(shop.app.world)
  expect((await shop.ada.api.disputes.unsentResponse.query({ id }))?.processorMessage).toContain(
    'rak_dispute_write',
  )

  shop.account.permissions.disputes = 'write'
  shop.app.clock.advance(600_000)
  await sendDueResponses(shop.app.world)
  expect(await shop.ada.api.disputes.unsentResponse.query({ id })).toBeNull()
  expect(atStripe.evidence_details.submission_count).toBe(1)
})

test('a call whose outcome is unknown is repeated with the same key', async () => {
  await using shop = await createStripeShop()
  const { id, atStripe } = await disputed(shop)
  await writeEvidence(shop, id)
  shop.stripe.fail({ kind: 'reset', when: 'before', call: UPDATE, times: 2 })

  await shop.ada.rest('POST', `/api/disputes/${id}/submit`, {})
  shop.stripe.recover()
  shop.app.clock.advance(60_000)
  await sendDueResponses(shop.app.world)

  expect(new Set(callsTo(shop, UPDATE))).toEqual(new Set([id]))
  expect(atStripe.evidence_details.submission_count).toBe(1)
})

test('an answer that Stripe refused is changed and sent with another key', async () => {
  await using shop = await createStripeShop()
  const { id, atStripe } = await disputed(shop)
  await writeEvidence(shop, id)
  // Stripe has lost a file, so it refuses the evidence.
  await shop.app.db.updateTable('disputeFiles').set({ processorRef: 'file_lost' }).execute()
  const refused = await shop.ada.rest('POST', `/api/disputes/${id}/submit`, {})

  await putFile(shop.app, shop.ada, { id, version: 3 })
  const picture = { slot: 'other', type: 'image/png', content: png({ width: 40 }) }
  await putFile(shop.app, shop.ada, { id, version: 4, ...picture })
  const sent = await shop.ada.rest('POST', `/api/disputes/${id}/submit`, { version: 5 })

  expect(refused.json()).toMatchObject({ status: 409, reason: 'dispute_not_answerable' })
  expect(sent.status).toBe(200)
  expect(atStripe.evidence_details.submission_count).toBe(1)
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test(
  'a process killed between an upload and its record leaves one upload and one answer',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    await using shop = await createStripeShop({ fresh })
    const { id, atStripe } = await disputed(shop)
    await writeEvidence(shop, id)
    shop.stripe.fail({ kind: 'reset', when: 'before', call: UPLOAD, times: 2 })
    await shop.ada.rest('POST', `/api/disputes/${id}/submit`, {})
    shop.stripe.recover()
    let nowMs = shop.app.clock.now()
    const exits = []

    for (const kill of [
      ['set "?processor_ref', 1],
      ['set "?processor_ref', 2],
      ['set .*"?submitted_at"? =', 1],
    ] as const) {
      nowMs += TEN_MINUTES_MS
      exits.push(await runJobInProcess('answers', fresh.url, nowMs, ...kill, shop.stripe.url))
    }
    nowMs += TEN_MINUTES_MS
    exits.push(await runJobInProcess('answers', fresh.url, nowMs, '', 1, shop.stripe.url))

    expect(exits).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 0])
    expect(shop.account.files.size).toBe(2)
    expect(atStripe.evidence_details.submission_count).toBe(1)
    expect((await shop.ada.api.disputes.get.query({ id })).submittedAt).not.toBeNull()
    expect(await ledgerFindings(shop.app)).toEqual([])
  },
  KILL_MS,
)
