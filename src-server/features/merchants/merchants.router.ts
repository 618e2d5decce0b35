import { AppError } from '../../errors.ts'
import { Nothing } from '../../shared/text.ts'
import { type RequestCtx, router, user } from '../../trpc.ts'
import { Merchant, Onboarding } from './merchants.schema.ts'
import { onboardMerchant } from './onboard-merchant.ts'

// Unlike other calls, asking for the merchant itself answers 404 when there is none yet.
async function ownMerchant({ findMerchant }: RequestCtx): Promise<Merchant> {
  const merchant = await findMerchant()
  if (!merchant)
    throw new AppError('not_found', 'There is no merchant yet.', { reason: 'no_merchant' })
  return merchant
}

export const merchantRouter = router({
  current: user
    .meta({ rest: { method: 'GET', path: '/api/merchants' } })
    .input(Nothing)
    .output(Merchant)
    .query(({ ctx }) => ownMerchant(ctx)),
  profile: user
    .meta({ rest: { method: 'GET', path: '/api/merchant/profile' } })
    .input(Nothing)
    .output(Merchant)
    .query(({ ctx }) => ownMerchant(ctx)),
  onboard: user
    .meta({ rest: { method: 'POST', path: '/api/merchant/onboarding', status: 201 } })
    .input(Onboarding)
    .output(Merchant)
    .mutation(({ ctx, input }) => onboardMerchant(ctx, input)),
})
