import { checkoutRoutes } from './checkout-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import type { Route } from './route.ts'

/** What can be called; anything else is answered 404, as Stripe does. */
export const routes: readonly Route[] = [
  ...paymentRoutes,
  ...checkoutRoutes,
  ...moneyRoutes,
  ...eventRoutes,
]
