import { owner, router, signedInMember } from '#server/core/calls/trpc.ts'
import { findLook } from '#server/services/looks/looks.queries.ts'
import { Nothing } from '#server/shared/text/text.ts'
import { Look, UpdateLook } from './look.schema.ts'
import { lookOf, updateLook } from './update-look.ts'

/** Branding of the payers' pages, for the settings. */
export const lookRouter = router({
  get: signedInMember
    .input(Nothing)
    .output(Look)
    .query(async ({ ctx }) => lookOf(await findLook(ctx.db, { merchantId: ctx.merchant.id }))),
  update: owner
    .input(UpdateLook)
    .output(Look)
    .mutation(({ ctx, input }) => updateLook(ctx, input)),
})
