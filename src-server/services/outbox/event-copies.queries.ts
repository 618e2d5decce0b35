import type { WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'

/** Finds the next merchant after `after`, by id, with an event that is to be copied for further endpoints. */
export const findMerchantWithCopies = (
  db: Db,
  { after }: { after: string },
): Promise<{ merchantId: string } | undefined> =>
  db
    .selectFrom('webhookEvents')
    .select('merchantId')
    .where('copiesFor', 'is not', null)
    .where('merchantId', '>', after)
    .orderBy('merchantId')
    .limit(1)
    .executeTakeFirst()

type Scope = { merchantId: string; customerId?: string; limit: number }

/**
 * Lists a merchant's events that are to be copied, the oldest first; with `customerId` only the events about that
 * customer.
 */
const listEventsToCopy = (db: Db, { merchantId, customerId, limit }: Scope) =>
  db
    .selectFrom('webhookEvents')
    .select(['id', 'copiesFor'])
    .where('merchantId', '=', merchantId)
    .where('copiesFor', 'is not', null)
    .$if(customerId !== undefined, (query) => query.where('customerId', '=', customerId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** An event, with the endpoints that still need their own row of it. */
export type EventToCopy = WebhookEventRow & { endpointIds: string[] }

/**
 * Locks events to copy, so that no other transaction copies them too. First waits for a transaction that is copying
 * some, so that its copies are visible.
 */
export async function takeEventsToCopy(db: Db, scope: Scope): Promise<EventToCopy[]> {
  const listed = await listEventsToCopy(db, scope)
  if (listed.length === 0) return []
  const endpointIds = new Map(listed.map(({ id, copiesFor }) => [id, copiesFor?.split(',') ?? []]))
  const rows = await db
    .updateTable('webhookEvents')
    .set({ copiesFor: null })
    .where('merchantId', '=', scope.merchantId)
    .where('id', 'in', [...endpointIds.keys()])
    .where('copiesFor', 'is not', null)
    .returningAll()
    .execute()
  return rows.map((row) => ({ ...row, endpointIds: endpointIds.get(row.id) ?? [] }))
}
