import type { DisputeRow, DisputeStatus } from '#db/tables/dispute-tables.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { NoticeFacts } from '#server/shared/notices/notice-kind.ts'
import type { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'
import { deadlineNotices } from './deadlines.rules.ts'
import { endNotices, type NoticeWorld, raiseNotice } from './raise-notice.ts'

const awaiting: ReadonlySet<DisputeStatus> = new Set(['needs_response', 'warning_needs_response'])

type ResponseColumns = Pick<DisputeRow, 'status' | 'submittedAt' | 'acceptedAt'>

/** Returns true while the bank waits, and no response was sent. */
const isAwaiting = ({ status, submittedAt, acceptedAt }: ResponseColumns): boolean =>
  awaiting.has(status) && submittedAt === null && acceptedAt === null

const outcomes: Partial<Record<DisputeStatus, 'won' | 'lost' | 'closed'>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
}

const deadlineKinds = ['dispute_due_in_five_days', 'dispute_due_in_one_day'] as const
const openKinds: readonly NoticeKind[] = ['dispute_opened', 'fraud_warning', ...deadlineKinds]

export type DisputeChange = {
  /** The merchant's time zone, in which days before the deadline count. */
  timezone: string
  /** Undefined for a new dispute. */
  before: (ResponseColumns & Pick<DisputeRow, 'evidenceDueAt'>) | undefined
  after: DisputeRow
  /** True for a dispute that is older than its payment's import: members are not notified that it ended. */
  isHistorical: boolean
}

/** Raises and ends the notices of a dispute whose row has changed. Call it in the transaction of the change. */
export async function raiseDisputeNotices(
  inner: NoticeWorld,
  change: DisputeChange,
): Promise<void> {
  const { before, after, isHistorical } = change
  const { merchantId, id: objectId } = after
  const facts = NoticeFacts.parse({
    amount: decimalFromMinor(after.amount),
    currency: after.currency,
    reference: after.reference,
    disputeId: objectId,
  })
  const cause = { merchantId, objectId }
  if (isAwaiting(after)) {
    await raiseResponseNotices(inner, change, facts)
    return
  }
  await endNotices(inner, { ...cause, kinds: openKinds })
  const outcome = outcomes[after.status]
  const wasClosed = before !== undefined && outcomes[before.status] !== undefined
  if (outcome === undefined || wasClosed || isHistorical || after.kind === 'fraud_warning') return
  await raiseNotice(inner, { ...cause, kind: 'dispute_closed', facts: { ...facts, outcome } })
}

/**
 * Raises the notice of a dispute that the merchant can respond to, and the notices of its deadline. A changed deadline
 * replaces the former notice.
 */
async function raiseResponseNotices(
  inner: NoticeWorld,
  { timezone, before, after }: DisputeChange,
  facts: NoticeFacts,
): Promise<void> {
  const { merchantId, id: objectId, evidenceDueAt } = after
  const cause = { merchantId, objectId }
  const isClaimNow =
    before?.status.startsWith('warning') === true && after.status === 'needs_response'
  const wasAwaiting = before !== undefined && isAwaiting(before) && !isClaimNow
  const acceptsAt = after.answer === null ? after.nextCheckAt : null
  const datedFacts = {
    ...facts,
    ...(evidenceDueAt !== null && { dueAt: evidenceDueAt }),
    ...(acceptsAt !== null && { acceptsAt }),
  }
  if (!wasAwaiting) {
    const kind = after.kind === 'fraud_warning' ? 'fraud_warning' : 'dispute_opened'
    // An inquiry raised a notice already: the claim that follows it needs another occurrence.
    const occurrence = isClaimNow ? 'claim' : ''
    await raiseNotice(inner, { ...cause, kind, occurrence, facts: datedFacts })
  }
  if (wasAwaiting && before.evidenceDueAt === evidenceDueAt) return
  await endNotices(inner, { ...cause, kinds: deadlineKinds, except: evidenceDueAt ?? undefined })
  if (evidenceDueAt === null) return
  const dueMs = Date.parse(evidenceDueAt)
  const deadline = {
    dueMs,
    nowMs: inner.now(),
    timezone,
    isStated: before === undefined || isClaimNow,
  }
  for (const { kind, fromMs, untilMs } of deadlineNotices(deadline)) {
    await raiseNotice(inner, {
      ...cause,
      kind,
      fromMs,
      occurrence: evidenceDueAt,
      facts: datedFacts,
      until: toIso(untilMs),
    })
  }
}
