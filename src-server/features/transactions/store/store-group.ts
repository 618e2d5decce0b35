import { isUnavailable } from '#db/failures.ts'
import { inTransaction, type StoringWorld } from '#server/core/context.ts'
import type { PaymentOrder } from '#server/core/ports/payment-store.ts'
import type { Outcome } from './payment-groups.ts'
import { storePayments } from './store-payments.ts'

/**
 * Stores orders in one transaction. When that fails for one of them, nothing of it is stored, and each
 * half is tried by itself: in the end the one that cannot be stored fails alone, and all others are
 * stored. When the database cannot store anything, all of them are told.
 */
export async function storeGroup(
  world: StoringWorld,
  orders: readonly PaymentOrder[],
): Promise<Outcome[]> {
  try {
    return await inTransaction(world, (inner) => storePayments(inner, orders))
  } catch (error) {
    if (orders.length === 1 || isUnavailable(error)) {
      return orders.map(() => ({ is: 'failed', error }))
    }
    const middle = Math.ceil(orders.length / 2)
    return [
      ...(await storeGroup(world, orders.slice(0, middle))),
      ...(await storeGroup(world, orders.slice(middle))),
    ]
  }
}
