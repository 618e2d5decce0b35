import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import type { ProcessorEvent } from '#server/core/ports/account-access.ts'
import { toIso } from '#server/shared/day.ts'
import {
  hasFailed,
  insertProcessorEvents,
  makePaymentDue,
  makeReadDue,
  makeRefundDue,
} from './processor-events.queries.ts'

type Account = Pick<Selectable<ProcessorAccountRow>, 'merchantId' | 'id'>

/**
 * Stores a processor's events, each once however often it arrives, and schedules a check of their objects. An event's
 * content is not trusted: the check reads the object's current state from the processor.
 */
export async function storeEvents(
  { db, now }: Pick<World, 'db' | 'now'>,
  { merchantId, id: accountId }: Account,
  events: readonly ProcessorEvent[],
): Promise<void> {
  if (events.length === 0) return
  const at = toIso(now())
  const newEvents = await insertProcessorEvents(
    db,
    events.map(({ readsPaymentNow, isOfCapture: _, paymentToRead: __, ...event }) => ({
      merchantId,
      accountId,
      ...event,
      createdAt: at,
      dueAt: readsPaymentNow ? at : null,
    })),
  )
  const subjects = [...new Set(newEvents.map(({ subject }) => subject ?? ''))].toSorted()
  // Payments are locked in sorted order, so processes that store events at the same time cannot deadlock.
  const ended = new Set<string>()
  for (const subject of subjects.filter((id) => id.startsWith('txn_'))) {
    if (!(await makePaymentDue(db, { merchantId, subject, now: at }))) ended.add(subject)
  }
  const captures = new Set(events.flatMap(({ ref, isOfCapture }) => (isOfCapture ? [ref] : [])))
  // A capture of a payment that already failed here is found when the payment's refunds and disputes are read.
  for (const { ref, subject } of newEvents) {
    if (subject === null || !captures.has(ref) || !ended.has(subject)) continue
    if (!(await hasFailed(db, { merchantId, subject }))) continue
    await makeReadDue(db, { merchantId, accountId, ref, subject, now: at })
  }
  const dueRefunds = new Set<string>()
  for (const subject of subjects.filter((id) => id.startsWith('ref_'))) {
    if (await makeRefundDue(db, { merchantId, subject, now: at })) dueRefunds.add(subject)
  }
  // A refund with Incasso's id that has failed here, or has no row, is read with its payment's refunds and disputes.
  const payments = new Map(events.map(({ ref, paymentToRead }) => [ref, paymentToRead]))
  for (const { ref, subject } of newEvents) {
    const payment = payments.get(ref) ?? null
    if (!subject?.startsWith('ref_') || dueRefunds.has(subject) || payment === null) continue
    await makeReadDue(db, { merchantId, accountId, ref, subject: payment, now: at })
  }
}
