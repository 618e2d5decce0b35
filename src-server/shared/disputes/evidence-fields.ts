/** Fields of evidence, in the order of the form. Each reason of a dispute has some of them. */
export const evidenceFields = [
  'explanation',
  'customerName',
  'customerEmail',
  'customerIpAddress',
  'billingAddress',
  'shippingAddress',
  'shippingCarrier',
  'trackingNumber',
  'shippingDate',
  'productDescription',
  'serviceDate',
  'accessLog',
  'duplicatePayment',
  'duplicateExplanation',
  'refundPolicy',
  'refundRefusal',
  'cancellationPolicy',
  'cancellationRebuttal',
] as const
export type EvidenceField = (typeof evidenceFields)[number]

/** Slots for the files of evidence: one file each. */
export const evidenceSlots = [
  'receipt',
  'customerCommunication',
  'customerSignature',
  'shippingProof',
  'serviceProof',
  'duplicateProof',
  'refundPolicyFile',
  'cancellationPolicyFile',
  'other',
] as const
export type EvidenceSlot = (typeof evidenceSlots)[number]

export const evidenceFileTypes = ['image/png', 'image/jpeg', 'application/pdf'] as const
export type EvidenceFileType = (typeof evidenceFileTypes)[number]

/** Maximum total length of all fields of the evidence, in characters: banks refuse more. */
export const MAX_EVIDENCE_CHARACTERS = 150_000
/** Largest file, and the largest sum of all files of the evidence, in bytes. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024
export const MAX_FILES_BYTES = 10 * 1024 * 1024
