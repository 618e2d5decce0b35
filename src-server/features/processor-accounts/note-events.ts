import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import type { ToldEvent } from '#server/services/processors/stripe/stripe-events.ts'
import { toIso } from '#server/shared/day.ts'
import { callPayment, callRefund, insertProcessorEvents } from './processor-events.queries.ts'

type Account = Pick<Selectable<ProcessorAccountRow>, 'merchantId' | 'id'>

/**
 * Notes what a processor tells, each event once however often it comes, and has what it is about asked for. What an
 * event says is not believed: the object is read, as it is by then.
 */
export async function noteEvents(
  { db, now }: Pick<World, 'db' | 'now'>,
  { merchantId, id: accountId }: Account,
  told: readonly ToldEvent[],
): Promise<void> {
  if (told.length === 0) return
  const at = toIso(now())
  const news = await insertProcessorEvents(
    db,
    told.map(({ isOfFacts, ...event }) => ({
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
    await callPayment(db, { merchantId, accountId, subject, now: at })
  }
  for (const subject of subjects.filter((id) => id.startsWith('ref_'))) {
    await callRefund(db, { merchantId, accountId, subject, now: at })
  }
}
