import type Stripe from 'stripe'
import type { StripeAccount } from './account.ts'
import { allMethodTypes } from './method-types.ts'
import { listPage, type Route, readRoute } from './route.ts'

/** Returns the account's own configuration, in which the merchant has switched its methods on or off. */
function configurationOf({
  id,
  isLive,
  methodTypes,
}: StripeAccount): Stripe.PaymentMethodConfiguration {
  const entries = allMethodTypes.map((type) => {
    const value = methodTypes.includes(type) ? 'on' : 'off'
    return [
      type,
      { available: true, display_preference: { overridable: null, preference: value, value } },
    ]
  })
  return {
    id: id.replace('acct', 'pmc'),
    object: 'payment_method_configuration',
    active: true,
    application: null,
    is_default: true,
    livemode: isLive,
    name: 'Default',
    parent: null,
    ...Object.fromEntries(entries),
  }
}

export const configurationRoutes: readonly Route[] = [
  readRoute(
    '/v1/payment_method_configurations',
    'payment_method_configurations',
    ({ account }, { body }) =>
      listPage([configurationOf(account)], body, { url: '/v1/payment_method_configurations' }),
  ),
]
