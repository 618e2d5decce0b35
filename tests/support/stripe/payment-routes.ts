import { assertNotAtCheckout } from './checkout-sessions.ts'
import { CONFIRM_PARAMETERS, confirmIntent } from './confirmation.ts'
import {
  assertKnownParameters,
  choiceIn,
  type FormBody,
  invalid,
  requiredText,
  textOf,
} from './form-body.ts'
import {
  cancelIntent,
  captureIntent,
  changeIntent,
  createIntent,
  findIntent,
  payerFieldsOf,
  type StandInContext,
  searchIntents,
} from './payment-intents.ts'
import { createMethod, findMethod } from './payment-methods.ts'
import { createRefund, findRefund } from './refunds.ts'
import { type Call, listPage, type Route, readOneRoute, readRoute, writeRoute } from './route.ts'
import { missing } from './stripe-refusal.ts'

/** Checks the intent's secret, which proves that the page was given the intent. */
function assertClientSecret({ account }: StandInContext, { id, body, isPublishable }: Call): void {
  if (isPublishable) requiredText(body, 'client_secret')
  const secret = textOf(body, 'client_secret')
  if (secret !== undefined && secret !== findIntent(account, id).client_secret) {
    throw invalid(
      'client_secret',
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      'payment_intent_invalid_parameter',
    )
  }
}

function retrieveIntent(context: StandInContext, call: Call): object {
  const { id, body, isPublishable } = call
  assertKnownParameters(body, ['client_secret'])
  assertClientSecret(context, call)
  const intent = findIntent(context.account, id)
  return isPublishable ? payerFieldsOf(intent) : intent
}

/** Confirms an intent for the merchant's server, or for Stripe's script in a page with the intent's secret. */
function confirm(context: StandInContext, call: Call): object {
  const { id, isPublishable } = call
  const { client_secret: _, ...body } = call.body
  assertNotAtCheckout(context.account, id)
  assertClientSecret(context, call)
  const intent = confirmIntent(context, id, isPublishable ? body : call.body)
  return isPublishable ? payerFieldsOf(intent) : intent
}

/** Creates an intent and confirms it if requested. Some parameters of the body are only for the confirmation. */
function createAndConfirm(context: StandInContext, body: FormBody): object {
  const intent = createIntent(context, body)
  if (choiceIn(body, 'confirm', ['false', 'true']) === 'false') return intent
  const names = CONFIRM_PARAMETERS.filter((name) => body[name] !== undefined)
  const confirmBody = Object.fromEntries(names.map((name) => [name, body[name] ?? '']))
  return confirmIntent(context, intent.id, confirmBody)
}

export const paymentRoutes: readonly Route[] = [
  {
    ...writeRoute('/v1/payment_methods', 'payment_methods', (context, { body, isPublishable }) =>
      createMethod(context, body, isPublishable),
    ),
    isPublic: true,
  },
  readOneRoute('/v1/payment_methods/:id', 'payment_methods', findMethod),
  writeRoute('/v1/payment_intents', 'payment_intents', (context, { body }) =>
    createAndConfirm(context, body),
  ),
  readRoute('/v1/payment_intents', 'payment_intents', ({ account }, { body }) =>
    listPage(account.intents.values(), body, { url: '/v1/payment_intents' }),
  ),
  readRoute('/v1/payment_intents/search', 'payment_intents', ({ account }, { body }) => {
    assertKnownParameters(body, ['query', 'limit', 'page'])
    return {
      object: 'search_result',
      data: searchIntents(account, textOf(body, 'query') ?? ''),
      has_more: false,
      next_page: null,
      url: '/v1/payment_intents/search',
    }
  }),
  { ...readRoute('/v1/payment_intents/:id', 'payment_intents', retrieveIntent), isPublic: true },
  writeRoute('/v1/payment_intents/:id', 'payment_intents', (context, { id, body }) => {
    assertNotAtCheckout(context.account, id)
    return changeIntent(context, id, body)
  }),
  { ...writeRoute('/v1/payment_intents/:id/confirm', 'payment_intents', confirm), isPublic: true },
  writeRoute('/v1/payment_intents/:id/capture', 'payment_intents', (context, { id, body }) =>
    captureIntent(context, id, body),
  ),
  writeRoute('/v1/payment_intents/:id/cancel', 'payment_intents', (context, { id, body }) => {
    assertNotAtCheckout(context.account, id)
    return cancelIntent(context, id, body)
  }),
  writeRoute('/v1/refunds', 'refunds', (context, { body }) => createRefund(context, body)),
  readRoute('/v1/refunds', 'refunds', ({ account }, { body }) =>
    listPage(account.refunds.values(), body, {
      url: '/v1/refunds',
      by: {
        charge: ({ charge }) => charge,
        payment_intent: ({ payment_intent }) => payment_intent,
      },
    }),
  ),
  readOneRoute('/v1/refunds/:id', 'refunds', findRefund),
  readRoute('/v1/charges', 'charges', ({ account }, { body }) =>
    listPage(account.charges.values(), body, {
      url: '/v1/charges',
      by: { payment_intent: ({ payment_intent }) => payment_intent },
    }),
  ),
  readOneRoute('/v1/charges/:id', 'charges', ({ account }, id) => {
    const charge = account.charges.get(id)
    if (!charge) throw missing('charge', id)
    return charge
  }),
]
