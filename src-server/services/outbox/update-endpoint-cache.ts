import type { Db } from '#db/tables.ts'
import { endpointCacheOf } from './endpoint-cache.rules.ts'
import { listEndpoints, setEndpointCache } from './endpoints.queries.ts'

/**
 * Stores the list of enabled endpoints that each event's transaction reads. Call it in the transaction that changes an
 * endpoint, with the integration or the merchant locked.
 */
export async function updateEndpointCache(db: Db, merchantId: string): Promise<void> {
  const endpoints = await listEndpoints(db, { merchantId })
  await setEndpointCache(db, { merchantId, otherEndpoints: endpointCacheOf(endpoints) })
}
