import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import { placeColumnsOf } from '#server/services/rollups/places.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'

/** Failures are counted among so many of the newest, so that the cost has a limit. */
export const MAX_COUNTED = 5000

type Span = MerchantCalendar & { fromInstant: string; from: string }

/** Why payments failed since a day, from the newest of them. */
export const countFailureReasons = (db: Db, { merchantId, calendar, fromInstant, from }: Span) =>
  db
    .selectFrom(
      db
        .selectFrom('transactions')
        .select(['failureReason'])
        .where('merchantId', '=', merchantId)
        .where('status', '=', 'failed')
        .where('createdAt', '>=', fromInstant)
        .where(placeColumnsOf(calendar).day, '>=', from)
        .orderBy('createdAt', 'desc')
        .limit(MAX_COUNTED)
        .as('newest'),
    )
    .select(['failureReason', sql<number>`cast(count(*) as integer)`.as('count')])
    .groupBy('failureReason')
    .execute()
