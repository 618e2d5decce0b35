import type { Stripe } from 'stripe'
import type {
  DisputeEvidence,
  DisputeResponses,
  ProcessorDispute,
  ResponseProgress,
} from '#server/core/ports/processor.ts'
import type { EvidenceField, EvidenceSlot } from '#server/shared/disputes/evidence-fields.ts'
import { payerDetailsOf } from './stripe-payer.rules.ts'

type StripeEvidence = Stripe.DisputeUpdateParams.Evidence

/** Names of our fields at Stripe. */
const textNames = {
  explanation: 'uncategorized_text',
  customerName: 'customer_name',
  customerEmail: 'customer_email_address',
  customerIpAddress: 'customer_purchase_ip',
  billingAddress: 'billing_address',
  shippingAddress: 'shipping_address',
  shippingCarrier: 'shipping_carrier',
  trackingNumber: 'shipping_tracking_number',
  shippingDate: 'shipping_date',
  productDescription: 'product_description',
  serviceDate: 'service_date',
  accessLog: 'access_activity_log',
  duplicatePayment: 'duplicate_charge_id',
  duplicateExplanation: 'duplicate_charge_explanation',
  refundPolicy: 'refund_policy_disclosure',
  refundRefusal: 'refund_refusal_explanation',
  cancellationPolicy: 'cancellation_policy_disclosure',
  cancellationRebuttal: 'cancellation_rebuttal',
} as const satisfies Record<EvidenceField, keyof StripeEvidence>

const fileNames = {
  receipt: 'receipt',
  customerCommunication: 'customer_communication',
  customerSignature: 'customer_signature',
  shippingProof: 'shipping_documentation',
  serviceProof: 'service_documentation',
  duplicateProof: 'duplicate_charge_documentation',
  refundPolicyFile: 'refund_policy',
  cancellationPolicyFile: 'cancellation_policy',
  other: 'uncategorized_file',
} as const satisfies Record<EvidenceSlot, keyof StripeEvidence>

type RunWithKey = <T>(
  account: Pick<ProcessorDispute, 'merchantId' | 'accountId'>,
  act: (stripe: Stripe) => Promise<T>,
) => Promise<T>

/** Returns the calls that respond to disputes at Stripe, with idempotency keys derived from the dispute's id. */
export const createStripeResponses = (withKey: RunWithKey): DisputeResponses => ({
  fee: null,
  takesFiles: () => true,
  payerDetails: (dispute) =>
    withKey(dispute, async (stripe) =>
      payerDetailsOf(await stripe.disputes.retrieve(dispute.ref, { expand: ['charge'] })),
    ),
  submit: (dispute, evidence) =>
    withKey(dispute, async (stripe) => {
      const texts = Object.entries(evidence.texts).map(([field, text]) => [
        textNames[field as EvidenceField],
        text,
      ])
      const files = await uploadFiles(stripe, dispute, evidence)
      await stripe.disputes.update(
        dispute.ref,
        { evidence: Object.fromEntries([...texts, ...files]), submit: true },
        { idempotencyKey: keyOf(dispute) },
      )
    }),
  accept: (dispute) =>
    withKey(dispute, async (stripe) => {
      await stripe.disputes.close(dispute.ref, {}, { idempotencyKey: keyOf(dispute, 'accept') })
    }),
  readProgress: (dispute, kind) =>
    withKey(dispute, async (stripe) =>
      progressOf(await stripe.disputes.retrieve(dispute.ref), kind),
    ),
})

/**
 * Returns the idempotency key of a call. For a day, Stripe repeats an error to the same key, so a call after an error
 * has another key. After a call without a response, the key stays the same.
 */
const keyOf = ({ id, responseErrors }: ProcessorDispute, ...parts: (string | number)[]): string =>
  [id, ...parts, ...(responseErrors > 0 ? [`after-${responseErrors}`] : [])].join(':')

/**
 * Uploads the files that Stripe does not have yet, and returns Stripe's ids by field. The idempotency key of an upload
 * makes Stripe return the same id when the process died before it stored the id.
 */
async function uploadFiles(
  stripe: Stripe,
  dispute: ProcessorDispute,
  { files }: DisputeEvidence,
): Promise<[string, string][]> {
  const uploaded: [string, string][] = []
  for (const { slot, name, type, bytes, version, ref, keepRef } of files) {
    const upload = async () => {
      const { id } = await stripe.files.create(
        { purpose: 'dispute_evidence', file: { data: bytes, name, type } },
        { idempotencyKey: keyOf(dispute, slot, version) },
      )
      await keepRef(id)
      return id
    }
    uploaded.push([fileNames[slot], ref ?? (await upload())])
  }
  return uploaded
}

function progressOf(dispute: Stripe.Dispute, kind: 'submit' | 'accept'): ResponseProgress {
  const isWaiting = dispute.status.endsWith('needs_response')
  const hasResponse =
    kind === 'submit'
      ? dispute.evidence_details.submission_count > 0
      : dispute.status === 'lost' || dispute.status === 'warning_closed'
  if (hasResponse) return { status: 'received' }
  return { status: isWaiting ? 'absent' : 'closed' }
}
