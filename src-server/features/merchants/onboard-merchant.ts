import { isUniqueViolation } from '#db/failures.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type UserCtx } from '#server/core/context.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import { audit } from '#server/services/audit/audit.ts'
import { insertIntegration } from '#server/services/outbox/integrations.queries.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { toIso } from '#server/shared/day.ts'
import { findMerchantOf, insertMember, insertMerchant } from './merchants.queries.ts'
import { actingMerchantOf, merchantOf } from './merchants.rules.ts'
import type { Onboarding } from './merchants.schema.ts'
import { newIntegration } from './new-integration.ts'
import { updateMerchant } from './update-merchant.ts'

/**
 * Makes the merchant of the signed-in person, who becomes its owner. A pending merchant is updated from the input and
 * verified; it keeps its id and its payments.
 */
export async function onboardMerchant(ctx: UserCtx, input: Onboarding): Promise<Merchant> {
  const { provider, user } = ctx.actor
  assertOwnIdentity(user, input)
  const existing = await findMerchantOf(ctx.db, { provider, subject: user.id })
  // A demo is made in one transaction, and only for a person without a merchant.
  if (existing && ctx.db.isTransaction) throw alreadyComplete()
  if (existing) return verifyMerchant(ctx, existing, input)
  const now = toIso(ctx.now())
  const row = {
    ...profileOf(input),
    id: ctx.newId('mer'),
    email: user.email,
    verificationStatus: 'verified',
    acceptedTermsAt: now,
    createdAt: now,
    updatedAt: now,
  }
  try {
    await inTransaction(ctx, async (inner) => {
      await insertMerchant(inner.db, row)
      await insertMember(inner.db, {
        merchantId: row.id,
        provider,
        subject: user.id,
        role: 'owner',
        createdAt: now,
      })
      await insertIntegration(inner.db, newIntegration(inner, { merchantId: row.id, at: now }))
      await audit(inner, { merchantId: row.id, action: 'merchant.onboarded', objectId: row.id })
    })
  } catch (error) {
    // The unique index ensures that two concurrent requests make only one merchant.
    if (!isUniqueViolation(error)) throw error
    throw alreadyComplete(error)
  }
  return merchantOf(row)
}

const alreadyComplete = (cause?: unknown) =>
  new AppError('conflict', 'The onboarding is already complete.', { cause })

type MerchantOfPerson = NonNullable<Awaited<ReturnType<typeof findMerchantOf>>>

/** Verifies a pending merchant. The second of two concurrent calls finds it verified, and changes nothing. */
function verifyMerchant(
  ctx: UserCtx,
  existing: MerchantOfPerson,
  input: Onboarding,
): Promise<Merchant> {
  const merchant = actingMerchantOf(existing)
  return updateMerchant({ ...ctx, merchant }, profileOf(input), {
    assertAllowed: ({ verificationStatus }) => assertPending(verificationStatus, existing.role),
    settings: { verificationStatus: 'verified', acceptedTermsAt: toIso(ctx.now()) },
    afterUpdate: async (inner) => {
      const { id: merchantId } = merchant
      const entry = { merchantId, action: 'merchant.onboarded', objectId: merchantId } as const
      await audit({ ...ctx, db: inner.db }, entry)
    },
  })
}

function assertPending(status: string, role: string): void {
  if (status === 'verified') throw alreadyComplete()
  if (status !== 'pending') {
    throw new AppError('forbidden', 'This merchant is suspended.', { reason: 'merchant_suspended' })
  }
  if (role !== 'owner') {
    throw new AppError('forbidden', 'Only the owner of the merchant may do this.', {
      reason: 'owner_only',
    })
  }
}

const profileOf = (input: Onboarding) => ({
  businessName: input.businessName,
  businessType: input.businessType,
  businessAddress: input.businessAddress,
  businessPhone: input.businessPhone,
  businessWebsite: input.businessWebsite,
  businessDescription: input.businessDescription,
  estimatedVolume: input.estimatedVolume,
  currency: input.currency,
  timezone: input.timezone,
})

function assertOwnIdentity(user: CurrentUser, input: Onboarding): void {
  if (input.userId !== undefined && input.userId !== user.id) {
    throw new AppError('forbidden', 'userId must be your own.')
  }
  // A provider that is down cannot supply the e-mail address, and the merchant's address would stay empty forever.
  if (user.email === '') {
    throw new AppError(
      'unavailable',
      'Your e-mail address is not known. If your account has none, add one; otherwise please try again.',
      { reason: 'email_unknown' },
    )
  }
  if (input.email !== undefined && input.email.toLowerCase() !== user.email.toLowerCase()) {
    throw new AppError('forbidden', 'email must be your own.')
  }
}
