import type { World } from '#server/core/context.ts'
import type { PaymentStore } from '#server/core/ports/payment-store.ts'
import { PaymentGroups } from './payment-groups.ts'
import { storeGroup } from './store-group.ts'

/** Stores payments over this thread's own database connections. */
export const createPaymentStore = (world: Omit<World, 'payments'>): PaymentStore =>
  new PaymentGroups((orders) => storeGroup(world, orders))
