import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import {
  caller,
  confirmedOwner,
  owner,
  type RequestCtx,
  router,
  signedInMember,
  user,
} from '#server/core/calls/trpc.ts'
import { Merchant } from '#server/core/merchant.schema.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { changeAssistantAccess, readAssistantAccess } from './assistant-access.ts'
import { chooseCurrencies, readOfferedCurrencies } from './choose-currencies.ts'
import { changeCustomerMails, readCustomerMails } from './customer-mails.ts'
import { goLive } from './go-live.ts'
import { merchantOf } from './merchants.rules.ts'
import {
  AssistantAccess,
  Books,
  BusinessProfile,
  ChangeAssistantAccess,
  ChangeBusiness,
  ChangeCustomerMails,
  ChangeRefundLimits,
  ChooseCurrencies,
  CustomerMails,
  OfferedCurrencies,
  Onboarding,
  RefundLimits,
  UpdateMerchant,
} from './merchants.schema.ts'
import { onboardMerchant } from './onboard-merchant.ts'
import { changeRefundLimits, refundLimitsOf } from './refund-limits.ts'
import { changeBusiness, readBusiness, updateMerchant } from './update-merchant.ts'

// Unlike other calls, a request for the merchant itself gets 404 when there is none yet.
async function getOwnMerchant({ findMembership }: RequestCtx): Promise<Merchant> {
  const membership = await findMembership()
  if (!membership) {
    throw new AppError('not_found', 'There is no merchant yet.', { reason: 'no_merchant' })
  }
  // Drops the internal fields of the acting merchant, which the two APIs must not show.
  return merchantOf(membership.merchant)
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
    .input(NoInput)
    .output(Merchant)
    .query(({ ctx }) => getOwnMerchant(ctx)),
  profile: caller
    .meta({
      rest: {
        method: 'GET',
        path: '/api/merchant/profile',
        summary: 'Get the business profile',
        errors: ['not_found'],
      },
    })
    .input(NoInput)
    .output(Merchant)
    .query(({ ctx }) => getOwnMerchant(ctx)),
  onboard: user
    .meta({
      rest: {
        method: 'POST',
        path: '/api/merchant/onboarding',
        status: 201,
        summary: 'Complete the onboarding',
        description:
          'Creates the merchant of the signed-in person, or completes a pending one. API keys may not call it.',
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
  /** For the settings page: the profile with its tax numbers. */
  business: signedInMember
    .input(NoInput)
    .output(BusinessProfile)
    .query(({ ctx }) => readBusiness(ctx)),
  changeBusiness: owner
    .input(ChangeBusiness)
    .output(BusinessProfile)
    .mutation(({ ctx, input }) => changeBusiness(ctx, input)),
  currencies: signedInMember
    .input(NoInput)
    .output(OfferedCurrencies)
    .query(({ ctx }) => readOfferedCurrencies(ctx)),
  chooseCurrencies: owner
    .input(ChooseCurrencies)
    .output(OfferedCurrencies)
    .mutation(({ ctx, input }) => chooseCurrencies(ctx, input)),
  /** For the dashboard only: the mode that is open, test or live, and whether live mode exists. */
  books: signedInMember
    .input(NoInput)
    .output(Books)
    .query(({ ctx: { merchant, isDemo } }) => ({
      open: merchant.mode,
      hasLive: merchant.mode === 'live' || merchant.twinId !== null,
      isDemo,
    })),
  // Takes an empty object, since an empty body is not JSON.
  goLive: confirmedOwner
    .input(z.strictObject({}))
    .output(z.void())
    .mutation(({ ctx }) => goLive(ctx)),
  /** For the settings page. */
  refundLimits: signedInMember
    .input(NoInput)
    .output(RefundLimits)
    .query(({ ctx }) => refundLimitsOf(ctx.merchant)),
  changeRefundLimits: owner
    .input(ChangeRefundLimits)
    .output(RefundLimits)
    .mutation(({ ctx, input }) => changeRefundLimits(ctx, input)),
  /** For the settings page. */
  assistantAccess: signedInMember
    .input(NoInput)
    .output(AssistantAccess)
    .query(({ ctx }) => readAssistantAccess(ctx)),
  changeAssistantAccess: owner
    .input(ChangeAssistantAccess)
    .output(AssistantAccess)
    .mutation(({ ctx, input }) => changeAssistantAccess(ctx, input)),
  customerMails: signedInMember
    .input(NoInput)
    .output(CustomerMails)
    .query(({ ctx }) => readCustomerMails(ctx)),
  changeCustomerMails: owner
    .input(ChangeCustomerMails)
    .output(CustomerMails)
    .mutation(({ ctx, input }) => changeCustomerMails(ctx, input)),
})
