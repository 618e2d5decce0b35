import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import { positionColumnsOf } from '#server/services/rollups/calendar-positions.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'

/** Maximum number of failed payments counted, the newest first. The maximum limits the cost. */
export const MAX_COUNTED = 5000

type ReasonSpan = MerchantCalendar & { fromInstant: string; from: string }

/** Counts failure reasons since a day, from the newest `MAX_COUNTED` failed payments. */
export const countFailureReasons = (
  db: Db,
  { merchantId, calendar, fromInstant, from }: ReasonSpan,
) =>
  db
    .selectFrom(
      db
        .selectFrom('transactions')
        .select(['failureReason'])
        .where('merchantId', '=', merchantId)
        .where('status', '=', 'failed')
        .where('createdAt', '>=', fromInstant)
        .where(positionColumnsOf(calendar).day, '>=', from)
        .orderBy('createdAt', 'desc')
        .limit(MAX_COUNTED)
        .as('newest'),
    )
    .select(['failureReason', sql<number>`cast(count(*) as integer)`.as('count')])
    .groupBy('failureReason')
    .execute()
