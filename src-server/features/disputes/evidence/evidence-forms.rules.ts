import type { DisputeReason } from '#server/shared/disputes/dispute-reasons.ts'
import type { EvidenceField, EvidenceSlot } from '#server/shared/disputes/evidence-fields.ts'
import type { EvidenceForm } from '../disputes.schema.ts'

type Form = { fields: readonly EvidenceField[]; slots: readonly EvidenceSlot[] }

const person: readonly EvidenceField[] = ['customerName', 'customerEmail']

/**
 * Fields and files that convince a bank, by the reason of the dispute. The explanation comes first, and every form has
 * a slot for any other file.
 */
const forms: Readonly<Record<DisputeReason, Form>> = {
  fraudulent: {
    fields: [
      'explanation',
      ...person,
      'billingAddress',
      'customerIpAddress',
      'shippingAddress',
      'productDescription',
      'accessLog',
    ],
    slots: ['receipt', 'customerCommunication', 'customerSignature', 'shippingProof', 'other'],
  },
  product_not_received: {
    fields: [
      'explanation',
      ...person,
      'shippingAddress',
      'shippingCarrier',
      'trackingNumber',
      'shippingDate',
      'productDescription',
      'serviceDate',
    ],
    slots: ['shippingProof', 'serviceProof', 'customerCommunication', 'receipt', 'other'],
  },
  product_unacceptable: {
    fields: [
      'explanation',
      ...person,
      'productDescription',
      'serviceDate',
      'shippingDate',
      'refundPolicy',
      'refundRefusal',
    ],
    slots: ['serviceProof', 'customerCommunication', 'refundPolicyFile', 'receipt', 'other'],
  },
  duplicate: {
    fields: [
      'explanation',
      ...person,
      'duplicatePayment',
      'duplicateExplanation',
      'productDescription',
    ],
    slots: ['duplicateProof', 'receipt', 'shippingProof', 'serviceProof', 'other'],
  },
  credit_not_processed: {
    fields: ['explanation', ...person, 'refundPolicy', 'refundRefusal', 'productDescription'],
    slots: ['refundPolicyFile', 'customerCommunication', 'receipt', 'other'],
  },
  subscription_canceled: {
    fields: [
      'explanation',
      ...person,
      'cancellationPolicy',
      'cancellationRebuttal',
      'serviceDate',
      'accessLog',
      'productDescription',
    ],
    slots: ['cancellationPolicyFile', 'customerCommunication', 'serviceProof', 'receipt', 'other'],
  },
  general: {
    fields: [
      'explanation',
      ...person,
      'billingAddress',
      'shippingAddress',
      'productDescription',
      'serviceDate',
      'refundPolicy',
      'cancellationPolicy',
    ],
    slots: [
      'receipt',
      'customerCommunication',
      'customerSignature',
      'shippingProof',
      'serviceProof',
      'other',
    ],
  },
}

/** Fields that take several lines. */
const longFields: ReadonlySet<EvidenceField> = new Set([
  'explanation',
  'billingAddress',
  'shippingAddress',
  'productDescription',
  'accessLog',
  'duplicateExplanation',
  'refundPolicy',
  'refundRefusal',
  'cancellationPolicy',
  'cancellationRebuttal',
])

/** Returns the evidence form for disputes with this reason. */
export const evidenceFormOf = (reason: DisputeReason): EvidenceForm => ({
  fields: forms[reason].fields.map((name) => ({ name, isLong: longFields.has(name) })),
  slots: [...forms[reason].slots],
})

/** Returns true when the form of the reason has the field. */
export const hasField = (reason: DisputeReason, name: EvidenceField): boolean =>
  forms[reason].fields.includes(name)

/** Returns true when the form of the reason has the slot. */
export const hasSlot = (reason: DisputeReason, slot: EvidenceSlot): boolean =>
  forms[reason].slots.includes(slot)
