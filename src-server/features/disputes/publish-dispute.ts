import type { DisputeEventRow } from '#db/tables/dispute-tables.ts'
import type { World } from '#server/core/context.ts'
import { type ChangedDispute, runOnDispute } from '#server/core/ports/payment-consequence.ts'
import { raiseDisputeNotices } from '#server/services/notices/dispute-notices.ts'
import { createDisputeEvent, emitEvent } from '#server/services/outbox/emit-event.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { partsOfDispute, searchTextOf } from '#server/services/search/search.rules.ts'
import { toIso } from '#server/shared/day.ts'
import { insertDisputeEvent, listDisputeEvents } from './disputes.queries.ts'
import { disputeOf } from './disputes.rules.ts'

type PublishedChange = Omit<ChangedDispute, 'type'> & { type: DisputeEventRow['type'] }

/** Types of the webhook event, by the step in a dispute's history. */
const eventTypeOf = {
  opened: 'dispute.opened',
  updated: 'dispute.updated',
  submitted: 'dispute.updated',
  accepted: 'dispute.updated',
  refused: 'dispute.updated',
  closed: 'dispute.closed',
} as const

const consequenceOf = {
  opened: 'opened',
  updated: 'updated',
  submitted: 'updated',
  accepted: 'updated',
  refused: 'updated',
  closed: 'closed',
} as const

/**
 * Publishes a change of a dispute, in the transaction that writes it. Adds it to the history and to search, and
 * notifies the merchant's endpoint, open pages and other features (`onDispute` of a `PaymentConsequence`). Every change
 * of a dispute calls this. The caller has locked the payment.
 */
export async function publishDispute(inner: World, change: PublishedChange): Promise<void> {
  const { merchant, row, type, actor, isHistorical } = change
  const { merchantId, id: disputeId } = row
  const history = await listDisputeEvents(inner.db, { merchantId, disputeId })
  await insertDisputeEvent(inner.db, {
    merchantId,
    disputeId,
    sequence: history.length + 1,
    at: type === 'opened' ? row.createdAt : toIso(inner.now()),
    type,
    state: row.state,
    actor,
  })
  const text = searchTextOf(partsOfDispute(row))
  await putSearchTexts(inner.db, [{ merchantId, kind: 'dispute', objectId: disputeId, text }])
  await raiseDisputeNotices(inner, {
    timezone: merchant.timezone,
    before: change.before,
    after: row,
    isHistorical,
  })
  if (!isHistorical) {
    await emitEvent(inner, createDisputeEvent(row, eventTypeOf[type], disputeOf(row)))
    await runOnDispute(inner, { ...change, type: consequenceOf[type] })
  }
  const action = type === 'opened' ? 'created' : 'changed'
  inner.publishChange({ merchantId, type: 'dispute', action, objectId: disputeId })
  inner.publishChange({
    merchantId,
    type: 'transaction',
    action: 'changed',
    objectId: row.transactionId,
  })
}
