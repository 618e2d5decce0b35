import type { Feature } from './account.ts'
import { findCapture, refundCapture } from './captures.ts'
import { acceptClaim, provideEvidence, sendMessage } from './dispute-responses.ts'
import { listDisputes, readDispute } from './disputes.ts'
import { listBalances, searchTransactions } from './money.ts'
import {
  authorizeOrder,
  captureAuthorization,
  captureOrder,
  createOrder,
  findAuthorization,
  findOrder,
  patchOrder,
  reauthorize,
  voidAuthorization,
} from './orders.ts'
import { resourceNotFound } from './refusal.ts'
import type { StandInContext } from './stand-in-context.ts'
import { createWebhook, deleteWebhook, findEvent, listEvents, verifySignature } from './webhooks.ts'

export type RouteRequest = { id: string; json: string; query: URLSearchParams }

export type Route = {
  method: string
  path: RegExp
  feature?: Feature
  status?: number
  /** Time for which PayPal keeps the call's `PayPal-Request-Id`. */
  keyLifetimeMs?: number
  run: (context: StandInContext, request: RouteRequest) => unknown
}

const HOUR_MS = 3_600_000
const ORDER_KEYS_MS = 6 * HOUR_MS
const PAYMENT_KEYS_MS = 45 * 24 * HOUR_MS
const DISPUTE_KEYS_MS = 72 * HOUR_MS

const parse = (json: string) => JSON.parse(json || '{}')

const orderRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v2\/checkout\/orders$/,
    status: 201,
    keyLifetimeMs: ORDER_KEYS_MS,
    run: (context, { json }) => createOrder(context, parse(json)),
  },
  {
    method: 'GET',
    path: /^\/v2\/checkout\/orders\/([^/]+)$/,
    run: (context, { id }) => findOrder(context, id),
  },
  {
    method: 'PATCH',
    path: /^\/v2\/checkout\/orders\/([^/]+)$/,
    status: 204,
    run: (context, { id, json }) => patchOrder(context, id, parse(json)),
  },
  {
    method: 'POST',
    path: /^\/v2\/checkout\/orders\/([^/]+)\/capture$/,
    status: 201,
    keyLifetimeMs: ORDER_KEYS_MS,
    run: (context, { id }) => captureOrder(context, id),
  },
  {
    method: 'POST',
    path: /^\/v2\/checkout\/orders\/([^/]+)\/authorize$/,
    status: 201,
    keyLifetimeMs: ORDER_KEYS_MS,
    run: (context, { id }) => authorizeOrder(context, id),
  },
]

const paymentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/v2\/payments\/authorizations\/([^/]+)$/,
    run: (context, { id }) => findAuthorization(context, id),
  },
  {
    method: 'POST',
    path: /^\/v2\/payments\/authorizations\/([^/]+)\/capture$/,
    status: 201,
    keyLifetimeMs: PAYMENT_KEYS_MS,
    run: (context, { id, json }) => captureAuthorization(context, id, parse(json)),
  },
  {
    method: 'POST',
    path: /^\/v2\/payments\/authorizations\/([^/]+)\/reauthorize$/,
    status: 201,
    keyLifetimeMs: PAYMENT_KEYS_MS,
    run: (context, { id, json }) => reauthorize(context, id, parse(json)),
  },
  {
    method: 'POST',
    path: /^\/v2\/payments\/authorizations\/([^/]+)\/void$/,
    keyLifetimeMs: PAYMENT_KEYS_MS,
    run: (context, { id }) => voidAuthorization(context, id),
  },
  {
    method: 'GET',
    path: /^\/v2\/payments\/captures\/([^/]+)$/,
    run: (context, { id }) => findCapture(context, id),
  },
  {
    method: 'POST',
    path: /^\/v2\/payments\/captures\/([^/]+)\/refund$/,
    status: 201,
    keyLifetimeMs: PAYMENT_KEYS_MS,
    run: (context, { id, json }) => refundCapture(context, id, parse(json)),
  },
  {
    method: 'GET',
    path: /^\/v2\/payments\/refunds\/([^/]+)$/,
    run: ({ account }, { id }) => {
      const refund = account.refunds.get(id)
      if (!refund) throw resourceNotFound()
      return refund
    },
  },
]

const otherRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/v1\/customer\/disputes$/,
    run: (context, { query }) => listDisputes(context, query),
  },
  {
    method: 'GET',
    path: /^\/v1\/customer\/disputes\/([^/]+)$/,
    run: (context, { id }) => readDispute(context, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/customer\/disputes\/([^/]+)\/provide-evidence$/,
    keyLifetimeMs: DISPUTE_KEYS_MS,
    run: (context, { id, json }) => provideEvidence(context, id, json),
  },
  {
    method: 'POST',
    path: /^\/v1\/customer\/disputes\/([^/]+)\/send-message$/,
    keyLifetimeMs: DISPUTE_KEYS_MS,
    run: (context, { id, json }) => sendMessage(context, id, parse(json)),
  },
  {
    method: 'POST',
    path: /^\/v1\/customer\/disputes\/([^/]+)\/accept-claim$/,
    keyLifetimeMs: DISPUTE_KEYS_MS,
    run: (context, { id, json }) => acceptClaim(context, id, parse(json)),
  },
  {
    method: 'POST',
    path: /^\/v1\/notifications\/webhooks$/,
    status: 201,
    run: (context, { json }) => createWebhook(context, parse(json)),
  },
  {
    method: 'GET',
    path: /^\/v1\/notifications\/webhooks$/,
    run: ({ account }) => ({ webhooks: [...account.webhooks.values()] }),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/notifications\/webhooks\/([^/]+)$/,
    status: 204,
    run: (context, { id }) => deleteWebhook(context, id),
  },
  {
    method: 'GET',
    path: /^\/v1\/notifications\/webhooks-events$/,
    run: (context, { query }) => listEvents(context, query),
  },
  {
    method: 'GET',
    path: /^\/v1\/notifications\/webhooks-events\/([^/]+)$/,
    run: (context, { id }) => findEvent(context, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/notifications\/verify-webhook-signature$/,
    run: (context, { json }) => verifySignature(context, json),
  },
  {
    method: 'GET',
    path: /^\/v1\/reporting\/transactions$/,
    run: (context, { query }) => searchTransactions(context, query),
  },
  {
    method: 'GET',
    path: /^\/v1\/reporting\/balances$/,
    run: (context, { query }) => listBalances(context, query),
  },
  {
    method: 'GET',
    path: /^\/v1\/identity\/oauth2\/userinfo$/,
    run: ({ account }) => ({ payer_id: account.payerId }),
  },
]

const withFeature = (feature: Feature, routes: readonly Route[]): Route[] =>
  routes.map((route) => ({ ...route, feature }))

const isAbout = (text: string) => (route: Route) => route.path.source.includes(text)

/** PayPal has separate permissions for reading disputes and for responding to them. */
const withResponses = (route: Route): Route =>
  route.method === 'POST' ? { ...route, feature: 'answers' } : route

/** Supported calls. Any other call gets 404, as from PayPal. */
export const routes: readonly Route[] = [
  ...withFeature('orders', orderRoutes),
  ...withFeature('captures', paymentRoutes),
  ...withFeature('disputes', otherRoutes.filter(isAbout('disputes'))).map(withResponses),
  ...withFeature('webhooks', otherRoutes.filter(isAbout('notifications'))),
  ...withFeature('reporting', otherRoutes.filter(isAbout('reporting'))),
  ...otherRoutes.filter(isAbout('identity')),
]
