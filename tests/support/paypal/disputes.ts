import { newPayPalId } from './account.ts'
import { findCapture } from './captures.ts'
import { malformed, resourceNotFound } from './refusal.ts'
import type { Dispute } from './resources.ts'
import { emit, type StandInContext, timeText } from './stand-in-context.ts'

const DAY_MS = 86_400_000
const MAX_PAGE = 50

export type DisputeChange = Partial<Omit<Dispute, 'dispute_id'>>

/** Opens a dispute about a capture, or changes the capture's existing dispute. */
export function changeDispute(
  context: StandInContext,
  captureId: string,
  change: DisputeChange,
): Dispute {
  const { account, nowMs, apiUrl } = context
  const capture = findCapture(context, captureId)
  const existing = [...account.disputes.values()].find(({ disputed_transactions: transactions }) =>
    transactions.some(({ seller_transaction_id: id }) => id === captureId),
  )
  const id = existing?.dispute_id ?? `PP-D-${newPayPalId(5)}`
  const dispute: Dispute = {
    dispute_id: id,
    create_time: timeText(nowMs),
    disputed_transactions: [{ seller_transaction_id: captureId, custom: capture.custom_id }],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: 'WAITING_FOR_SELLER_RESPONSE',
    dispute_state: 'REQUIRED_ACTION',
    dispute_amount: capture.amount,
    dispute_life_cycle_stage: 'CHARGEBACK',
    seller_response_due_date: timeText(nowMs + 10 * DAY_MS),
    links: [{ rel: 'self', href: `${apiUrl}/v1/customer/disputes/${id}` }],
    ...existing,
    ...change,
    update_time: timeText(nowMs),
  }
  account.disputes.set(id, dispute)
  const isResolved = dispute.status === 'RESOLVED'
  const type = isResolved ? 'RESOLVED' : existing ? 'UPDATED' : 'CREATED'
  emit(context, `CUSTOMER.DISPUTE.${type}`, { kind: 'dispute', resource: dispute })
  return dispute
}

export function findDispute({ account }: StandInContext, id: string): Dispute {
  const dispute = account.disputes.get(id)
  if (!dispute) throw resourceNotFound()
  return dispute
}

/** Returns a dispute with a link for each call that the seller may make in its present state. */
export function readDispute(context: StandInContext, id: string): Dispute {
  const dispute = findDispute(context, id)
  const [self] = dispute.links
  const links = actionsOf(dispute).map((rel) => ({ rel, href: `${self?.href}/${rel}` }))
  return { ...dispute, links: [...dispute.links, ...links] }
}

/** Returns the calls that the seller may make about a dispute in its present state. */
export function actionsOf({ status, dispute_life_cycle_stage: stage }: Dispute): string[] {
  if (status === 'RESOLVED') return []
  if (stage === 'INQUIRY') return ['send-message', 'make-offer', 'accept-claim']
  return status === 'WAITING_FOR_SELLER_RESPONSE' ? ['provide-evidence', 'accept-claim'] : []
}

/** Lists disputes without the fields that only a single dispute has. */
export function listDisputes({ account, apiUrl }: StandInContext, query: URLSearchParams) {
  const size = Number(query.get('page_size') ?? 10)
  if (!(size >= 1 && size <= MAX_PAGE)) throw malformed('page_size')
  const skip = Number(query.get('next_page_token') ?? 0)
  const transaction = query.get('disputed_transaction_id')
  const at = (name: string, otherwise: string) => Date.parse(query.get(name) ?? otherwise)
  const from = at('update_time_after', '1970-01-01')
  const to = at('update_time_before', '2999-01-01')
  const matching = [...account.disputes.values()]
    .filter(({ update_time: time }) => Date.parse(time) >= from && Date.parse(time) <= to)
    .filter(
      ({ disputed_transactions: transactions }) =>
        transaction === null ||
        transactions.some(({ seller_transaction_id: id }) => id === transaction),
    )
    .map(
      ({
        disputed_transactions: _,
        dispute_outcome: __,
        evidences: ___,
        messages: ____,
        ...item
      }) => item,
    )
  const nextQuery = new URLSearchParams(query)
  nextQuery.set('next_page_token', String(skip + size))
  const next = { rel: 'next', href: `${apiUrl}/v1/customer/disputes?${nextQuery}` }
  const isMore = matching.length > skip + size
  return { items: matching.slice(skip, skip + size), links: isMore ? [next] : [] }
}
