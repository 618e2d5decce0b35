import { isUnavailable } from '#db/failures.ts'
import { inTransaction, type StoringWorld } from '#server/core/context.ts'
import type { PaymentOrder } from '#server/core/ports/payment-store.ts'
import type { Outcome } from './payment-groups.ts'
import { storePayments } from './store-payments.ts'

/**
 * Stores orders in one transaction. When an order fails, the transaction is rolled back and each half is tried
 * separately. In the end, only the failing order fails and all other orders are stored. When the database is
 * unavailable, all orders fail.
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
