import { owner, router, signedInMember } from '#server/core/calls/trpc.ts'
import { findBranding } from '#server/services/branding/branding.queries.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { Branding, UpdateBranding } from './branding.schema.ts'
import { brandingOf, updateBranding } from './update-branding.ts'

/** Branding of the payers' pages, for the settings. */
export const brandingRouter = router({
  get: signedInMember
    .input(NoInput)
    .output(Branding)
    .query(async ({ ctx }) =>
      brandingOf(await findBranding(ctx.db, { merchantId: ctx.merchant.id })),
    ),
  update: owner
    .input(UpdateBranding)
    .output(Branding)
    .mutation(({ ctx, input }) => updateBranding(ctx, input)),
})
