import { AppError } from '#server/core/errors.ts'
import { Merchant } from '#server/core/merchant.schema.ts'
import { caller, owner, type RequestCtx, router, user } from '#server/core/trpc.ts'
import { Nothing } from '#server/shared/text.ts'
import { Onboarding, UpdateMerchant } from './merchants.schema.ts'
import { onboardMerchant } from './onboard-merchant.ts'
import { updateMerchant } from './update-merchant.ts'

// Unlike other calls, asking for the merchant itself answers 404 when there is none yet.
async function ownMerchant({ findMembership }: RequestCtx): Promise<Merchant> {
  const membership = await findMembership()
  if (!membership) {
    throw new AppError('not_found', 'There is no merchant yet.', { reason: 'no_merchant' })
  }
  const {
    calendars: _,
    processorAccounts: _accounts,
    staffRefunds: _limits,
    ...merchant
  } = membership.merchant
  return merchant
}

export const merchantRouter = router({
  current: caller
    .meta({
      rest: {
        method: 'GET',
        path: '/api/merchants',
        summary: 'Get the merchant of the caller',
        errors: ['not_found'],
      },
    })
    .input(Nothing)
    .output(Merchant)
    .query(({ ctx }) => ownMerchant(ctx)),
  profile: caller
    .meta({
      rest: {
        method: 'GET',
        path: '/api/merchant/profile',
        summary: 'Get the business profile',
        errors: ['not_found'],
      },
    })
    .input(Nothing)
    .output(Merchant)
    .query(({ ctx }) => ownMerchant(ctx)),
  onboard: user
    .meta({
      rest: {
        method: 'POST',
        path: '/api/merchant/onboarding',
        status: 201,
        summary: 'Complete the onboarding',
        description:
          'Makes the merchant of the person who is signed in, or completes one that is pending. API keys are not admitted.',
        errors: ['conflict'],
      },
    })
    .input(Onboarding)
    .output(Merchant)
    .mutation(({ ctx, input }) => onboardMerchant(ctx, input)),
  update: owner
    .meta({
      rest: {
        method: 'PATCH',
        path: '/api/merchant/profile',
        summary: 'Change the business profile',
        description: 'Changing the time zone moves payments to the business days of the new zone.',
      },
    })
    .input(UpdateMerchant)
    .output(Merchant)
    .mutation(({ ctx, input }) => updateMerchant(ctx, input)),
})
