import type { MerchantCtx } from '#server/core/context.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import type { CardForm } from './card-form.schema.ts'

/** Returns the processor that takes cards at the dashboard, and the script that its card fields need. */
export async function readCardForm(ctx: MerchantCtx): Promise<CardForm> {
  const { db, merchant, processors } = ctx
  const route = processors.routeOf(merchant, 'card')
  if (!route) return { by: null, script: null }
  const { accountId: id, processor } = route
  const by = processor.name
  if (!processor.script || id === null) return { by, script: null }
  const account = await findProcessorAccount(db, { merchantId: merchant.id, id })
  if (!account?.publishableKey) throw new Error('an account of a processor has no publishable key')
  return { by, script: { publishableKey: account.publishableKey, url: processor.script.url } }
}
