import type { WebhookEndpointRow } from '#db/tables/webhook-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { typesClosedToShops } from './webhook-endpoints.rules.ts'
import type { EndpointEvent } from './webhook-endpoints.schema.ts'

/**
 * Refuses types of events that an endpoint of a shop may not receive, whether an API key or a person chose them. Other
 * endpoints may receive every type.
 * @throws AppError `invalid`
 */
export function assertTypesForShop(
  shopId: string | null,
  chosen: readonly EndpointEvent[] | undefined,
): void {
  const [closed] = shopId === null ? [] : typesClosedToShops(chosen ?? [])
  if (closed === undefined) return
  const message = `must not name ${closed}: the endpoint of a shop receives events about its payments and refunds`
  throw new AppError('invalid', `events: ${message}`, { issues: [{ path: 'events', message }] })
}

/**
 * Refuses a second endpoint of a shop, so that no shop uses up the merchant's endpoints.
 * @throws AppError `conflict`
 */
export function assertFirstOfShop(
  shopId: string | null,
  endpoints: readonly WebhookEndpointRow[],
): void {
  if (shopId === null || endpoints.every((each) => each.shopId !== shopId)) return
  throw new AppError('conflict', 'This shop has its endpoint already: change or delete it.', {
    reason: 'too_many_endpoints',
  })
}
