import type { Permission, Resource, StripeAccount } from './account.ts'
import type { FormBody } from './form-body.ts'
import { textOf, wholeNumber } from './form-body.ts'
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  findIntent,
  type Moment,
  searchIntents,
} from './payment-intents.ts'
import { createRefund, findRefund } from './refunds.ts'
import { missing } from './stripe-refusal.ts'
import { createEndpoint, deleteEndpoint } from './webhook-endpoints.ts'

type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  resource: Resource
  needs: Permission
  run: (moment: Moment, call: { id: string; body: FormBody }) => object
}

const PAGE = 10
const MOST = 100

/** One page of a list, newest first, between two ids. */
function pageOf(all: readonly { id: string }[], body: FormBody, url: string): object {
  const limit = Math.min(wholeNumber(body, 'limit') ?? PAGE, MOST)
  const [after, before] = [textOf(body, 'starting_after'), textOf(body, 'ending_before')]
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const to = before === undefined ? all.length : all.findIndex(({ id }) => id === before)
  if (to < 0) throw missing('object', before ?? '')
  const rest = all.slice(from, to)
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit)
  return { object: 'list', data, has_more: rest.length > data.length, url }
}

const newestFirst = <T>(values: Iterable<T>): T[] => [...values].toReversed()

const expanded = ({ charges }: StripeAccount, intent: object, body: FormBody): object => {
  const wanted = body['expand']
  if (!Array.isArray(wanted) || !wanted.includes('latest_charge')) return intent
  const { latest_charge: id } = intent as { latest_charge: string | null }
  return { ...intent, latest_charge: id === null ? null : charges.get(id) }
}

/** What can be called; anything else is answered 404, as Stripe does. */
export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    resource: 'payment_intents',
    needs: 'write',
    run: (moment, { body }) => createIntent(moment, body),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    resource: 'payment_intents',
    needs: 'read',
    run: ({ account }, { body }) =>
      pageOf(newestFirst(account.intents.values()), body, '/v1/payment_intents'),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/search$/,
    resource: 'payment_intents',
    needs: 'read',
    run: ({ account }, { body }) => ({
      object: 'search_result',
      data: searchIntents(account, textOf(body, 'query') ?? ''),
      has_more: false,
      next_page: null,
      url: '/v1/payment_intents/search',
    }),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/([^/]+)$/,
    resource: 'payment_intents',
    needs: 'read',
    run: ({ account }, { id, body }) => expanded(account, findIntent(account, id), body),
  },
  ...(['confirm', 'capture', 'cancel'] as const).map(
    (verb): Route => ({
      method: 'POST',
      path: new RegExp(`^/v1/payment_intents/([^/]+)/${verb}$`),
      resource: 'payment_intents',
      needs: 'write',
      run: (moment, { id, body: { expand, ...body } }) => {
        const change = { confirm: confirmIntent, capture: captureIntent, cancel: cancelIntent }
        const intent = change[verb](moment, id, body)
        return expanded(moment.account, intent, expand === undefined ? {} : { expand })
      },
    }),
  ),
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    resource: 'refunds',
    needs: 'write',
    run: (moment, { body }) => createRefund(moment, body),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    resource: 'refunds',
    needs: 'read',
    run: ({ account }, { body }) => {
      const intent = textOf(body, 'payment_intent')
      const all = newestFirst(account.refunds.values())
      const of = all.filter((each) => intent === undefined || each.payment_intent === intent)
      return pageOf(of, body, '/v1/refunds')
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/([^/]+)$/,
    resource: 'refunds',
    needs: 'read',
    run: (moment, { id }) => findRefund(moment, id),
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    resource: 'events',
    needs: 'read',
    run: ({ account }, { body }) => {
      const type = textOf(body, 'type')
      const all = newestFirst(account.events)
      return pageOf(
        all.filter((event) => type === undefined || event.type === type),
        body,
        '/v1/events',
      )
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/([^/]+)$/,
    resource: 'charges',
    needs: 'read',
    run: ({ account }, { id }) => {
      const charge = account.charges.get(id)
      if (!charge) throw missing('charge', id)
      return charge
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints$/,
    resource: 'webhook_endpoints',
    needs: 'write',
    run: (moment, { body }) => createEndpoint(moment, body),
  },
  {
    method: 'GET',
    path: /^\/v1\/webhook_endpoints$/,
    resource: 'webhook_endpoints',
    needs: 'read',
    run: ({ account }, { body }) => {
      const all = newestFirst(account.endpoints.values()).map(({ endpoint }) => endpoint)
      return pageOf(all, body, '/v1/webhook_endpoints')
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/webhook_endpoints\/([^/]+)$/,
    resource: 'webhook_endpoints',
    needs: 'write',
    run: (moment, { id }) => deleteEndpoint(moment, id),
  },
]
