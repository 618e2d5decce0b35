import type { Config } from '#server/config/config.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { STRIPE } from '#server/services/processors/stripe/stripe-processor.ts'
import type { CardForm } from './card-form.schema.ts'

/** Named by Stripe after the release that the page's package is of. */
const SCRIPT = '/endive/stripe.js'

/** By whom the page has a card taken, and what its fields need for that. */
export async function cardFormOf(ctx: MerchantCtx): Promise<CardForm> {
  const { db, config, merchant, processors } = ctx
  const route = processors.routeOf(merchant, 'card')
  if (!route) return { by: 'nobody' }
  const { accountId: id } = route
  if (route.processor.name !== STRIPE || id === null) return { by: 'sandbox' }
  const account = await findProcessorAccount(db, { merchantId: merchant.id, id })
  if (!account?.publishableKey) throw new Error('an account of Stripe has no publishable key')
  return { by: STRIPE, publishableKey: account.publishableKey, scriptUrl: scriptUrlOf(config) }
}

/** From where browsers load Stripe's script. */
export const scriptUrlOf = ({ stripe }: Pick<Config, 'stripe'>): string =>
  `${stripe.jsUrl}${SCRIPT}`
