import type { Db } from '#db/tables.ts'
import { listEndpoints, setOtherEndpoints } from './endpoints.queries.ts'
import { storedEndpoints } from './other-endpoints.rules.ts'

/**
 * Stores the list of enabled endpoints that each event's transaction reads. Call it in the transaction that changes an
 * endpoint, with the integration or the merchant locked.
 */
export async function storeOtherEndpoints(db: Db, merchantId: string): Promise<void> {
  const endpoints = await listEndpoints(db, { merchantId })
  await setOtherEndpoints(db, { merchantId, otherEndpoints: storedEndpoints(endpoints) })
}
