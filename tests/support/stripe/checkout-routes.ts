import { createSession, expireSession, findCheckout } from './checkout-sessions.ts'
import { listPage, type Route, readOneRoute, readRoute, writeRoute } from './route.ts'

export const checkoutRoutes: readonly Route[] = [
  writeRoute('/v1/checkout/sessions', 'checkout_sessions', (context, { body }) =>
    createSession(context, body),
  ),
  readRoute('/v1/checkout/sessions', 'checkout_sessions', ({ account }, { body }) => {
    const sessions = [...account.checkouts.values()].map(({ session }) => session)
    return listPage(sessions, body, {
      url: '/v1/checkout/sessions',
      by: {
        payment_intent: ({ payment_intent }) => payment_intent,
        status: ({ status }) => status,
      },
    })
  }),
  readOneRoute(
    '/v1/checkout/sessions/:id',
    'checkout_sessions',
    ({ account }, id) => findCheckout(account, id).session,
  ),
  writeRoute('/v1/checkout/sessions/:id/expire', 'checkout_sessions', (context, { id, body }) =>
    expireSession(context, id, body),
  ),
]
