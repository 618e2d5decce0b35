import type { MerchantCtx } from '#server/core/context.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { paymentMethods } from '#server/shared/money/payment-method.ts'
import type { CardForm } from './card-form.schema.ts'

/** Returns the processor of each method, and the script that the card fields at the dashboard need. */
export async function readCardForm(ctx: MerchantCtx): Promise<CardForm> {
  const { db, merchant, processors } = ctx
  const names = Object.fromEntries(
    paymentMethods.map((each) => [
      each,
      processors.routeOf(merchant, each)?.processor.name ?? null,
    ]),
  ) as CardForm['processors']
  const route = processors.routeOf(merchant, 'card')
  if (!route) return { by: null, script: null, processors: names }
  const { accountId: id, processor } = route
  const by = processor.name
  if (!processor.script || id === null) return { by, script: null, processors: names }
  const account = await findProcessorAccount(db, { merchantId: merchant.id, id })
  if (!account?.publishableKey) throw new Error('an account of a processor has no publishable key')
  return {
    by,
    script: { publishableKey: account.publishableKey, url: processor.script.url },
    processors: names,
  }
}
