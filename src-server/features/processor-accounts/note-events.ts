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
 * Notes what a processor tells, each event once however often it comes, and has what it is about asked for. What an
 * event says is not believed: the object is read, as it is by then.
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
  // In the one order of locks, which several processes that note events keep to.
  for (const subject of subjects.filter((id) => id.startsWith('txn_'))) {
    await callPayment(db, { merchantId, subject, now: at })
  }
  const followed = new Set<string>()
  for (const subject of subjects.filter((id) => id.startsWith('ref_'))) {
    if (await callRefund(db, { merchantId, subject, now: at })) followed.add(subject)
  }
  // A refund that names ours, where there is none that anybody follows, is among the facts of its payment.
  const payments = new Map(told.map(({ ref, paymentOfFacts }) => [ref, paymentOfFacts]))
  for (const { ref, subject } of news) {
    const payment = payments.get(ref) ?? null
    if (!subject?.startsWith('ref_') || followed.has(subject) || payment === null) continue
    await noteFactsDue(db, { merchantId, accountId, ref, subject: payment, now: at })
  }
}
