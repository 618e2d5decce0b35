import { createSession, expireSession, findCheckout } from './checkout-sessions.ts'
import { listed, type Route, reads, readsOne, writes } from './route.ts'

export const checkoutRoutes: readonly Route[] = [
  writes('/v1/checkout/sessions', 'checkout_sessions', (moment, { body }) =>
    createSession(moment, body),
  ),
  reads('/v1/checkout/sessions', 'checkout_sessions', ({ account }, { body }) => {
    const sessions = [...account.checkouts.values()].map(({ session }) => session)
    return listed(sessions, body, {
      url: '/v1/checkout/sessions',
      by: {
        payment_intent: ({ payment_intent }) => payment_intent,
        status: ({ status }) => status,
      },
    })
  }),
  readsOne(
    '/v1/checkout/sessions/:id',
    'checkout_sessions',
    ({ account }, id) => findCheckout(account, id).session,
  ),
  writes('/v1/checkout/sessions/:id/expire', 'checkout_sessions', (moment, { id, body }) =>
    expireSession(moment, id, body),
  ),
]
