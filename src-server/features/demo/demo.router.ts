import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import { owner, router, signedInMember, user } from '#server/core/calls/trpc.ts'
import { inTransaction } from '#server/core/context.ts'
import { Merchant } from '#server/core/merchant.schema.ts'
import { deletePreferences } from '#server/services/preferences/preferences.queries.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { isDemoMerchant, lockMerchantRow } from '../merchants/merchants.queries.ts'
import { Timezone } from '../merchants/merchants.schema.ts'
import { createDemo } from './create-demo.ts'
import { deleteMerchantWhole } from './demo.queries.ts'

/**
 * Procedures of the dashboard only; the REST API does not have them. A demo is a separate merchant, made for a person
 * who has just signed up for it.
 */
export const demoRouter = router({
  state: signedInMember
    .input(NoInput)
    .output(z.strictObject({ isDemo: z.boolean() }))
    .query(async ({ ctx }) => ({
      isDemo: await isDemoMerchant(ctx.db, { merchantId: ctx.merchant.id }),
    })),
  create: user
    .input(z.strictObject({ timezone: Timezone }))
    .output(Merchant)
    .mutation(({ ctx, input }) => createDemo(ctx, input.timezone)),
  // Takes an empty object, since an empty body is not JSON.
  remove: owner
    .input(z.strictObject({}))
    .output(z.void())
    .mutation(async ({ ctx }) => {
      const merchantId = ctx.merchant.id
      await inTransaction(ctx, async (inner) => {
        const { db, dialect } = inner
        await lockMerchantRow(db, { dialect, merchantId, hold: 'change' })
        if (!(await isDemoMerchant(inner.db, { merchantId }))) {
          throw new AppError('forbidden', 'Only a demo can be removed.', { reason: 'not_a_demo' })
        }
        await deleteMerchantWhole(inner.db, { merchantId })
      })
      const { provider, user: guest } = ctx.actor
      await deletePreferences(ctx.db, { provider, subject: guest.id })
      await ctx.identity.removeUser?.(guest.id)
    }),
})
