import { sql } from 'kysely'
import { hasShards } from '#db/citus/per-merchant.ts'
import { isSqlite } from '#db/portable.ts'
import type { WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'
import type { LeasedTable } from '#server/core/queues/leased-rows.queries.ts'

/** A merchant with waiting events; `failingSince` is the time since which its endpoint has only failed. */
export type WaitingMerchant = { merchantId: string; failingSince: string | null; isDue: boolean }

/**
 * Lists the next merchants after `after`, by id, that have waiting events, and whether one is due and not leased. It
 * skips from merchant to merchant, so many waiting events of one merchant cost nothing. It locks nothing, so another
 * process may lease the events meanwhile.
 */
export async function listWaitingMerchants(db: Db, place: Place): Promise<WaitingMerchant[]> {
  const { rows } = await (!isSqlite(db) && (await hasShards(db))
    ? onShards(db, place)
    : byJumps(db, place))
  return rows.map((row) => ({ ...row, isDue: Boolean(row.isDue) }))
}

type Place = { after: string; now: string; limit: number }

type WaitingRow = Omit<WaitingMerchant, 'isDue'> & { isDue: unknown }

/** A statement cannot skip across shards: each shard returns its next merchants, and reads all their waiting events. */
const onShards = (db: Db, { after, now, limit }: Place) =>
  sql<WaitingRow>`
    select e.merchant_id, i.failing_since,
      bool_or(e.next_attempt_at <= ${now} and (e.leased_until is null or e.leased_until <= ${now})) as is_due
    from webhook_events e left join integrations i on i.merchant_id = e.merchant_id
    where e.next_attempt_at is not null and e.merchant_id > ${after}
    group by e.merchant_id, i.failing_since
    order by e.merchant_id limit ${sql.lit(limit)}
  `.execute(db)

function byJumps(db: Db, { after, now, limit }: Place) {
  const nextAfter = (id: ReturnType<typeof sql<string>>) => sql<string>`(
    select merchant_id from webhook_events
    where next_attempt_at is not null and merchant_id > ${id}
    order by merchant_id limit 1
  )`
  return sql<WaitingRow>`
    with recursive waiting (merchant_id, number) as (
      select ${nextAfter(sql`${after}`)}, 1
      union all
      select ${nextAfter(sql`waiting.merchant_id`)}, number + 1 from waiting
      where merchant_id is not null and number < ${sql.lit(limit)}
    )
    select
      merchant_id,
      (select failing_since from integrations
        where integrations.merchant_id = waiting.merchant_id) as failing_since,
      exists (
        select 1 from webhook_events
        where webhook_events.merchant_id = waiting.merchant_id
          and next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})
      ) as is_due
    from waiting
    where merchant_id is not null
    order by merchant_id
  `.execute(db)
}

export type DueEvent = Pick<WebhookEventRow, 'merchantId' | 'id' | 'payload'>

/** Queue of events to deliver. */
export const waitingEvents: LeasedTable<WebhookEventRow> = {
  table: 'webhookEvents',
  due: 'nextAttemptAt',
  lease: 'leasedUntil',
}

export const dueEventColumns = ['merchantId', 'id', 'payload'] as const
