import { actionsOf, changeDispute, findDispute } from './disputes.ts'
import { assertFields, malformed, unprocessable } from './refusal.ts'
import type { Dispute, Evidence } from './resources.ts'
import { type StandInContext, schedule, timeText } from './stand-in-context.ts'

/** Time after which PayPal decides about evidence. */
const REVIEW_MS = 86_400_000
const MAX_NOTE = 2000
/** Types of evidence that this stand-in knows, among the types that PayPal lists. */
const EVIDENCE_TYPES = new Set([
  'PROOF_OF_FULFILLMENT',
  'ITEM_DESCRIPTION',
  'RETURN_POLICY',
  'OTHER',
])

function disputeFor(context: StandInContext, id: string, action: string): Dispute {
  const dispute = findDispute(context, id)
  if (!actionsOf(dispute).includes(action))
    throw unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_STATE')
  return dispute
}

function change(context: StandInContext, dispute: Dispute, more: Partial<Dispute>): void {
  const capture = dispute.disputed_transactions[0]?.seller_transaction_id ?? ''
  changeDispute(context, capture, more)
}

const linksOf = ({ links }: Dispute) => ({ links })

/** Takes evidence for a claim, as multipart with the JSON part `input`. Evidence with `winning_evidence` wins. */
export function provideEvidence(context: StandInContext, id: string, body: string) {
  const dispute = disputeFor(context, id, 'provide-evidence')
  const parts = partsOf(body)
  const { evidences } = inputOf(parts)
  if (!Array.isArray(evidences) || evidences.length === 0) throw malformed('evidences')
  if (evidences.length > 100) throw malformed('too many evidences')
  for (const evidence of evidences) assertEvidence(evidence)
  const files = filesOf(parts)
  assertNamed(evidences, files)
  const date = timeText(context.nowMs)
  const submitted = evidences.map((evidence) => ({
    ...evidence,
    ...(evidence.documents && {
      documents: evidence.documents.map(({ name }) => ({ name, bytes: files.get(name) })),
    }),
    source: 'SUBMITTED_BY_SELLER' as const,
    date,
  }))
  change(context, dispute, {
    status: 'UNDER_REVIEW',
    dispute_state: 'UNDER_PAYPAL_REVIEW',
    evidences: [...(dispute.evidences ?? []), ...submitted],
  })
  const wins = submitted.some(({ notes }) => notes?.includes('winning_evidence'))
  schedule(context, REVIEW_MS, (atDue) =>
    resolve(atDue, id, wins ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'),
  )
  return linksOf(dispute)
}

type NewEvidence = Omit<Evidence, 'source' | 'date'>

function assertEvidence(evidence: NewEvidence): void {
  assertFields(evidence, ['evidence_type', 'notes', 'evidence_info', 'documents'])
  const { evidence_type: type, notes, evidence_info: info } = evidence
  if (!EVIDENCE_TYPES.has(type)) throw malformed(`evidence_type ${type}`)
  if (notes !== undefined && !(notes.length >= 1 && notes.length <= MAX_NOTE))
    throw malformed('notes')
  if (type === 'PROOF_OF_FULFILLMENT' && !info?.tracking_info?.length)
    throw malformed('tracking_info')
}

/** A part of a form; each character of its content is one byte. */
type FormPart = { head: string; content: string }

function partsOf(body: string): FormPart[] {
  const boundary = /^--(\S+)\r\n/.exec(body)?.[1]
  if (boundary === undefined) throw malformed('the body is not multipart')
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const end = part.indexOf('\r\n\r\n')
      return { head: part.slice(2, end), content: part.slice(end + 4, -2) }
    })
}

const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_FILES_BYTES = 50 * 1024 * 1024
const fileEndings: Readonly<Record<string, RegExp>> = {
  'application/pdf': /\.pdf$/i,
  'image/gif': /\.gif$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
}

/** Returns the files of a form by name. Refuses types and sizes that PayPal does not take. */
function filesOf(parts: readonly FormPart[]): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const { head, content } of parts) {
    const name = /filename="([^"]+)"/.exec(head)?.[1]
    if (name === undefined) continue
    const type = /content-type: (\S+)/i.exec(head)?.[1] ?? ''
    if (!fileEndings[type]?.test(name) || files.has(name)) throw unprocessable('INVALID_FILE')
    const bytes = Buffer.from(content, 'latin1')
    if (bytes.length === 0 || bytes.length >= MAX_FILE_BYTES) throw unprocessable('INVALID_FILE')
    files.set(name, bytes)
  }
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0)
  if (total > MAX_FILES_BYTES) throw unprocessable('INVALID_FILE')
  return files
}

/** Requires that the evidence names each file once, and no other. */
function assertNamed(evidences: readonly NewEvidence[], files: ReadonlyMap<string, Buffer>): void {
  const named = evidences.flatMap(({ documents = [] }) => documents.map(({ name }) => name))
  if (named.toSorted().join() !== [...files.keys()].toSorted().join()) throw malformed('documents')
}

function inputOf(parts: readonly FormPart[]): { evidences?: NewEvidence[] } {
  const part = parts.find(({ head }) => head.includes('name="input"'))
  if (!part) throw malformed('the part input is missing')
  return JSON.parse(Buffer.from(part.content, 'latin1').toString('utf8'))
}

/** Takes a message to the buyer, which PayPal does only while the dispute is an inquiry. */
export function sendMessage(context: StandInContext, id: string, body: { message?: string }) {
  assertFields(body, ['message'])
  const dispute = disputeFor(context, id, 'send-message')
  const { message = '' } = body
  if (!(message.length >= 1 && message.length <= MAX_NOTE)) throw malformed('message')
  const posted = {
    posted_by: 'SELLER',
    time_posted: timeText(context.nowMs),
    content: message,
  } as const
  change(context, dispute, {
    status: 'WAITING_FOR_BUYER_RESPONSE',
    messages: [...(dispute.messages ?? []), posted],
  })
  return linksOf(dispute)
}

/** Takes the seller's acceptance: the buyer gets the money. */
export function acceptClaim(context: StandInContext, id: string, body: { note?: string }) {
  assertFields(body, ['note', 'accept_claim_reason', 'accept_claim_type'])
  const dispute = disputeFor(context, id, 'accept-claim')
  if (!body.note) throw malformed('note')
  resolve(context, id, 'RESOLVED_BUYER_FAVOUR')
  return linksOf(dispute)
}

function resolve(context: StandInContext, id: string, outcome: string): void {
  const dispute = findDispute(context, id)
  if (dispute.status === 'RESOLVED') return
  change(context, dispute, {
    status: 'RESOLVED',
    dispute_state: 'RESOLVED',
    dispute_outcome: { outcome_code: outcome },
  })
}
