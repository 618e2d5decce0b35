import { AppError } from '#server/core/calls/errors.ts'
import { type MerchantCtx, shopIdOf } from '#server/core/context.ts'
import { findEndpoint } from '#server/services/outbox/endpoints.queries.ts'
import { findWebhookEvent } from '#server/services/outbox/events.queries.ts'

type Caller = Pick<MerchantCtx, 'actor' | 'db' | 'merchant'>

/** Id that no endpoint has, so that a filter by it matches no events. */
const NO_ENDPOINT = 'none'

async function isOwnEndpoint({ db, merchant }: Caller, id: string, shopId: string) {
  const endpoint = await findEndpoint(db, { merchantId: merchant.id, id })
  return endpoint?.shopId === shopId
}

/**
 * Confines API keys with the scope `shop` to the events of one of their shop's endpoints, which they must name. Returns
 * the filter, which matches nothing for any other endpoint.
 * @throws AppError `invalid` without an endpoint
 */
export async function confineToOwnEndpoint<Filter extends { endpointId?: string | undefined }>(
  caller: Caller,
  filter: Filter,
): Promise<Filter> {
  const shopId = shopIdOf(caller.actor)
  if (!shopId) return filter
  const { endpointId: id } = filter
  if (id === undefined) {
    const message = 'is required for keys with the scope shop'
    throw new AppError('invalid', `endpointId: ${message}`, {
      issues: [{ path: 'endpointId', message }],
    })
  }
  return (await isOwnEndpoint(caller, id, shopId)) ? filter : { ...filter, endpointId: NO_ENDPOINT }
}

/**
 * Confines API keys with the scope `shop` to the events of their shop's endpoint; callers without that scope pass.
 * @throws AppError `not_found` for any other event
 */
export async function assertOwnEvent(caller: Caller, id: string): Promise<void> {
  const shopId = shopIdOf(caller.actor)
  if (!shopId) return
  const event = await findWebhookEvent(caller.db, { merchantId: caller.merchant.id, id })
  if (event && (await isOwnEndpoint(caller, event.endpointId, shopId))) return
  throw new AppError('not_found', 'There is no such event.')
}
