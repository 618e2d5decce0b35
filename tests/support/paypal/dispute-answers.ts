import { actionsOf, changeDispute, findDispute } from './disputes.ts'
import { type Moment, schedule, timeText } from './moment.ts'
import { assertFields, malformed, unprocessable } from './refusal.ts'
import type { Dispute, Evidence } from './resources.ts'

/** Time after which PayPal decides about evidence. */
const REVIEW_MS = 86_400_000
const MAX_NOTE = 2000
/** Types of evidence that this stand-in knows, of those that PayPal lists. */
const EVIDENCE_TYPES = new Set([
  'PROOF_OF_FULFILLMENT',
  'ITEM_DESCRIPTION',
  'RETURN_POLICY',
  'OTHER',
])

function disputeFor(moment: Moment, id: string, action: string): Dispute {
  const dispute = findDispute(moment, id)
  if (!actionsOf(dispute).includes(action))
    throw unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_STATE')
  return dispute
}

function change(moment: Moment, dispute: Dispute, more: Partial<Dispute>): void {
  const capture = dispute.disputed_transactions[0]?.seller_transaction_id ?? ''
  changeDispute(moment, capture, more)
}

const linksOf = ({ links }: Dispute) => ({ links })

/** Takes evidence for a claim, as multipart with the JSON part `input`. Evidence with `winning_evidence` wins. */
export function provideEvidence(moment: Moment, id: string, body: string) {
  const dispute = disputeFor(moment, id, 'provide-evidence')
  const { evidences } = inputOf(body)
  if (!Array.isArray(evidences) || evidences.length === 0) throw malformed('evidences')
  if (evidences.length > 100) throw malformed('too many evidences')
  for (const evidence of evidences) assertEvidence(evidence)
  const date = timeText(moment.nowMs)
  const submitted = evidences.map((evidence) => ({
    ...evidence,
    source: 'SUBMITTED_BY_SELLER' as const,
    date,
  }))
  change(moment, dispute, {
    status: 'UNDER_REVIEW',
    dispute_state: 'UNDER_PAYPAL_REVIEW',
    evidences: [...(dispute.evidences ?? []), ...submitted],
  })
  const wins = submitted.some(({ notes }) => notes?.includes('winning_evidence'))
  schedule(moment, REVIEW_MS, (then) =>
    resolve(then, id, wins ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'),
  )
  return linksOf(dispute)
}

type NewEvidence = Omit<Evidence, 'source' | 'date'>

function assertEvidence(evidence: NewEvidence): void {
  assertFields(evidence, ['evidence_type', 'notes', 'evidence_info'])
  const { evidence_type: type, notes, evidence_info: info } = evidence
  if (!EVIDENCE_TYPES.has(type)) throw malformed(`evidence_type ${type}`)
  if (notes !== undefined && !(notes.length >= 1 && notes.length <= MAX_NOTE))
    throw malformed('notes')
  if (type === 'PROOF_OF_FULFILLMENT' && !info?.tracking_info?.length)
    throw malformed('tracking_info')
}

function inputOf(body: string): { evidences?: NewEvidence[] } {
  const boundary = /^--(\S+)\r\n/.exec(body)?.[1]
  if (boundary === undefined) throw malformed('the body is not multipart')
  const part = body.split(`--${boundary}`).find((each) => each.includes('name="input"'))
  const json = part?.split('\r\n\r\n')[1]
  if (json === undefined) throw malformed('the part input is missing')
  return JSON.parse(json)
}

/** Takes a message to the buyer, which PayPal does only while the dispute is an inquiry. */
export function sendMessage(moment: Moment, id: string, body: { message?: string }) {
  assertFields(body, ['message'])
  const dispute = disputeFor(moment, id, 'send-message')
  const { message = '' } = body
  if (!(message.length >= 1 && message.length <= MAX_NOTE)) throw malformed('message')
  const posted = {
    posted_by: 'SELLER',
    time_posted: timeText(moment.nowMs),
    content: message,
  } as const
  change(moment, dispute, {
    status: 'WAITING_FOR_BUYER_RESPONSE',
    messages: [...(dispute.messages ?? []), posted],
  })
  return linksOf(dispute)
}

/** Takes the seller's acceptance: the buyer gets the money. */
export function acceptClaim(moment: Moment, id: string, body: { note?: string }) {
  assertFields(body, ['note', 'accept_claim_reason', 'accept_claim_type'])
  const dispute = disputeFor(moment, id, 'accept-claim')
  if (!body.note) throw malformed('note')
  resolve(moment, id, 'RESOLVED_BUYER_FAVOUR')
  return linksOf(dispute)
}

function resolve(moment: Moment, id: string, outcome: string): void {
  const dispute = findDispute(moment, id)
  if (dispute.status === 'RESOLVED') return
  change(moment, dispute, {
    status: 'RESOLVED',
    dispute_state: 'RESOLVED',
    dispute_outcome: { outcome_code: outcome },
  })
}
