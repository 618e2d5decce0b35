import type Stripe from 'stripe'
import { newId } from './account.ts'
import { bookTransaction } from './balance.ts'
import { emit } from './events.ts'
import {
  assertKnownParameters,
  bodyIn,
  choiceIn,
  type FormBody,
  invalid,
  mapOf,
  textOf,
} from './form-body.ts'
import type { StandInContext } from './payment-intents.ts'
import { missing } from './stripe-refusal.ts'
import type { TestCard } from './test-cards.ts'

/** Stripe's fee for a dispute, won or lost, in the smallest unit. */
const DISPUTE_FEE = 2_000
const EVIDENCE_PERIOD_MS = 9 * 86_400_000
/** Time until a bank decides after it has received evidence. */
const DECIDED_AFTER_MS = 60_000

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const satisfies readonly (keyof Stripe.DisputeUpdateParams.Evidence)[]

/** Fields of evidence that take the id of an uploaded file. */
const FILES: readonly (typeof EVIDENCE)[number][] = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
]

const MAX_CHARACTERS = 150_000

/** Refuses unknown files, and texts that are too long together, as Stripe does. */
function assertEvidence({ account }: StandInContext, evidence: FormBody): void {
  const unknown = FILES.find((name) => {
    const id = textOf(evidence, name)
    return id !== undefined && !account.files.has(id)
  })
  if (unknown) throw invalid(`evidence[${unknown}]`, `No such file upload: '${evidence[unknown]}'`)
  const characters = EVIDENCE.filter((name) => !FILES.includes(name)).reduce(
    (sum, name) => sum + (textOf(evidence, name)?.length ?? 0),
    0,
  )
  if (characters > MAX_CHARACTERS) throw invalid('evidence', 'The evidence is too long.')
}

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith('warning_')

/**
 * Opens a dispute, in which the cardholder's bank takes the payment back, or an inquiry, which only requests
 * information.
 */
export function openDispute(
  context: StandInContext,
  charge: Stripe.Charge,
  kind: NonNullable<TestCard['disputed']>,
): void {
  const { account, nowMs } = context
  const isOnlyInquiry = kind === 'inquiry'
  // A debit that its payer takes back is lost at once: the bank asks for no evidence.
  const isLostAtOnce = kind === 'debit_not_authorized'
  const emptyEvidence = Object.fromEntries(EVIDENCE.map((name) => [name, null]))
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: Math.floor(nowMs / 1000),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...emptyEvidence, enhanced_evidence: {} } as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: isLostAtOnce ? null : Math.floor((nowMs + EVIDENCE_PERIOD_MS) / 1000),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isOnlyInquiry,
    livemode: account.isLive,
    metadata: {},
    payment_intent: charge.payment_intent,
    ...detailsOf(charge, kind),
    reason: isOnlyInquiry ? 'general' : kind,
    status: isLostAtOnce ? 'lost' : isOnlyInquiry ? 'warning_needs_response' : 'needs_response',
  }
  account.disputes.set(dispute.id, dispute)
  charge.disputed = true
  if (!isOnlyInquiry) withdraw(context, dispute)
  emit(context, 'charge.dispute.created', dispute)
  if (!isOnlyInquiry) emit(context, 'charge.dispute.funds_withdrawn', dispute)
  if (isLostAtOnce) emit(context, 'charge.dispute.closed', dispute)
  const dueMoment = { ...context, nowMs: nowMs + EVIDENCE_PERIOD_MS }
  account.later.push({
    atMs: dueMoment.nowMs,
    run: () => {
      if (dispute.status.endsWith('needs_response'))
        closeWith(dueMoment, dispute, isOnlyInquiry ? 'warning_closed' : 'lost')
    },
  })
}

/** Returns what the dispute states about the payment method; nothing for a bank debit. */
function detailsOf(
  { payment_method_details: details }: Stripe.Charge,
  kind: NonNullable<TestCard['disputed']>,
): Pick<Stripe.Dispute, 'payment_method_details'> {
  const isNotReceived = kind === 'product_not_received'
  switch (details?.type) {
    case 'card': {
      const card = {
        brand: details.card?.brand ?? 'visa',
        case_type: kind === 'inquiry' ? 'inquiry' : 'chargeback',
        network: details.card?.network ?? 'visa',
        network_reason_code: isNotReceived ? '13.1' : '10.4',
      }
      return { payment_method_details: { type: 'card', card } }
    }
    case 'klarna': {
      const klarna = { reason_code: isNotReceived ? 'goods_not_received' : 'fraud' }
      return { payment_method_details: { type: 'klarna', klarna } }
    }
    case 'paypal': {
      const paypal = { case_id: newId('PP-R'), reason_code: isNotReceived ? 'INR' : 'UNAUTHORISED' }
      return { payment_method_details: { type: 'paypal', paypal } }
    }
    default:
      return {}
  }
}

function withdraw(context: StandInContext, dispute: Stripe.Dispute): void {
  const { id, amount, currency } = dispute
  dispute.balance_transactions.push(
    bookTransaction(context, {
      type: 'adjustment',
      category: 'dispute',
      amount: -amount,
      currency,
      source: id,
      fee: { amount: DISPUTE_FEE, description: 'Dispute fee' },
    }),
  )
}

function closeWith(
  context: StandInContext,
  dispute: Stripe.Dispute,
  status: 'won' | 'lost' | 'warning_closed',
) {
  const { id, amount, currency } = dispute
  dispute.status = status
  if (status === 'won') {
    const reversal = { type: 'adjustment', category: 'dispute_reversal', amount, currency } as const
    dispute.balance_transactions.push(bookTransaction(context, { ...reversal, source: id }))
  }
  emit(context, 'charge.dispute.closed', dispute)
  if (status === 'won') emit(context, 'charge.dispute.funds_reinstated', dispute)
}

export function findDispute({ account }: StandInContext, id: string): Stripe.Dispute {
  const dispute = account.disputes.get(id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}

/** Submits evidence to the bank at once unless `submit` is false. Two of Stripe's test texts decide the outcome. */
export function updateDispute(context: StandInContext, id: string, body: FormBody): Stripe.Dispute {
  assertKnownParameters(body, ['evidence', 'submit', 'metadata'])
  const dispute = findDispute(context, id)
  const sentEvidence = bodyIn(body, 'evidence')
  assertKnownParameters(sentEvidence, EVIDENCE, 'evidence')
  assertEvidence(context, sentEvidence)
  const isSubmitted = choiceIn(body, 'submit', ['true', 'false']) === 'true'
  if ('metadata' in body) Object.assign(dispute.metadata, mapOf(body, 'metadata'))
  if (Object.keys(sentEvidence).length === 0 && !('submit' in body)) return dispute
  if (!dispute.status.endsWith('needs_response')) throw closedRefusal(dispute)
  for (const name of EVIDENCE) {
    if (name in sentEvidence) dispute.evidence[name] = textOf(sentEvidence, name) ?? null
  }
  dispute.evidence_details.has_evidence = EVIDENCE.some((name) => dispute.evidence[name] !== null)
  if (isSubmitted) submit(context, dispute)
  emit(context, 'charge.dispute.updated', dispute)
  return dispute
}

function submit(context: StandInContext, dispute: Stripe.Dispute): void {
  const isOnlyInquiry = isInquiry(dispute)
  dispute.status = isOnlyInquiry ? 'warning_under_review' : 'under_review'
  dispute.evidence_details.submission_count += 1
  dispute.evidence_details.submission_method = 'manual'
  const text = dispute.evidence.uncategorized_text
  if (text !== 'winning_evidence' && text !== 'losing_evidence') return
  const outcome = isOnlyInquiry ? 'warning_closed' : text === 'winning_evidence' ? 'won' : 'lost'
  const decisionMoment = { ...context, nowMs: context.nowMs + DECIDED_AFTER_MS }
  context.account.later.push({
    atMs: decisionMoment.nowMs,
    run: () => closeWith(decisionMoment, dispute, outcome),
  })
}

/** Closes the dispute without evidence, so that it is lost; an inquiry is only closed. */
export function closeDispute(context: StandInContext, id: string, body: FormBody): Stripe.Dispute {
  assertKnownParameters(body, [])
  const dispute = findDispute(context, id)
  if (!dispute.status.endsWith('needs_response')) throw closedRefusal(dispute)
  closeWith(context, dispute, isInquiry(dispute) ? 'warning_closed' : 'lost')
  return dispute
}

const closedRefusal = ({ status }: Stripe.Dispute) =>
  invalid('dispute', `This dispute cannot be changed: it has a status of ${status}.`)

export function openWarning(context: StandInContext, charge: Stripe.Charge): void {
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: Math.floor(context.nowMs / 1000),
    fraud_type: 'misc',
    livemode: context.account.isLive,
    payment_intent: String(charge.payment_intent),
  }
  context.account.warnings.set(warning.id, warning)
  emit(context, 'radar.early_fraud_warning.created', warning)
}

/** Marks warnings as no longer actionable once the whole charge is refunded. */
export function settleWarnings(context: StandInContext, charge: Stripe.Charge): void {
  for (const warning of context.account.warnings.values()) {
    if (warning.charge !== charge.id || !warning.actionable || !charge.refunded) continue
    warning.actionable = false
    emit(context, 'radar.early_fraud_warning.updated', warning)
  }
}
