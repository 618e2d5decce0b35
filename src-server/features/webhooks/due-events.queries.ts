import { type RawBuilder, sql } from 'kysely'
import { hasShards } from '#db/citus/per-merchant.ts'
import { isSqlite } from '#db/portable.ts'
import type { WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'
import type { LeasedTable } from '#server/core/queues/leased-rows.queries.ts'
import type { EndpointKey } from '#server/services/outbox/endpoints.queries.ts'

/** An endpoint with waiting events; `failingSince` is the time since which it has only failed. */
export type WaitingEndpoint = EndpointKey & { failingSince: string | null; isDue: boolean }

/**
 * Lists the next endpoints after `after`, by merchant and id, that have waiting events, and whether one is due and not
 * leased. It skips from endpoint to endpoint, so many waiting events of one endpoint cost nothing. It locks nothing, so
 * another process may lease the events meanwhile.
 */
export async function listWaitingEndpoints(db: Db, page: EndpointPage): Promise<WaitingEndpoint[]> {
  const { rows } = await (!isSqlite(db) && (await hasShards(db))
    ? selectOnShards(db, page)
    : selectByJumps(db, page))
  return rows.map((row) => ({ ...row, isDue: Boolean(row.isDue) }))
}

type EndpointPage = { after: EndpointKey; now: string; limit: number }

type WaitingRow = Omit<WaitingEndpoint, 'isDue'> & { isDue: unknown }

/** A statement cannot skip across shards: each shard returns its next endpoints, and reads all their waiting events. */
const selectOnShards = (db: Db, { after, now, limit }: EndpointPage) =>
  sql<WaitingRow>`
    select e.merchant_id, e.endpoint_id, coalesce(w.failing_since, i.failing_since) as failing_since,
      bool_or(e.next_attempt_at <= ${now} and (e.leased_until is null or e.leased_until <= ${now})) as is_due
    from webhook_events e
    left join integrations i on i.merchant_id = e.merchant_id and e.endpoint_id = ''
    left join webhook_endpoints w on w.merchant_id = e.merchant_id and w.id = e.endpoint_id
    where e.next_attempt_at is not null
      and (e.merchant_id, e.endpoint_id) > (${after.merchantId}, ${after.endpointId})
    group by e.merchant_id, e.endpoint_id, w.failing_since, i.failing_since
    order by e.merchant_id, e.endpoint_id limit ${sql.lit(limit)}
  `.execute(db)

type Column = RawBuilder<string>

/** Selects a column of the next waiting endpoint after another one, by the index of waiting events. */
const selectNext = (
  column: 'merchant_id' | 'endpoint_id',
  merchantId: Column,
  endpointId: Column,
) =>
  sql<string>`(
    select ${sql.ref(column)} from webhook_events
    where next_attempt_at is not null and (merchant_id, endpoint_id) > (${merchantId}, ${endpointId})
    order by merchant_id, endpoint_id limit 1
  )`

function selectByJumps(db: Db, { after, now, limit }: EndpointPage) {
  const first = [sql<string>`${after.merchantId}`, sql<string>`${after.endpointId}`] as const
  const current = [sql<string>`waiting.merchant_id`, sql<string>`waiting.endpoint_id`] as const
  return sql<WaitingRow>`
    with recursive waiting (merchant_id, endpoint_id, number) as (
      select ${selectNext('merchant_id', ...first)}, ${selectNext('endpoint_id', ...first)}, 1
      union all
      select ${selectNext('merchant_id', ...current)}, ${selectNext('endpoint_id', ...current)},
        number + 1
      from waiting
      where merchant_id is not null and number < ${sql.lit(limit)}
    )
    select
      merchant_id,
      endpoint_id,
      case endpoint_id
        when '' then (select failing_since from integrations
          where integrations.merchant_id = waiting.merchant_id)
        else (select failing_since from webhook_endpoints
          where webhook_endpoints.merchant_id = waiting.merchant_id
            and webhook_endpoints.id = waiting.endpoint_id)
      end as failing_since,
      exists (
        select 1 from webhook_events
        where webhook_events.merchant_id = waiting.merchant_id
          and webhook_events.endpoint_id = waiting.endpoint_id
          and next_attempt_at <= ${now} and (leased_until is null or leased_until <= ${now})
      ) as is_due
    from waiting
    where merchant_id is not null
    order by merchant_id, endpoint_id
  `.execute(db)
}

export type DueEvent = Pick<WebhookEventRow, 'merchantId' | 'endpointId' | 'id' | 'payload'>

/** Queue of events to deliver, of all endpoints. */
export const waitingEvents: LeasedTable<WebhookEventRow> = {
  table: 'webhookEvents',
  due: 'nextAttemptAt',
  lease: 'leasedUntil',
}

/** Queue of the events of one endpoint. */
export const waitingEventsOf = (endpointId: string): LeasedTable<WebhookEventRow> => ({
  ...waitingEvents,
  indexed: sql<boolean>`endpoint_id = ${endpointId}`,
})

export const dueEventColumns = ['merchantId', 'endpointId', 'id', 'payload'] as const
