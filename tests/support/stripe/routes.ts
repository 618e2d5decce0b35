import { checkoutRoutes } from './checkout-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { fileRoutes } from './files.ts'
import { configurationRoutes } from './method-configuration.ts'
import { moneyRoutes } from './money-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import type { Route } from './route.ts'

/** Supported calls. Any other call gets 404, as from Stripe. */
export const routes: readonly Route[] = [
  ...paymentRoutes,
  ...checkoutRoutes,
  ...moneyRoutes,
  ...eventRoutes,
  ...fileRoutes,
  ...configurationRoutes,
]
