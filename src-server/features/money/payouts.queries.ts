import { type Selectable, sql } from 'kysely'
import type { PayoutRow, PayoutStatus } from '#db/tables/balance-tables.ts'
import type { Db } from '#db/tables.ts'
import type { ListConditions, ListFilter } from '#server/core/lists/list-definition.ts'
import type { PayoutPart } from './money-enums.schema.ts'

/** Statuses of payouts that have been requested or sent, and have not arrived. */
export const inTransitStatuses: readonly PayoutStatus[] = ['pending', 'in_transit']

/** Filter of payouts for the database. */
export type PayoutFilter = ListFilter & {
  status?: PayoutStatus | undefined
  currency?: string | undefined
  processor?: string | undefined
  part?: PayoutPart | undefined
  /** Words that must all occur in an id, an amount or the digits of the bank account. */
  words?: readonly string[] | undefined
}

const searchedText = sql<string>`lower(id || ' ' || ref || ' ' || coalesce(trace_id, '') || ' '
  || coalesce(bank_last4, '') || ' ' || cast(amount as text))`

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Conditions in SQL for the filters of a list of payouts. */
export const payoutConditions: ListConditions<'payouts', PayoutFilter> = {
  status: 'equal',
  currency: 'equal',
  processor: 'equal',
  // Any value selects the same rows: money in transit is the only part of a balance that consists of payouts.
  part: (eb) => eb('status', 'in', [...inTransitStatuses]),
  words: (eb, words) =>
    eb.and(
      words.map(
        (word) => sql<boolean>`${searchedText} like ${`%${escapeLike(word)}%`} escape '\\'`,
      ),
    ),
}

export const findPayout = (
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<Selectable<PayoutRow> | undefined> =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

type Arrival = { merchantId: string; from: string; before: string; createdFrom: string }

/**
 * Returns the payouts that arrive in a span, the first to arrive first. `createdFrom` lets the query use the index by
 * creation time, and must lie before the creation of any payout that can arrive in the span.
 */
export const listArriving = (
  db: Db,
  { merchantId, from, before, createdFrom, limit }: Arrival & { limit: number },
) =>
  db
    .selectFrom('payouts')
    .select(['id', 'status', 'amount', 'currency', 'arrivalAt'])
    .where('merchantId', '=', merchantId)
    .where('createdAt', '>=', createdFrom)
    .where('createdAt', '<', before)
    .where('arrivalAt', '>=', from)
    .where('arrivalAt', '<', before)
    .where('status', '<>', 'canceled')
    .orderBy('arrivalAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the ids of payouts that have been requested or sent, and have not arrived. */
export async function listInTransitIds(
  db: Db,
  { merchantId, limit }: { merchantId: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('status', 'in', [...inTransitStatuses])
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
