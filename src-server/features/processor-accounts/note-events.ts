import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import type { ProcessorEvent } from '#server/core/ports/account-access.ts'
import { toIso } from '#server/shared/day.ts'
import {
  callPayment,
  callRefund,
  insertProcessorEvents,
  noteFactsDue,
} from './processor-events.queries.ts'

type Account = Pick<Selectable<ProcessorAccountRow>, 'merchantId' | 'id'>

/**
 * Stores a processor's events, each once however often it arrives, and schedules a check of their objects. An event's
 * content is not trusted: the check reads the object's current state from the processor.
 */
export async function noteEvents(
  { db, now }: Pick<World, 'db' | 'now'>,
  { merchantId, id: accountId }: Account,
  told: readonly ProcessorEvent[],
): Promise<void> {
  if (told.length === 0) return
  const at = toIso(now())
  const news = await insertProcessorEvents(
    db,
    told.map(({ isOfFacts, paymentOfFacts: _, ...event }) => ({
      merchantId,
      accountId,
      ...event,
      createdAt: at,
      dueAt: isOfFacts ? at : null,
    })),
  )
  const subjects = [...new Set(news.map(({ subject }) => subject ?? ''))].toSorted()
  // Payments are locked in sorted order, so processes that store events at the same time cannot deadlock.
  for (const subject of subjects.filter((id) => id.startsWith('txn_'))) {
    await callPayment(db, { merchantId, subject, now: at })
  }
  const followed = new Set<string>()
  for (const subject of subjects.filter((id) => id.startsWith('ref_'))) {
    if (await callRefund(db, { merchantId, subject, now: at })) followed.add(subject)
  }
  // A refund that names an id of ours, but has no row that may still change, is read with its payment's facts.
  const payments = new Map(told.map(({ ref, paymentOfFacts }) => [ref, paymentOfFacts]))
  for (const { ref, subject } of news) {
    const payment = payments.get(ref) ?? null
    if (!subject?.startsWith('ref_') || followed.has(subject) || payment === null) continue
    await noteFactsDue(db, { merchantId, accountId, ref, subject: payment, now: at })
  }
}
