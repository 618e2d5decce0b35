import type {
  DisputeEvidence,
  ProcessorDispute,
  ResponseProgress,
} from '#server/core/ports/processor.ts'
import type { EvidenceField, EvidenceSlot } from '#server/shared/disputes/evidence-fields.ts'
import { evidenceFields } from '#server/shared/disputes/evidence-fields.ts'
import type { DisputeDetails } from '../paypal-resources.schema.ts'

/** Maximum length of a note, and of a message, in characters. */
const MAX_NOTE = 2000

/** Headings of our fields in a note. */
const headings = {
  explanation: 'Explanation',
  customerName: 'Customer',
  customerEmail: 'E-mail address of the customer',
  customerIpAddress: 'IP address of the customer',
  billingAddress: 'Billing address',
  shippingAddress: 'Shipping address',
  shippingCarrier: 'Carrier',
  trackingNumber: 'Tracking number',
  shippingDate: 'Shipped on',
  productDescription: 'Product or service',
  serviceDate: 'Service provided on',
  accessLog: 'Access log',
  duplicatePayment: 'The other payment',
  duplicateExplanation: 'Why it is no duplicate',
  refundPolicy: 'Refund policy',
  refundRefusal: 'Why there was no refund',
  cancellationPolicy: 'Cancellation policy',
  cancellationRebuttal: 'Why the cancellation does not count',
} as const satisfies Record<EvidenceField, string>

/** PayPal's types of evidence for our fields; all other fields have the type OTHER. */
const evidenceTypes: Partial<Record<EvidenceField, string>> = {
  productDescription: 'ITEM_DESCRIPTION',
  refundPolicy: 'RETURN_POLICY',
  refundRefusal: 'RETURN_POLICY',
  cancellationPolicy: 'RETURN_POLICY',
}

/** Headings of our slots, as notes of their files. */
const slotHeadings = {
  receipt: 'Receipt',
  customerCommunication: 'Messages with the customer',
  customerSignature: 'Signature of the customer',
  shippingProof: 'Proof of delivery',
  serviceProof: 'Proof of the service',
  duplicateProof: 'Proof that both payments are due',
  refundPolicyFile: 'Refund policy',
  cancellationPolicyFile: 'Cancellation policy',
  other: 'Other document',
} as const satisfies Record<EvidenceSlot, string>

const policies: ReadonlySet<EvidenceSlot> = new Set(['refundPolicyFile', 'cancellationPolicyFile'])

export type PayPalEvidence = {
  evidence_type: string
  notes?: string
  documents?: { name: string }[]
  evidence_info?: { tracking_info: object[] }
}

type Texts = DisputeEvidence['texts']
type File = Pick<DisputeEvidence['files'][number], 'slot' | 'name'>

/**
 * Returns the name of a file at PayPal: different for each slot, and of characters that need no quoting in a header.
 */
export const fileNameOf = ({ slot, name }: File): string =>
  `${slot}-${name.normalize('NFKD').replaceAll(/[^\w.-]+/g, '_')}`

const fileEvidenceOf = (file: File): PayPalEvidence => ({
  evidence_type: policies.has(file.slot) ? 'RETURN_POLICY' : 'OTHER',
  notes: slotHeadings[file.slot],
  documents: [{ name: fileNameOf(file) }],
})

/** Text in the response by which a later read recognises it. */
const markOf = ({ id }: Pick<ProcessorDispute, 'id'>): string => `Reference: ${id}`

function paragraphsOf(texts: Texts, fields: readonly EvidenceField[]): string[] {
  return fields.flatMap((name) => {
    const text = texts[name]
    return text === undefined ? [] : [`${headings[name]}: ${text}`]
  })
}

/**
 * Returns the evidence of a claim. A text that exceeds a note continues in the next one, so that nothing is cut off.
 */
export function evidencesOf(
  dispute: Pick<ProcessorDispute, 'id'>,
  { texts, files }: { texts: Texts; files: readonly File[] },
): PayPalEvidence[] {
  const { trackingNumber, shippingCarrier } = texts
  const fields = evidenceFields.filter((name) => texts[name] !== undefined)
  const types = new Set(['OTHER', ...fields.map((name) => evidenceTypes[name] ?? 'OTHER')])
  const evidences = [...types].flatMap((evidence_type) => {
    const fieldsOfType = fields.filter((name) => (evidenceTypes[name] ?? 'OTHER') === evidence_type)
    const marks = evidence_type === 'OTHER' ? [markOf(dispute)] : []
    const notes = splitText([...marks, ...paragraphsOf(texts, fieldsOfType)].join('\n\n'))
    return notes.map((text): PayPalEvidence => ({ evidence_type, notes: text }))
  })
  evidences.push(...files.map(fileEvidenceOf))
  if (trackingNumber === undefined) return evidences
  // The evidence has the carrier as free text, and PayPal's list names only some carriers: OTHER allows any name.
  const tracking = {
    carrier_name: 'OTHER',
    ...(shippingCarrier !== undefined && { carrier_name_other: shippingCarrier }),
    tracking_number: trackingNumber,
  }
  return [
    { evidence_type: 'PROOF_OF_FULFILLMENT', evidence_info: { tracking_info: [tracking] } },
    ...evidences,
  ]
}

/** Divides a text into notes, between paragraphs or words where possible. */
function splitText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > MAX_NOTE) {
    const head = rest.slice(0, MAX_NOTE)
    const breaks = [head.lastIndexOf('\n'), head.lastIndexOf(' ')]
    const at = breaks.find((index) => index > MAX_NOTE / 2) ?? safeEnd(rest)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** Returns the index at which a note that is too long is cut, so that no surrogate pair is split. */
const safeEnd = (text: string): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(MAX_NOTE - 1)) ? MAX_NOTE - 1 : MAX_NOTE

/** Returns the message that responds to an inquiry. */
export const messageOf = (
  dispute: Pick<ProcessorDispute, 'id'>,
  { texts }: Pick<DisputeEvidence, 'texts'>,
): string => [...paragraphsOf(texts, evidenceFields), markOf(dispute)].join('\n\n')

/** Returns why PayPal would not get the whole response; undefined when it would. */
export function refusalOf(
  dispute: Pick<ProcessorDispute, 'id' | 'isInquiry'>,
  evidence: Pick<DisputeEvidence, 'texts'> & { fileCount: number },
): string | undefined {
  if (dispute.isInquiry && evidence.fileCount > 0) {
    return 'contains files, which PayPal takes only for a claim: remove them, or respond at PayPal'
  }
  if (!dispute.isInquiry || messageOf(dispute, evidence).length <= MAX_NOTE) return undefined
  return `must have at most ${MAX_NOTE} characters with its headings, because it is sent as a message`
}

const waiting: ReadonlySet<string> = new Set(['OPEN', 'WAITING_FOR_SELLER_RESPONSE'])

/**
 * Returns whether PayPal has the response, which our reference shows. A claim that was an inquiry before needs a
 * response of its own.
 */
export function responseProgressOf(
  dispute: ProcessorDispute,
  kind: 'submit' | 'accept',
  details: DisputeDetails,
): ResponseProgress {
  const { status, dispute_life_cycle_stage: stage, dispute_outcome: outcome } = details
  const isWaiting = waiting.has(status)
  if (kind === 'accept') {
    if (status === 'RESOLVED' && outcome?.outcome_code === 'RESOLVED_BUYER_FAVOUR') {
      return { status: 'received' }
    }
    return { status: isWaiting ? 'absent' : 'closed' }
  }
  const mark = markOf(dispute)
  const sent =
    stage === 'INQUIRY'
      ? details.messages.map(({ content }) => content)
      : details.evidences.map(({ notes }) => notes)
  if (sent.some((text) => text?.includes(mark))) return { status: 'received' }
  return { status: isWaiting ? 'absent' : 'closed' }
}
