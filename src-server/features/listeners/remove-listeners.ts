import { inTransaction, type World } from '#server/core/context.ts'
import { lockIntegration } from '#server/services/outbox/integrations.queries.ts'
import { toIso } from '#server/shared/day.ts'
import {
  deleteListener,
  listMerchantsWithExpired,
  listOrphanedEvents,
} from './listeners.queries.ts'
import { removeExpiredListeners, storeListeners } from './open-listener.ts'

const BATCH = 100

/**
 * Deletes listeners that no stream has read for the time of their lease, such as listeners of killed processes, with
 * their events. Returns the number of merchants that had some.
 */
export async function removeListeners(world: World): Promise<number> {
  // Reads outside a transaction: most runs find nothing, and a writing transaction would delay payments.
  const merchants = await listMerchantsWithExpired(world.db, {
    now: toIso(world.now()),
    limit: BATCH,
  })
  for (const merchantId of merchants) {
    await inTransaction(world, async (inner) => {
      await lockIntegration(inner.db, { dialect: inner.dialect, merchantId })
      await removeExpiredListeners(inner, merchantId)
      await storeListeners(inner, merchantId)
    })
  }
  for (const orphan of await listOrphanedEvents(world.db, { limit: BATCH })) {
    await inTransaction(world, ({ db }) => deleteListener(db, orphan))
  }
  return merchants.length
}
